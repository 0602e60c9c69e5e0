import { computeBackOffDelay } from '../../kernel/concurrency/back-off.ts';
import type { ChatChannel } from '../../outside/discord-client.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { ModuleContext } from '../base.ts';
import { changeStore } from '../queue/index.ts';
import { type AppliedBatch, linesOf, type Markup, readAppliedBatch } from './batches.ts';
import { discordCursors } from './store.ts';

/**
 * Maximum number of batches that wait to be announced to a channel. If there are more, only the latest are
 * announced.
 */
const maxWaiting = 20;
/** Number of failed attempts, within about three hours, after which a message is discarded. */
const maxAttempts = 12;
/** The pauses between two attempts, in ms. */
const retryPausesMs = { first: 10_000, longest: 3_600_000 };

/** Returns the latest batch announced to the channel, and the ids of later batches, newest first. */
export async function readWaitingBatches(reader: Tx, target: string) {
  const lastAnnouncedId = await discordCursors(reader).latest(target);
  return {
    announced: lastAnnouncedId,
    ids: await changeStore(reader).appliedBatches(lastAnnouncedId ?? 0, maxWaiting),
  };
}

/**
 * Creates the sender of one channel's messages. It sends one message, in order, for each batch that is
 * applied after the sender's first search. It stores a batch's id once Discord has accepted the message. If
 * the process is killed before the id is stored, the message is sent again.
 * @returns a function that sends one message that is due, and returns true if another one may be due
 */
export function createDiscordSender(parts: {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly channel: ChatChannel;
  /** The channel's name in the database and in the log, without its secret. */
  readonly target: string;
  /** The console's address; null: messages have no links. */
  readonly console: string | null;
  /** Returns whether this instance holds the lease to send to the channel. */
  readonly held: () => Promise<boolean>;
  readonly monotonicMs: () => number;
  readonly logger: Pick<ModuleContext['logger'], 'error'>;
}): () => Promise<boolean> {
  const { store, channel, target, console, held, monotonicMs, logger } = parts;
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
    const pause = isGone ? retryPausesMs.longest : computeBackOffDelay(attempts, retryPausesMs, Math.random);
    if (!isGivenUp) pausedUntilMs = monotonicMs() + Math.max(waitMs, pause);
    const outcome = isGivenUp ? 'it is not sent again' : 'it is sent again later';
    logger.error({ target, batch_id, error }, `Discord refused the message about a batch: ${outcome}`);
    return isGivenUp;
  };

  return async () => {
    if (monotonicMs() < pausedUntilMs || !(await held())) return false;
    const { announced, ids } = await store.read((reader) => readWaitingBatches(reader, target));
    const nextBatchId = announced === null ? (ids[0] ?? 0) : ids.at(-1);
    if (nextBatchId === undefined || (announced !== null && !(await sendBatch(nextBatchId)))) return false;
    attempts = 0;
    await store.write((tx) => discordCursors(tx).setLatest(target, nextBatchId));
    return true;
  };
}

/** Discord's limits for an embed, in UTF-16 units. All its texts together may have 6,000. */
const maxDescriptionLength = { title: 256, description: 4096 };
/** Maximum lengths of a name or a list of people's names, and of a linked address. */
const [maxName, maxAddress] = [150, 300];

/** @param console the console's address, without a slash at the end; null: the message has no links */
export function discordMessage(batch: AppliedBatch, console: string | null) {
  const { batch_id, title, applied_at } = batch;
  const embed = {
    title: escapeMarkdown(title, maxDescriptionLength.title),
    ...(console === null ? {} : { url: `${console}/review/batches/${batch_id}` }),
    description: descriptionOf(batch, console),
    timestamp: new Date(applied_at * 1000).toISOString(),
    footer: { text: `Batch ${batch_id}` },
  };
  // Disables mentions, even if a name or a title contains one.
  return { embeds: [embed] as const, allowed_mentions: { parse: [] } };
}

function descriptionOf(batch: AppliedBatch, console: string | null): string {
  const text = linesOf(batch, console, markdown).join('\n');
  if (text.length <= maxDescriptionLength.description) return text;
  return descriptionOf({ ...batch, changes: batch.changes.slice(0, -1), more: batch.more + 1 }, console);
}

const name = (text: string) => escapeMarkdown(text, maxName);
const markdown: Markup = {
  text: name,
  bold: (text) => `**${name(text)}**`,
  link: (text, url) => (url.length > maxAddress ? name(text) : `[${name(text)}](${url})`),
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
