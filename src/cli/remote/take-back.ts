import type { PendingChange } from '#client';
import { command, flag, needed, several, wholeNumber, wholeNumbers } from '../command.ts';
import { CommandFailed, type Terminal, UsageError } from '../terminal.ts';
import { agreed, changedCode, counted, lineOfChange } from './decided-changes.ts';
import { printDiff, printJson } from './output.ts';
import { readInput } from './propose.ts';
import { changeOf, openServer, serverOptions } from './registry.ts';

const yes = flag('do not ask');
const changeNumbers = several('change', 'numbers of changes', wholeNumbers);

export const withdrawCommand = command({
  name: 'withdraw',
  about: 'Withdraw pending changes of your own. All or nothing.',
  arguments: [changeNumbers],
  options: { ...serverOptions, yes },
  help: '\nOn a terminal, the changes are listed and you are asked.\nWith --json: an array of the changes.\n\nExample:\n  modelref withdraw 17',
  async run(terminal, options, asked) {
    const { queue } = openServer(terminal, options);
    const pending = new Map<number, PendingChange>();
    for await (const own of queue.changes({ mine: true, statuses: ['pending'] }))
      pending.set(own.change_id, own);
    const changes = [...new Set(asked)].map((id) => {
      const own = pending.get(id);
      if (own) return own;
      throw new CommandFailed(`Change ${id} is none of your pending changes. Nothing was withdrawn.`);
    });
    await agreed(terminal, changes.map(lineOfChange), `Withdraw ${counted(changes)}?`, options);
    await oneByOne(terminal, changes, options, 'withdrawn', (id) => queue.withdraw(id));
  },
});

export const unapproveCommand = command({
  name: 'unapprove',
  about: 'Make approved changes pending again, and take them out of their batch.',
  arguments: [changeNumbers],
  options: { ...serverOptions, yes },
  help: '\nOn a terminal, the changes are listed and you are asked. Nothing happens if one of them is not approved.\nWith --json: an array of the changes.\n\nExample:\n  modelref unapprove 17',
  async run(terminal, options, asked) {
    const { queue } = openServer(terminal, options);
    const changes: PendingChange[] = [];
    for (const id of new Set(asked)) {
      const change = await changeOf(queue, id);
      if (change.status !== 'approved') {
        throw new CommandFailed(`Change ${id} is ${change.status}, not approved. Nothing was done.`, {
          exitCode: changedCode,
        });
      }
      changes.push(change);
    }
    await agreed(terminal, changes.map(lineOfChange), `Make ${counted(changes)} pending again?`, options);
    await oneByOne(terminal, changes, options, 'pending again', (id) => queue.unapprove(id));
  },
});

export const revertCommand = command({
  name: 'revert',
  about: 'Propose to undo a batch: a change for each model, which an approver decides about.',
  arguments: [needed('batch', 'the number of an applied batch', wholeNumber)],
  options: { ...serverOptions, dryRun: flag('show what would be queued, and queue nothing'), yes },
  help: `
What would be queued is shown first, with what else is undone by it. Nothing is queued without a yes: on a terminal you are asked,
elsewhere --yes is needed.
With --json: the queued changes, or the dry run.

Examples:
  modelref revert 4 --dry-run
  modelref revert 4 --yes`,
  async run(terminal, options, id) {
    const { queue } = openServer(terminal, options);
    const preview = await queue.revertPreview(id);
    if (options.dryRun && options.json) return printJson(terminal, preview);
    const shown = options.json ? { ...terminal, print: terminal.note } : terminal;
    for (const { category, model_name, reason } of preview.skipped)
      terminal.note(`Not undone: ${category} ${model_name}: ${reason}`);
    for (const { category, model_name, reason } of preview.changed_since)
      terminal.note(`Changed since, which is undone as well: ${category} ${model_name}: ${reason}`);
    for (const { diff, findings } of preview.changes) {
      shown.print(`${diff.operation} ${diff.category} ${diff.model_name}`, 'bold');
      printDiff(shown, diff.field_diffs, findings);
    }
    if (preview.changes.length === 0)
      terminal.note('There is nothing to undo: every model is as it was before.');
    if (options.dryRun || preview.changes.length === 0) return;
    if (!options.yes && !terminal.confirm) {
      throw new UsageError(
        'Nobody can be asked here: give --yes to queue this, or --dry-run to look at it only.',
      );
    }
    await agreed(terminal, [], `Queue ${counted(preview.changes)}?`, options);
    const answer = await queue.revert(id);
    if (options.json) return printJson(terminal, answer);
    const ids = answer.queued.map(({ change_id }) => change_id).join(', ');
    terminal.print(`${answer.queued.length} queued, to undo batch ${id}: ${ids}.`);
  },
});

export const commentCommand = command({
  name: 'comment',
  about: 'Comment on a change, for its requestor and the approvers.',
  arguments: [
    needed('change', 'the number of the change', wholeNumber),
    needed('text', 'what to say; - for standard input'),
  ],
  options: serverOptions,
  help: "\nWith --json: the comment.\n\nExample:\n  modelref comment 17 'Is there a licence?'",
  async run(terminal, options, id, given) {
    const text = (given === '-' ? await readInput('-') : given).trim();
    if (text === '') throw new UsageError('The comment is empty.');
    const said = await openServer(terminal, options).queue.comment(id, text);
    if (options.json) printJson(terminal, said);
    else terminal.print(`Change ${id} has your comment.`);
  },
});

/** Runs `step` for each change in turn. When a step fails, prints how many changes were done before it. */
async function oneByOne(
  terminal: Terminal,
  changes: readonly PendingChange[],
  { json }: { readonly json: boolean },
  what: string,
  step: (id: number) => Promise<PendingChange>,
): Promise<void> {
  const done: PendingChange[] = [];
  try {
    for (const { change_id } of changes) {
      done.push(await step(change_id));
      if (!json) terminal.print(`Change ${change_id} is ${what}.`);
    }
  } catch (error) {
    if (changes.length > 1) terminal.note(`Only ${done.length} of ${changes.length} are ${what}.`);
    throw error;
  } finally {
    if (json) printJson(terminal, done);
  }
}
