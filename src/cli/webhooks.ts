import { systemClock } from '../kernel/clock.ts';
import type { createDeliveryLog, Delivery } from '../modules/feed/index.ts';
import { deliveryStates } from '../records/enums.ts';
import { choice, command, commandGroup, type OptionValues, value, wholeNumber } from './command.ts';
import { type DatabaseUse, withDatabase } from './read-environment.ts';
import type { Terminal } from './terminal.ts';

/** Number of deliveries that `webhooks log` lists without `--limit`. */
const listed = 100;

const options = {
  state: choice('<state>', deliveryStates, 'only deliveries in this state'),
  target: value('<url>', 'only deliveries to this target'),
  event: value('<id>', 'only deliveries of this event', wholeNumber),
  limit: value('<n>', 'the most deliveries; the newest come first', wholeNumber),
};

const logCommand = command({
  name: 'log',
  about: `List deliveries, the newest event first; ${listed} of them unless --limit says otherwise.`,
  options,
  run: (terminal, which) =>
    withDeliveries(terminal, 'read', async (log) => {
      const { items, total } = await log.list(filterOf(which), which.limit ?? listed);
      for (const delivery of items) terminal.print(lineOf(delivery));
      terminal.note(
        total > items.length
          ? `${items.length} of ${total} deliveries (more: --limit)`
          : `${total} deliveries`,
      );
    }),
});

const replayCommand = command({
  name: 'replay',
  about: 'Send deliveries again: all that failed, or those that the options name.',
  options,
  help: `
They go back into the outbox with a new set of attempts; a running service sends them. A target may so get a message
twice: its id, in the header webhook-id, is the same.

Examples:
  modelref webhooks replay
  modelref webhooks replay --target https://example.org/hook --state delivered --limit 50
  modelref webhooks replay --event 4711`,
  run: (terminal, which) =>
    withDeliveries(terminal, 'write', async (log) => {
      const { replayed, left } = await log.replay(filterOf(which), which.limit);
      const more = left > 0 ? `; ${left} more that match are left as they are (--limit)` : '';
      terminal.print(`${replayed} deliveries go out again${more}`);
    }),
});

export const webhooksCommand = commandGroup(
  'webhooks',
  'List what was delivered to webhooks, and send it again.',
  [logCommand, replayCommand],
);

function withDeliveries(
  terminal: Terminal,
  use: DatabaseUse,
  work: (log: ReturnType<typeof createDeliveryLog>) => Promise<void>,
): Promise<void> {
  return withDatabase(terminal, use, 'A REPLICA sends no webhooks', async (store) => {
    const { createDeliveryLog } = await import('../modules/feed/index.ts');
    await work(createDeliveryLog({ store, clock: systemClock }));
  });
}

function filterOf({ state, target, event }: OptionValues<typeof options>) {
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
