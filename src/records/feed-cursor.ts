/** The id and hash of the last event of a chain, to which the next event will be linked. */
export interface ChainEnd {
  readonly event_id: number;
  readonly hash: string;
}

/**
 * A position in the audit chain: the last event that a feed consumer has received. The consumer has all
 * earlier events too.
 */
export interface FeedCursor {
  readonly event_id: number;
  /** The beginning of the event's hash; null when the consumer sent only the event's id. */
  readonly hash: string | null;
}

/**
 * The number of hash characters in a cursor. A restore from a backup can cause two events with the same id;
 * this number suffices to distinguish their hashes.
 */
const hashLength = 16;
const cursorPattern = new RegExp(`^(\\d{1,15})(?:-([0-9a-f]{${hashLength}}))?$`);

/**
 * Returns a cursor as text, such as `412-9f86d081884c7d65`: the event's id and the beginning of its hash; `0`
 * before the first event. The hash lets consumers detect that the registry was restored from a backup and has
 * since assigned the same ids to other events.
 */
export function formatCursor({ event_id, hash }: ChainEnd): string {
  return event_id === 0 ? '0' : `${event_id}-${hash.slice(0, hashLength)}`;
}

/** Parses a text from `formatCursor`, or an event id alone; null for any other text. */
export function parseCursor(text: string): FeedCursor | null {
  const [, id, hash = null] = cursorPattern.exec(text) ?? [];
  return id === undefined ? null : { event_id: Number(id), hash };
}
