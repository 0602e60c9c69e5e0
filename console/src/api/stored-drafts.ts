import type { Draft, RecordDraft } from '#client';
import { storedList } from './stored-list.ts';

/**
 * A drafted record with its sources, kept until the user proposes it or throws it away. Its texts come from
 * other sites and are not trusted.
 */
export interface StoredDraft {
  readonly id: string;
  /**
   * The link to the model: the pasted link, or the link in the request for the model. Null for a draft of
   * pasted JSON, and for a request without a link.
   */
  readonly link: string | null;
  readonly made: Draft;
  /**
   * The id of the request for a model for which the draft was made; undefined for a draft without a request.
   */
  readonly request?: number | undefined;
  /**
   * The record with the user's edits; null while the user has edited nothing. `model` is the name of the live
   * model that the record changes; null when the record is a new model.
   */
  readonly edited: { readonly model: string | null; readonly record: RecordDraft } | null;
}

/** Largest number of drafts that are kept at once. */
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

/** The kept drafts, oldest first. */
export function useStoredDrafts(): readonly StoredDraft[] {
  return storedDrafts.use();
}

/** The number of further drafts that can be kept. */
export function roomForDrafts(): number {
  return maxStoredDrafts - storedDrafts.get().length;
}

export function storeDraft(link: string | null, made: Draft, request?: number): StoredDraft {
  const draft: StoredDraft = { id: newId(), link, made, edited: null, request };
  change((drafts) => [...drafts, draft]);
  return draft;
}

/**
 * Replaces a kept draft by the draft of another link, for example when the user has chosen one of several
 * files. The new draft keeps the request of the old one, and has an id of its own.
 */
export function replaceDraft(id: string, link: string, made: Draft): StoredDraft {
  const { request } = storedDrafts.get().find((each) => each.id === id) ?? {};
  const draft: StoredDraft = { id: newId(), link, made, edited: null, request };
  change((drafts) => drafts.map((each) => (each.id === id ? draft : each)));
  return draft;
}

/** Keeps the user's edits of a draft, also if it was thrown away or proposed in another tab meanwhile. */
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
 * Returns a new id for a kept draft. Does not use `crypto.randomUUID`, because browsers offer it on secure
 * origins only. The id is no secret, so it may be guessable.
 */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}
