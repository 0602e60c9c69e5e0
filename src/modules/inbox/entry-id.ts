/** What tells the entries of an inbox apart: the event, and the change that its account is told of. */
export interface EntryId {
  readonly event_id: number;
  readonly change_id: number;
}

/** `3111-1042` */
export function entryIdText({ event_id, change_id }: EntryId): string {
  return `${event_id}-${change_id}`;
}

/** Null for a text that is no id of an entry. */
export function parseEntryId(text: string): EntryId | null {
  const [, event, change] = /^([1-9]\d{0,14})-([1-9]\d{0,14})$/.exec(text) ?? [];
  return event && change ? { event_id: Number(event), change_id: Number(change) } : null;
}
