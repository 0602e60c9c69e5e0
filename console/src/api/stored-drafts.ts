import type { Draft, RecordDraft } from '#client';
import { storedList } from './stored-list.ts';

/**
 * A drafted record with its sources, stored until the user proposes or discards it. Its texts come from other
 * sites and are not trusted.
 */
export interface StoredDraft {
  readonly id: string;
  /**
   * The link to the model: the pasted link, or the link in the model request. Null for pasted JSON, and for a
   * request without a link.
   */
  readonly link: string | null;
  readonly made: Draft;
  /** The id of the model request that the draft was created for, if any. */
  readonly request?: number | undefined;
  /**
   * The record with the user's edits; null without edits. `model` is the name of the live model that the
   * record changes; null for a new model.
   */
  readonly edited: { readonly model: string | null; readonly record: RecordDraft } | null;
}

/** Largest number of stored drafts. */
const maxStoredDrafts = 50;

function isStoredDraft(value: unknown): value is StoredDraft {
  const { id, made, edited } = (value ?? {}) as Partial<StoredDraft>;
  const { category, record, sources, notes, choices, duplicates } = (made ?? {}) as Partial<Draft>;
  return (
    typeof id === 'string' &&
    typeof category === 'string' &&
    [record, sources, ...(edited ? [edited.record] : [])].every(
      (part) => typeof part === 'object' && part !== null,
    ) &&
    [notes, choices, duplicates].every(Array.isArray)
  );
}

const storedDrafts = storedList('modelref-drafts', maxStoredDrafts, isStoredDraft, ({ id }) => id);
const { change } = storedDrafts;

/** Returns the stored drafts, oldest first. */
export function useStoredDrafts(): readonly StoredDraft[] {
  return storedDrafts.use();
}

/** Returns the number of further drafts that can be stored. */
export function countFreeDrafts(): number {
  return maxStoredDrafts - storedDrafts.get().length;
}

export function storeDraft(link: string | null, made: Draft, request?: number): StoredDraft {
  const draft: StoredDraft = { id: newId(), link, made, edited: null, request };
  change((drafts) => [...drafts, draft]);
  return draft;
}

/**
 * Replaces a stored draft with the draft of another link, for example after the user has chosen one of
 * several files. The new draft keeps the request of the old one, and gets a new id.
 */
export function replaceDraft(id: string, link: string, made: Draft): StoredDraft {
  const { request } = storedDrafts.get().find((each) => each.id === id) ?? {};
  const draft: StoredDraft = { id: newId(), link, made, edited: null, request };
  change((drafts) => drafts.map((each) => (each.id === id ? draft : each)));
  return draft;
}

/** Stores the user's edits of a draft, even if another tab has since discarded or proposed the draft. */
export function storeEdits(opened: StoredDraft, edited: StoredDraft['edited']): void {
  const draft = { ...opened, edited };
  change((drafts) =>
    drafts.some(({ id }) => id === opened.id)
      ? drafts.map((each) => (each.id === opened.id ? draft : each))
      : [...drafts, draft],
  );
}

export function discardDraft(id: string): void {
  change((drafts) => drafts.filter((each) => each.id !== id));
}

export function discardAllDrafts(): void {
  change(() => []);
}

/**
 * Returns a new id for a stored draft. Does not use `crypto.randomUUID`, which browsers offer on secure
 * origins only. The id is not secret, so it may be guessable.
 */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}
