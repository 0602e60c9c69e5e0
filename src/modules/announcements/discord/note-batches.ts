import type { Clock } from '../../../kernel/clock.ts';
import type { ChainEnd } from '../../../records/feed-cursor.ts';
import type { Store } from '../../../store/store.ts';
import type { Tx } from '../../../store/tx.ts';
import { auditStore } from '../../audit/index.ts';
import { changeStore } from '../../queue/index.ts';
import { batchMessageStore } from '../store.ts';
import type { BatchMessage } from '../tables.ts';

export interface NoteBatchesOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly target: string;
  readonly clock: Clock;
}

/** So many events are looked through at a time. */
const eventsAtOnce = 5_000;
/** So often the place is stored where nothing was found: no further is looked twice after a start. */
const eventsBetweenNotes = 1_000;
/** Changes of a batch that are asked which batch they take back. */
const mostReverts = 500;

/**
 * Notes the messages that are to be sent about what was applied since it was called last, by any instance; gives
 * whether there are any. What was applied before the first call ever is history.
 */
export function noteBatches({ store, target, clock }: NoteBatchesOptions): () => Promise<boolean> {
  let lookedUpTo: number | null = null;
  let end: ChainEnd | null = null;

  return async () => {
    const found = await store.read(async (reader) => {
      const now = await auditStore(reader).head();
      const { event_id: head } = now;
      // Others got the numbers of events that were lost.
      if (end !== null && !(await auditStore(reader).has(end))) lookedUpTo = null;
      end = now;
      if (head === lookedUpTo) return null;
      const stored = await batchMessageStore(reader).notedUpTo(target);
      // Behind the end, the database is one from before.
      if (stored === null || stored > head) return { stored, upto: head, messages: [] };
      const from = Math.min(Math.max(stored, lookedUpTo ?? 0), head);
      const upto = Math.min(head, from + eventsAtOnce);
      const batches = await auditStore(reader).batchesBetween(from, upto);
      return { stored, upto, messages: await messagesAbout(reader, batches) };
    });
    if (found === null) return false;
    const { stored, upto, messages } = found;
    if (stored === null || stored > upto || messages.length > 0 || upto - stored >= eventsBetweenNotes) {
      await store.write(async (tx) => {
        for (const message of messages) await batchMessageStore(tx).put(message);
        await batchMessageStore(tx).noteUpTo(target, upto);
      });
    }
    lookedUpTo = upto;
    return messages.length > 0;
  };

  /** Of the batches themselves, and of those that they take back. */
  async function messagesAbout(reader: Tx, batches: readonly number[]): Promise<BatchMessage[]> {
    const messages = new Map<number, BatchMessage>();
    const known = async (batch: number) =>
      messages.get(batch) ?? (await batchMessageStore(reader).get(target, batch));
    for (const batch of batches) {
      messages.set(batch, waiting((await known(batch)) ?? newMessage(batch)));
      for (const [reverted, models] of await revertedBy(reader, batch)) {
        const message = await known(reverted);
        if (!message) continue;
        messages.set(reverted, { ...waiting(message), reverted_by: batch, reverted_models: models });
      }
    }
    return [...messages.values()];
  }

  function newMessage(batch_id: number): BatchMessage {
    return {
      target,
      batch_id,
      message_id: null,
      content_hash: null,
      reverted_by: null,
      reverted_models: 0,
      state: 'waiting',
      attempts: 0,
      next_attempt_at: clock.now(),
      last_status: null,
      last_error: null,
      updated_at: clock.now(),
    };
  }

  function waiting(message: BatchMessage): BatchMessage {
    return { ...message, state: 'waiting', attempts: 0, next_attempt_at: clock.now() };
  }
}

/** The batches that one takes back, and of how many of their models. */
async function revertedBy(reader: Tx, batch_id: number): Promise<ReadonlyMap<number, number>> {
  const filter = { batch_id, statuses: ['applied'] as const };
  const ids = await changeStore(reader).latestIds(filter, { offset: 0, limit: mostReverts });
  const models = new Map<number, number>();
  for (const reverted of (await changeStore(reader).reverts(ids)).values()) {
    models.set(reverted, (models.get(reverted) ?? 0) + 1);
  }
  return models;
}
