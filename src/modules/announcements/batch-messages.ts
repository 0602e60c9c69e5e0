import type { Clock } from '../../kernel/clock.ts';
import { waitAfter } from '../../kernel/concurrency/back-off.ts';
import type { ChatAnswer, ChatChannel } from '../../outside/discord-client.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import { contentHash } from '../../records/hash.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { batchSummaries } from '../history/index.ts';
import type { UsageLevels } from '../insight/index.ts';
import { changeStore } from '../queue/index.ts';
import { batchAnnouncement, modelsWritten } from './announcements.ts';
import { discordMessage } from './discord-message.ts';
import { batchMessageStore } from './store.ts';
import type { BatchMessage } from './tables.ts';

/** Bounds of the pause between two attempts to send the same message, in seconds. */
const betweenAttempts = { first: 10, longest: 3600 };
/**
 * Number of failed attempts after which a message is given up. With the pauses in between, they take more
 * than a day.
 */
const mostAttempts = 30;
/**
 * Bounds of a channel's pause after a failed attempt, in ms. No message is sent to the channel meanwhile,
 * because the next message would probably fail too.
 */
const rest = { first: 1_000, longest: 60_000 };
/**
 * A channel's pause, in ms, after Discord answered that the webhook does not exist or may not be used. The
 * pause is long because Discord blocks clients that keep calling such a webhook.
 */
const restOfRefusedMs = 3_600_000;

const unknownMessage = 10_008;

/**
 * Makes the sender of one channel's messages. It sends a message for every applied batch. When a later batch reverts a batch, it edits
 * the message about the reverted batch. It stores each message before sending it, and Discord's answer
 * afterwards. So a message is sent twice only when the process ends between the answer and its storing.
 */
export function createBatchMessages({
  store,
  channel,
  target,
  usage,
  categories,
  settings,
  held,
  clock,
  monotonicMs,
  random,
  onSent,
  onFailed,
  signal,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly channel: ChatChannel;
  /**
   * The channel's name in the database, made from the ids of its webhook and thread. It contains no secret.
   */
  readonly target: string;
  readonly usage: UsageLevels;
  readonly categories: readonly string[];
  readonly settings: Pick<Settings, 'canonicalFormat' | 'bridgeConsoleUrl'>;
  /** Tells whether this instance holds the lease to send to the channel. */
  readonly held: () => Promise<boolean>;
  readonly clock: Clock;
  /** Monotonic time in milliseconds. */
  readonly monotonicMs: () => number;
  /** Gives a random number in [0, 1). */
  readonly random: () => number;
  /** Called with each message that Discord accepted, new or edited. */
  readonly onSent: (message: BatchMessage) => void;
  /** Called with each message that this instance gives up. */
  readonly onFailed: (message: BatchMessage) => void;
  /** Once aborted, no further message is sent. */
  readonly signal?: AbortSignal;
}) {
  const note = noteBatches({ store, target, clock });
  let failures = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;

  /**
   * Gives the content of a message, as JSON text. Gives null when there is nothing to tell, for example when
   * a batch changed nothing that readers see. If Discord already has a message about that batch, gives its
   * new content even then.
   */
  const contentOf = async (message: BatchMessage): Promise<string | null> => {
    const { canonicalFormat, bridgeConsoleUrl } = settings;
    await usage.prepare(categories);
    return store.read(async (reader) => {
      const [summary] = await batchSummaries(reader, canonicalFormat, [message.batch_id]);
      if (!summary?.applied_at) return null;
      const batch = await batchAnnouncement(reader, summary, summary.applied_at, usage);
      const { models, more } = batch;
      if (models.length + more === 0 && message.message_id === null) return null;
      const { reverted_by: by, reverted_models: count } = message;
      const reverted =
        by === null ? null : { by, wholly: count >= (await modelsWritten(reader, message.batch_id)).size };
      return JSON.stringify(discordMessage(batch, reverted, bridgeConsoleUrl));
    });
  };

  const attempt = async (message: BatchMessage): Promise<BatchMessage> => {
    const content = await contentOf(message);
    const hash = content === null ? null : contentHash(content);
    const { message_id: id, content_hash: known } = message;
    // A message whose id the chat has not said cannot be edited.
    const isSaid = content === null || hash === known || (id === null && known !== null);
    if (isSaid) return { ...message, state: 'sent', updated_at: clock.now() };
    const answer = id === null ? await channel.send(content) : await channel.edit(id, content);
    return afterAnswer(message, answer, hash);
  };

  const afterAnswer = (message: BatchMessage, answer: ChatAnswer, hash: string | null): BatchMessage => {
    const now = clock.now();
    const { status, code, error, waitMs } = answer;
    const said = { ...message, last_status: status, last_error: error, updated_at: now };
    restsUntil = monotonicMs() + waitMs;
    if (error === null) {
      failures = 0;
      const message_id = message.message_id ?? answer.messageId;
      return { ...said, message_id, content_hash: hash, state: 'sent' };
    }
    // Somebody has deleted the message in the chat.
    if (code === unknownMessage) return { ...said, state: 'sent' };
    // Being told to wait does not count as a failed attempt.
    if (status === 429) return { ...said, next_attempt_at: now + Math.ceil(waitMs / 1000) };
    const attempts = message.attempts + 1;
    failures += 1;
    const isGone = status === 401 || status === 403 || status === 404;
    restsUntil = Math.max(
      restsUntil,
      monotonicMs() + (isGone ? restOfRefusedMs : waitAfter(failures, rest, random)),
    );
    const isGivenUp = status === 400 || attempts >= mostAttempts;
    const wait = Math.max(isGone ? betweenAttempts.longest : waitAfter(attempts, betweenAttempts, random), 1);
    const next_attempt_at = now + Math.ceil(Math.max(wait, waitMs / 1000));
    return { ...said, attempts, next_attempt_at, state: isGivenUp ? 'failed' : 'waiting' };
  };

  return {
    /**
     * Stores messages about newly applied batches. Then sends or edits
     * one message that is due. Gives true if it did any of this.
     */
    step: async (): Promise<boolean> => {
      if (signal?.aborted || monotonicMs() < restsUntil || !(await held())) return false;
      const noted = await note();
      const now = clock.now();
      const times = { now, latest: now + 2 * betweenAttempts.longest };
      const due = await store.read((tx) => batchMessageStore(tx).due(target, times));
      if (due === null) return noted;
      const after = await attempt(due);
      await store.write((tx) => batchMessageStore(tx).put(after));
      if (after.state === 'failed') onFailed(after);
      else if (after.content_hash !== due.content_hash) onSent(after);
      return true;
    },
  };
}

/** Largest number of events in which one call of the function from `noteBatches` searches for batches. */
const eventsAtOnce = 5_000;
/**
 * Number of searched events after which the search stores its position, even when it has found no batch.
 * After a restart, it searches at most about this many events again.
 */
const eventsBetweenNotes = 1_000;
/**
 * Gives a function that searches the audit trail for batches that any instance has applied since the last
 * call. The function stores the channel's messages about them, and gives true if there were any. Batches applied before the very first call are not announced.
 */
export function noteBatches({
  store,
  target,
  clock,
}: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly target: string;
  readonly clock: Clock;
}): () => Promise<boolean> {
  let lookedUpTo: number | null = null;
  let end: ChainEnd | null = null;

  return async () => {
    const found = await store.read(async (reader) => {
      const now = await auditStore(reader).head();
      const { event_id: head } = now;
      // The lost events' numbers belong to other events now.
      if (end !== null && !(await auditStore(reader).has(end))) lookedUpTo = null;
      end = now;
      if (head === lookedUpTo) return null;
      const stored = await batchMessageStore(reader).notedUpTo(target);
      // A stored place behind the trail's end: an older database was restored.
      if (stored === null || stored > head) return { stored, upto: head, messages: [] };
      const from = Math.min(Math.max(stored, lookedUpTo ?? 0), head);
      const upto = Math.min(head, from + eventsAtOnce);
      const batches = await auditStore(reader).batchesBetween(from, upto);
      const messages = await messagesAbout(reader, batches);
      return { stored, upto, messages };
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

  /**
   * Gives the messages to store about these batches, and about the earlier batches that these batches revert.
   */
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

/**
 * Finds the earlier batches that the applied changes of a batch revert. Gives a map from the id of a reverted
 * batch to the number of models that these changes have written.
 */
async function revertedBy(reader: Tx, batch_id: number): Promise<ReadonlyMap<number, number>> {
  const ids = await changeStore(reader).ids({ batch_id, statuses: ['applied'] });
  const reverts = Map.groupBy(await changeStore(reader).reverts(ids), ([, reverted]) => reverted);
  const models = new Map<number, number>();
  for (const [reverted, changes] of reverts) {
    const written = await modelsWritten(reader, batch_id, new Set(changes.map(([id]) => id)));
    models.set(reverted, written.size);
  }
  return models;
}
