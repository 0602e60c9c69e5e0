import type { RecordDraft } from '#client';
import { storedList } from './stored-list.ts';

/**
 * Identifies a form by the facts in its URL: the page, the category, and the record or proposal that the form
 * starts with.
 */
export interface FormPlace {
  readonly page: 'new' | 'edit';
  readonly category: string;
  /** The name of the model that the form edits, or copies on the page `new`. */
  readonly name?: string | undefined;
  /** The id of the caller's own change whose record the form starts with. */
  readonly change?: number | undefined;
  readonly revise?: boolean | undefined;
}

/** A record as the user typed it, stored until it is proposed or discarded. */
export interface FormDraft {
  readonly place: FormPlace;
  /** The record that the form started with. */
  readonly base: RecordDraft;
  readonly record: RecordDraft;
}

/** Largest number of stored drafts. A further draft replaces the oldest one. */
const maxTypedDrafts = 50;

const storedEdits = storedList('modelref-typed', maxTypedDrafts, isFormDraft, ({ place }) => placeKey(place));

function isFormDraft(value: unknown): value is FormDraft {
  const { place, base, record } = (value ?? {}) as Partial<FormDraft>;
  const isObject = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part);
  return (
    [place, base, record].every(isObject) &&
    (place?.page === 'new' || place?.page === 'edit') &&
    typeof place.category === 'string'
  );
}

export function placeKey({ page, category, name, change, revise = false }: FormPlace): string {
  return JSON.stringify([page, category, name ?? null, change ?? null, revise]);
}

const isFromOtherForm = (place: FormPlace) => {
  const key = placeKey(place);
  return (draft: FormDraft) => placeKey(draft.place) !== key;
};

export function useFormDrafts(): readonly FormDraft[] {
  return storedEdits.use();
}

export function findStoredEdit(place: FormPlace): FormDraft | undefined {
  const key = placeKey(place);
  return storedEdits.get().find((draft) => placeKey(draft.place) === key);
}

export function storeFormDraft(draft: FormDraft): void {
  storedEdits.change((drafts) =>
    [draft, ...drafts.filter(isFromOtherForm(draft.place))].slice(0, maxTypedDrafts),
  );
}

export function discardFormDraft(place: FormPlace): void {
  storedEdits.change((drafts) => drafts.filter(isFromOtherForm(place)));
}

export function discardAllFormDrafts(): void {
  storedEdits.change(() => []);
}
