import { systemClock } from '../kernel/clock.ts';
import type { Delivery } from '../modules/feed/index.ts';
import { choice, command, commandGroup, type OptionValues, value, wholeNumber } from './command.ts';
import { withDatabase } from './read-environment.ts';

/** Number of deliveries that `webhooks log` lists without `--limit`. */
const listed = 100;

const onReplica = 'A REPLICA sends no webhooks';

const options = {
  state: choice('<state>', ['waiting', 'delivered', 'failed'], 'only deliveries in this state'),
  target: value('<url>', 'only deliveries to this target'),
  event: value('<id>', 'only deliveries of this event', wholeNumber),
  limit: value('<n>', 'the most deliveries; the newest come first', wholeNumber),
};

const logCommand = command({
  name: 'log',
  about: `List deliveries, the newest event first; ${listed} of them unless --limit says otherwise.`,
  options,
  run: (terminal, which) =>
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
    withDatabase(terminal, onReplica, async (store) => {
      const { deliveryStore, replayDeliveries } = await import('../modules/feed/index.ts');
      const filter = filterOf(which);
      if (filter.state === undefined && filter.event_id === undefined) filter.state = 'failed';
      const all = await store.read((tx) => deliveryStore(tx).count(filter));
      const count = await replayDeliveries(store, filter, systemClock.now(), which.limit);
      const left = all > count ? `; ${all - count} more that match are left as they are (--limit)` : '';
      terminal.print(`${count} deliveries go out again${left}`);
    }),
});

export const webhooksCommand = commandGroup(
  'webhooks',
  'List what was delivered to webhooks, and send it again.',
  [logCommand, replayCommand],
);

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
