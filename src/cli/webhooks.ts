import { Command, InvalidArgumentError, Option } from 'commander';
import { systemClock } from '../kernel/clock.ts';
import type { Delivery } from '../modules/feed/index.ts';
import { withDatabase } from './read-environment.ts';
import type { Terminal } from './terminal.ts';

interface Which {
  state?: Delivery['state'];
  target?: string;
  event?: number;
  limit?: number;
}

/** Deliveries that `webhooks log` lists, unless told otherwise. */
const listed = 100;

const onReplica = 'A REPLICA sends no webhooks';

/** `webhooks log` and `webhooks replay`. */
export function webhooksCommand(terminal: Terminal): Command {
  const command = new Command('webhooks').description('The delivery log of the webhooks, and sending again.');
  command.addCommand(
    chosen(new Command('log'))
      .description(
        `List deliveries, the newest event first; ${listed} of them unless --limit says otherwise.`,
      )
      .action((which: Which) =>
        withDatabase(terminal, onReplica, async (store) => {
          const { deliveryStore } = await import('../modules/feed/index.ts');
          const filter = filterOf(which);
          const { found, all } = await store.read(async (tx) => ({
            found: await deliveryStore(tx).list(filter, which.limit ?? listed),
            all: await deliveryStore(tx).count(filter),
          }));
          for (const delivery of found) terminal.print(lineOf(delivery));
          terminal.note(
            all > found.length ? `${found.length} of ${all} deliveries (more: --limit)` : `${all} deliveries`,
          );
        }),
      ),
  );
  command.addCommand(
    chosen(new Command('replay'))
      .description('Send deliveries again: all that failed, unless others are named.')
      .addHelpText(
        'after',
        `
They go back into the outbox with a new set of attempts; a running service sends them. A target may so be told twice: the id of the
message, in the header webhook-id, is the same.

Examples:
  modelref webhooks replay
  modelref webhooks replay --target https://example.org/hook --state delivered --limit 50
  modelref webhooks replay --event 4711`,
      )
      .action((which: Which) =>
        withDatabase(terminal, onReplica, async (store) => {
          const { deliveryStore } = await import('../modules/feed/index.ts');
          const { replayDeliveries } = await import('../modules/feed/index.ts');
          const filter = filterOf(which);
          if (filter.state === undefined && filter.event_id === undefined) filter.state = 'failed';
          const all = await store.read((tx) => deliveryStore(tx).count(filter));
          const count = await replayDeliveries(store, filter, systemClock.now(), which.limit);
          const left = all > count ? `; ${all - count} further ones are left as they are (--limit)` : '';
          terminal.print(`${count} deliveries are sent again${left}`);
        }),
      ),
  );
  return command;
}

function chosen(command: Command): Command {
  return command
    .addOption(
      new Option('--state <state>', 'only those in this state').choices(['waiting', 'delivered', 'failed']),
    )
    .option('--target <url>', 'only those to this target')
    .option('--event <id>', 'only those of this event', wholeNumber)
    .option('--limit <n>', 'at most so many, the newest', wholeNumber);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('It has to be a whole number from 1.');
  }
  return value;
}

function filterOf({ state, target, event }: Which) {
  return { state, target, event_id: event };
}

function lineOf({
  event_id,
  target,
  state,
  attempts,
  last_status,
  last_error,
  updated_at,
}: Delivery): string {
  const when = new Date(updated_at * 1000).toISOString();
  const answer = last_error ?? (last_status === null ? '' : `it answered ${last_status}`);
  return [event_id, state, `${attempts} attempts`, when, target, answer].join('\t').trimEnd();
}
