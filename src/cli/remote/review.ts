import { type ApplyAnswer, ApplyStopped, type ChangeStatus, type PendingChange } from '#client';
import {
  anyArguments,
  choices,
  command,
  flag,
  mandatory,
  oneOrMoreArguments,
  parseWholeNumber,
  parseWholeNumbers,
  value,
  values,
  withDefault,
} from '../command.ts';
import { type LineStyle, UsageError } from '../terminal.ts';
import { confirmChanges, parseChangeArguments } from './confirm-changes.ts';
import { type Column, formatTime, printJson, printTable, takeFirst } from './output.ts';
import { createClient, serverOptions } from './registry.ts';

const statuses: readonly ChangeStatus[] = ['pending', 'approved', 'applied', 'rejected'];
const styles: Readonly<Partial<Record<ChangeStatus, LineStyle>>> = {
  pending: 'yellow',
  approved: 'cyan',
  rejected: 'gray',
};

const columns: readonly Column<PendingChange>[] = [
  { title: 'CHANGE', cellOf: ({ change_id }) => change_id, right: true },
  { title: 'RISK', cellOf: ({ risk }) => risk ?? '' },
  { title: 'STATUS', cellOf: ({ status }) => status },
  { title: 'BATCH', cellOf: ({ batch_id }) => batch_id ?? '', right: true },
  { title: 'OPERATION', cellOf: ({ operation }) => operation },
  { title: 'CATEGORY', cellOf: ({ category }) => category },
  { title: 'MODEL', cellOf: ({ model_name }) => model_name },
  { title: 'BY', cellOf: ({ requested_username }) => requested_username },
  { title: 'AT (UTC)', cellOf: ({ requested_at }) => formatTime(requested_at) },
];

const riskOrder = ['high', 'look', 'low', null];
const compareRisks = (a: PendingChange, b: PendingChange) =>
  riskOrder.indexOf(a.risk) - riskOrder.indexOf(b.risk);

export const changesCommand = command({
  name: 'changes',
  about: 'List queued changes (approvers), or your own with --mine, the riskiest first.',
  options: {
    ...serverOptions,
    status: choices('<status...>', statuses, 'only changes in these states; default: pending and approved'),
    category: values('<name...>', 'only of these categories'),
    name: value('<text>', 'only of models whose name contains this text'),
    batch: value('<id>', 'only of this batch', parseWholeNumber),
    mine: flag('only your own changes; required for requestors'),
    limit: withDefault(
      value('<n>', 'maximum number of changes to read, oldest first', parseWholeNumber),
      200,
    ),
  },
  help: `
With --json: an array of changes, oldest first, with the proposed records.

Examples:
  modelref changes
  modelref changes --mine --status rejected
  modelref changes --batch 4 --json | jq '.[].model_name'`,
  async run(terminal, options) {
    const { status, category, name, batch, mine, limit, json } = options;
    const changes = createClient(terminal, options).queue.changes({
      statuses: status ?? (['pending', 'approved'] as const),
      categories: category,
      ...(mine ? { mine } : { model_name: name, batch_id: batch, mine }),
    });
    const rows = await takeFirst(terminal, limit, changes);
    if (json) printJson(terminal, rows);
    else printTable(terminal, columns, rows.toSorted(compareRisks), (row) => styles[row.status]);
  },
});

const changeNumbers = oneOrMoreArguments(
  'change',
  'ids of changes; 17@2 requires version 2 of change 17',
  parseChangeArguments,
);
const confirmationFlag = flag('do not ask for confirmation');

export const approveCommand = command({
  name: 'approve',
  about: 'Approve pending changes, all or none. They join the open batch, or a new one.',
  arguments: [changeNumbers],
  options: {
    ...serverOptions,
    title: mandatory(value('<text>', 'title of the batch')),
    yes: confirmationFlag,
  },
  help: `
On a terminal, lists the changes and asks for confirmation. A change that has a newer version is not approved.
With --json: the decision.

Example:
  modelref approve 17 18@2 --title 'New clips'`,
  async run(terminal, options, changeArguments) {
    const { queue } = createClient(terminal, options);
    const { ids, versions } = await confirmChanges(terminal, queue, changeArguments, {
      verb: 'Approve',
      ...options,
    });
    const result = await queue.approve(ids, options.title, { versions });
    if (options.json) return printJson(terminal, result);
    terminal.print(`${result.approved.length} approved, in batch ${result.batch_id}.`);
  },
});

export const rejectCommand = command({
  name: 'reject',
  about: 'Reject pending changes, all or none.',
  arguments: [changeNumbers],
  options: {
    ...serverOptions,
    reason: mandatory(value('<text>', 'reason, shown to the requestor')),
    yes: confirmationFlag,
  },
  help: `
On a terminal, lists the changes and asks for confirmation. A change that has a newer version is not rejected.
With --json: the decision.

Example:
  modelref reject 19 --reason 'No licence.'`,
  async run(terminal, options, changeArguments) {
    const { queue } = createClient(terminal, options);
    const { ids, versions } = await confirmChanges(terminal, queue, changeArguments, {
      verb: 'Reject',
      ...options,
    });
    const result = await queue.reject(ids, options.reason, { versions });
    if (options.json) return printJson(terminal, result);
    terminal.print(`${result.rejected.length} rejected.`);
  },
});

export const applyCommand = command({
  name: 'apply',
  about: 'Apply approved changes in the given order, up to the first failure.',
  arguments: [anyArguments('change', 'ids of changes', parseWholeNumbers)],
  options: {
    ...serverOptions,
    batch: value('<id>', 'all approved changes of this batch', parseWholeNumber),
    title: value('<text>', 'title of the batch; default: the title given with the approval'),
  },
  help: `
Changes before a failure stay applied, and are printed. Readers see applied changes when the command ends.
With --json: the applied changes, also if the command fails.

Examples:
  modelref apply --batch 4
  modelref apply 17 18`,
  async run(terminal, options, changeIds) {
    const { batch: batchId, title, json } = options;
    if ((changeIds.length === 0) === (batchId === undefined)) {
      throw new UsageError('Specify ids of changes, or --batch and an id.');
    }
    const { queue } = createClient(terminal, options);
    const printAnswer = (answer: ApplyAnswer) => {
      if (json) return printJson(terminal, answer);
      for (const { change_id, operation, category, model_name } of answer.applied) {
        terminal.print(`Applied ${change_id}: ${operation} ${category} ${model_name}`, 'green');
      }
    };
    try {
      printAnswer(await queue.apply(batchId === undefined ? { changeIds } : { batchId }, { title }));
    } catch (error) {
      if (error instanceof ApplyStopped) {
        printAnswer(error.result);
        terminal.note(
          `Change ${error.result.failed_change_id} could not be applied; later changes were not tried.`,
        );
      }
      throw error;
    }
  },
});
