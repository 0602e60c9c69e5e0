import type { Draft, RecordDraft } from '#client';
import { externalValue } from './external-value.ts';

/**
 * A record made from a link, until it is proposed or thrown away. Its texts come from other sites: they are
 * data.
 */
export interface KeptDraft {
  readonly id: string;
  /** The link that the draft was made from; null for pasted JSON. */
  readonly link: string | null;
  readonly made: Draft;
  /** The edited record: of a new model (`model` null), or of the model that the draft edits. */
  readonly edited: { readonly model: string | null; readonly record: RecordDraft } | null;
}

/** Most drafts that are kept at once. */
const mostKeptDrafts = 50;

const storageKey = 'modelref-drafts';

// Kept by the browser, not by tab or key: drafts outlive reloads and signing in. Nothing in them is secret.
function stored(): readonly KeptDraft[] | null {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(read) ? read.filter(isKeptDraft).slice(0, mostKeptDrafts) : [];
  } catch {
    // Storage is switched off, or holds something else.
    return null;
  }
}

/**
 * Checks a stored value: an earlier version of this page, or another page of this origin, may have written
 * it.
 */
function isKeptDraft(value: unknown): value is KeptDraft {
  const { id, made, edited } = (value ?? {}) as Partial<KeptDraft>;
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

const kept = externalValue<readonly KeptDraft[]>(stored() ?? []);

// Another tab has written.
addEventListener('storage', ({ key }) => {
  if (key === storageKey || key === null) kept.set(stored() ?? []);
});

/** Changes the stored drafts rather than this tab's copy: another tab may have written meanwhile. */
function change(by: (drafts: readonly KeptDraft[]) => readonly KeptDraft[]): void {
  const next = by(stored() ?? kept.get());
  try {
    if (next.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is switched off or full: the drafts live as long as the page.
  }
  kept.set(next);
}

/** The kept drafts, oldest first. */
export function useKeptDrafts(): readonly KeptDraft[] {
  return kept.use();
}

/** The number of further drafts that can be kept. */
export function roomForDrafts(): number {
  return mostKeptDrafts - kept.get().length;
}

export function keepDraft(link: string | null, made: Draft): KeptDraft {
  const draft: KeptDraft = { id: newId(), link, made, edited: null };
  change((drafts) => [...drafts, draft]);
  return draft;
}

/** Replaces a draft by a newly made one, as when one of several files was chosen. */
export function replaceDraft(id: string, link: string, made: Draft): KeptDraft {
  const draft: KeptDraft = { id: newId(), link, made, edited: null };
  change((drafts) => drafts.map((each) => (each.id === id ? draft : each)));
  return draft;
}

export function keepEdits(id: string, edited: KeptDraft['edited']): void {
  change((drafts) => drafts.map((each) => (each.id === id ? { ...each, edited } : each)));
}

export function throwAwayDraft(id: string): void {
  change((drafts) => drafts.filter((each) => each.id !== id));
}

export function throwAwayAllDrafts(): void {
  change(() => []);
}

/** A random id. `crypto.randomUUID` exists on secure origins only; this id need not be secret. */
function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}
