import { Command, Option } from 'commander';
import { type ApplyAnswer, ApplyStopped, type ChangeStatus, type PendingChange } from '#client';
import { type LineStyle, type Terminal, UsageError } from '../terminal.ts';
import { type Column, firstOf, printJson, printTable, timeText } from './output.ts';
import { asksServer, openServer, type ServerOptions, wholeNumber, wholeNumbers } from './server-options.ts';

const statuses: readonly ChangeStatus[] = ['pending', 'approved', 'applied', 'rejected'];
const styles: Readonly<Partial<Record<ChangeStatus, LineStyle>>> = {
  pending: 'yellow',
  approved: 'cyan',
  rejected: 'gray',
};

const columns: readonly Column<PendingChange>[] = [
  { title: 'CHANGE', of: ({ change_id }) => change_id, right: true },
  { title: 'STATUS', of: ({ status }) => status },
  { title: 'BATCH', of: ({ batch_id }) => batch_id ?? '', right: true },
  { title: 'OPERATION', of: ({ operation }) => operation },
  { title: 'CATEGORY', of: ({ category }) => category },
  { title: 'MODEL', of: ({ model_name }) => model_name },
  { title: 'BY', of: ({ requested_username }) => requested_username },
  { title: 'AT (UTC)', of: ({ requested_at }) => timeText(requested_at) },
];

interface ChangesOptions extends ServerOptions {
  readonly status?: ChangeStatus[];
  readonly category?: string[];
  readonly name?: string;
  readonly batch?: number;
  readonly mine?: boolean;
  readonly limit: number;
}

export function changesCommand(terminal: Terminal): Command {
  return asksServer(new Command('changes'))
    .description('List queued changes: all for an approver, your own with --mine.')
    .addOption(
      new Option('--status <status...>', 'only these; default: pending and approved').choices(statuses),
    )
    .option('--category <name...>', 'only of these categories')
    .option('--name <text>', 'only of models with this in their name')
    .option('--batch <id>', 'only of this batch', wholeNumber)
    .option('--mine', 'only your own, which a requestor may read')
    .option('--limit <n>', 'at most so many, the oldest', wholeNumber, 200)
    .addHelpText(
      'after',
      `
With --json: an array of changes, with the proposed records.

Examples:
  modelref changes
  modelref changes --mine --status rejected
  modelref changes --batch 4 --json | jq '.[].model_name'`,
    )
    .action(async (options: ChangesOptions) => {
      const client = openServer(terminal, options);
      const filter = {
        statuses: options.status ?? (['pending', 'approved'] as const),
        categories: options.category,
        ...(options.mine
          ? { mine: true }
          : { model_name: options.name, batch_id: options.batch, mine: false }),
      };
      const rows = await firstOf(terminal, options.limit, client.queue.changes(filter));
      if (options.json) printJson(terminal, rows);
      else printTable(terminal, columns, rows, ({ status }) => styles[status]);
    });
}

export function approveCommand(terminal: Terminal): Command {
  return asksServer(new Command('approve'))
    .description('Approve pending changes into the open batch, or a new one. All or nothing.')
    .argument('<change...>', 'numbers of changes', wholeNumbers)
    .requiredOption('--title <text>', 'what the batch is about')
    .addHelpText(
      'after',
      "\nWith --json: the decision.\n\nExample:\n  modelref approve 17 18 --title 'New clips'",
    )
    .action(async (ids: number[], options: ServerOptions & { title: string }) => {
      const decided = await openServer(terminal, options).queue.approve(ids, options.title);
      if (options.json) return printJson(terminal, decided);
      terminal.print(`${decided.approved.length} approved, in batch ${decided.batch_id}.`);
    });
}

export function rejectCommand(terminal: Terminal): Command {
  return asksServer(new Command('reject'))
    .description('Reject pending changes. All or nothing.')
    .argument('<change...>', 'numbers of changes', wholeNumbers)
    .requiredOption('--reason <text>', 'why, which the requestor reads')
    .addHelpText(
      'after',
      "\nWith --json: the decision.\n\nExample:\n  modelref reject 19 --reason 'No licence.'",
    )
    .action(async (ids: number[], options: ServerOptions & { reason: string }) => {
      const decided = await openServer(terminal, options).queue.reject(ids, options.reason);
      if (options.json) return printJson(terminal, decided);
      terminal.print(`${decided.rejected.length} rejected.`);
    });
}

export function applyCommand(terminal: Terminal): Command {
  return asksServer(new Command('apply'))
    .description('Make approved changes live: in the order given, up to the first that fails.')
    .argument('[change...]', 'numbers of changes', wholeNumbers)
    .option('--batch <id>', 'all approved changes of this batch', wholeNumber)
    .addHelpText(
      'after',
      `
What came before a failure stays applied, and is printed. Readers see it when the command ends.
With --json: what was applied, also when the command fails.

Examples:
  modelref apply --batch 4
  modelref apply 17 18`,
    )
    .action(async (ids: number[] | undefined, options: ServerOptions & { batch?: number }) => {
      const named = ids ?? [];
      if ((named.length === 0) === (options.batch === undefined)) {
        throw new UsageError('Give numbers of changes, or --batch and a number.');
      }
      const { queue } = openServer(terminal, options);
      const tell = (answer: ApplyAnswer) => {
        if (options.json) return printJson(terminal, answer);
        for (const { change_id, operation, category, model_name } of answer.applied) {
          terminal.print(`Applied ${change_id}: ${operation} ${category} ${model_name}`, 'green');
        }
      };
      try {
        tell(
          await queue.apply(options.batch === undefined ? { changeIds: named } : { batchId: options.batch }),
        );
      } catch (error) {
        if (error instanceof ApplyStopped) {
          tell(error.result);
          terminal.note(`Stopped at change ${error.result.failed_change_id}.`);
        }
        throw error;
      }
    });
}
