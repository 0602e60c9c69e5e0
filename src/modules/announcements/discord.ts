import { computeBackOffDelay } from '../../kernel/concurrency/back-off.ts';
import type { ChatChannel } from '../../outside/discord-client.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { ModuleContext } from '../base.ts';
import { changeStore } from '../queue/index.ts';
import { type AppliedBatch, describeBatch, type Markup, readAppliedBatch } from './batches.ts';
import { discordCursors } from './store.ts';

/**
 * Maximum number of batches that wait to be announced to a channel. If there are more, only the latest are
 * announced.
 */
const maxWaitingBatches = 20;
/** Number of failed attempts, within about three hours, after which a message is discarded. */
const maxAttempts = 12;
/** The pauses between two attempts, in ms. */
const retryPausesMs = { first: 10_000, longest: 3_600_000 };

/** Returns the latest batch announced to the channel, and the ids of later batches, newest first. */
export async function readWaitingBatches(reader: Tx, target: string) {
  const lastAnnouncedId = await discordCursors(reader).latest(target);
  return {
    lastAnnouncedId,
    ids: await changeStore(reader).appliedBatches(lastAnnouncedId ?? 0, maxWaitingBatches),
  };
}

/**
 * Creates the sender of one channel's messages: one message, in order, for each batch applied after the
 * sender's first search. The sender stores the id of a batch once Discord has accepted the message. If the
 * process is killed before that, the message is sent again.
 * @returns a function that sends the next message, and returns true if another batch may be waiting
 */
export function createDiscordSender(parts: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly channel: ChatChannel;
  /** The channel's name in the database and in the log, without its secret. */
  readonly target: string;
  /** The console's address; null: messages have no links. */
  readonly console: string | null;
  /** Returns whether this instance holds the lease to send to the channel. */
  readonly holdsLease: () => Promise<boolean>;
  readonly monotonicMs: () => number;
  readonly logger: Pick<ModuleContext['logger'], 'error'>;
}): () => Promise<boolean> {
  const { store, channel, target, console, holdsLease, monotonicMs, logger } = parts;
  let attempts = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;

  /** Sends the message about a batch. Returns whether it was delivered or discarded. */
  const sendBatch = async (batch_id: number): Promise<boolean> => {
    const batch = await store.read((reader) => readAppliedBatch(reader, batch_id));
    const { status, error, waitMs } = await channel.send(JSON.stringify(discordMessage(batch, console)));
    pausedUntilMs = monotonicMs() + waitMs;
    if (error === null) return true;
    // A rate limit is not a failure.
    if (status === 429) return false;
    attempts += 1;
    // Discord blocks clients that keep calling a deleted webhook.
    const isGone = status === 401 || status === 403 || status === 404;
    const isGivenUp = status === 400 || (!isGone && attempts >= maxAttempts);
    const pauseMs = isGone
      ? retryPausesMs.longest
      : computeBackOffDelay(attempts, retryPausesMs, Math.random);
    if (!isGivenUp) pausedUntilMs = monotonicMs() + Math.max(waitMs, pauseMs);
    const outcome = isGivenUp ? 'it is not sent again' : 'it is sent again later';
    logger.error({ target, batch_id, error }, `Discord refused the message about a batch: ${outcome}`);
    return isGivenUp;
  };

  return async () => {
    if (monotonicMs() < pausedUntilMs || !(await holdsLease())) return false;
    const { lastAnnouncedId, ids } = await store.read((reader) => readWaitingBatches(reader, target));
    const nextBatchId = lastAnnouncedId === null ? (ids[0] ?? 0) : ids.at(-1);
    if (nextBatchId === undefined || (lastAnnouncedId !== null && !(await sendBatch(nextBatchId))))
      return false;
    attempts = 0;
    await store.write((tx) => discordCursors(tx).setLatest(target, nextBatchId));
    return true;
  };
}

/**
 * Discord's length limits for the title and the description of an embed, in UTF-16 units. The limit of all
 * texts together is 6,000.
 */
const maxLengths = { title: 256, description: 4096 };
/** Maximum length of a name or of the list of people, and of a linked URL. */
const [maxNameLength, maxUrlLength] = [150, 300];

/** @param console the console's address, without a slash at the end; null: the message has no links */
export function discordMessage(batch: AppliedBatch, console: string | null) {
  const { batch_id, title, applied_at } = batch;
  const embed = {
    title: escapeMarkdown(title, maxLengths.title),
    ...(console === null ? {} : { url: `${console}/review/batches/${batch_id}` }),
    description: formatDescription(batch, console),
    timestamp: new Date(applied_at * 1000).toISOString(),
    footer: { text: `Batch ${batch_id}` },
  };
  // Disables mentions, even if a name or a title contains one.
  return { embeds: [embed] as const, allowed_mentions: { parse: [] } };
}

function formatDescription(batch: AppliedBatch, console: string | null): string {
  const text = describeBatch(batch, console, markdown).join('\n');
  if (text.length <= maxLengths.description) return text;
  return formatDescription(
    { ...batch, changes: batch.changes.slice(0, -1), moreCount: batch.moreCount + 1 },
    console,
  );
}

const formatName = (text: string) => escapeMarkdown(text, maxNameLength);
const markdown: Markup = {
  text: formatName,
  bold: (text) => `**${formatName(text)}**`,
  link: (text, url) => (url.length > maxUrlLength ? formatName(text) : `[${formatName(text)}](${url})`),
};

/** Escapes Markdown, mentions, emoji, addresses and line breaks; shortens the text to `length` characters. */
function escapeMarkdown(text: string, length: number): string {
  let escapedText = '';
  for (const character of text.toWellFormed().replace(/\s+/g, ' ')) {
    const escapedCharacter = /[\\*_~`|<>[\]()@#:]/.test(character) ? `\\${character}` : character;
    if (escapedText.length + escapedCharacter.length >= length) return `${escapedText}…`;
    escapedText += escapedCharacter;
  }
  return escapedText;
}
