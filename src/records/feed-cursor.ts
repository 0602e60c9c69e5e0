/** The id and hash of the last event of a chain; the next event continues the chain from them. */
export interface ChainEnd {
  readonly event_id: number;
  readonly hash: string;
}

/** A place in the audit chain, up to which a follower has everything. */
export interface FeedCursor {
  readonly event_id: number;
  /** The beginning of the hash of the event; null when the follower gave the event's id alone. */
  readonly hash: string | null;
}

/** Characters of the hash in a cursor: enough that two histories are never confused. */
const hashLength = 16;
const form = new RegExp(`^(\\d{1,15})(?:-([0-9a-f]{${hashLength}}))?$`);

/**
 * Writes a cursor such as `412-9f86d081884c7d65`: the event's id and the beginning of its hash. With the hash a
 * follower notices that the registry was restored from a backup and has since given the same ids to other events.
 */
export function cursorText({ event_id, hash }: ChainEnd): string {
  return event_id === 0 ? '0' : `${event_id}-${hash.slice(0, hashLength)}`;
}

/** Reads a cursor as `cursorText` writes it, or an event id alone; null for any other text. */
export function parseCursor(text: string): FeedCursor | null {
  const [, id, hash = null] = form.exec(text) ?? [];
  return id === undefined ? null : { event_id: Number(id), hash };
}
