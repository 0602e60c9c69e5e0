import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';

/** The catalogues that are changed by change sets; these are the values of `resource_kind` in the queue. */
export const reviewedKinds = ['image_baseline', 'text_guidance'] as const;
export type ReviewedKind = (typeof reviewedKinds)[number];
/** All kinds of catalogues, including those that editors write directly. */
export const catalogueKinds = [...reviewedKinds, 'licensing'] as const;
export type CatalogueKind = (typeof catalogueKinds)[number];

/** The entries of one section of a catalogue, by name. */
export type Section = ReadonlyMap<string, JsonObject>;

/** A catalogue at one revision. Immutable. */
export interface Catalogue {
  /** Starts at 1; each applied change set increments it. */
  readonly revision: number;
  /** Unix time of the latest applied change set; null before the first. */
  readonly updated_at: number | null;
  readonly sections: Readonly<Record<string, Section>>;
}

/**
 * The effect of one write on an entry. `before` is null if the write created the entry; `after` is null if
 * the write removed it.
 */
export interface EntryWrite {
  readonly section: string;
  readonly name: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

/** The user who writes a catalogue, and the time. */
export interface Editor {
  /** `name#id`. */
  readonly username: string;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Returns the initial metadata of an entry: its revision and times, which the server sets (`RecordMetadata`).
 */
export function createFirstMetadata(): JsonObject {
  return { revision: 1, created_at: null, created_by: null, updated_at: null, updated_by: null };
}

/** Returns an entry without the metadata that the server sets. */
export function withoutMetadata({ metadata: _, ...content }: JsonObject): JsonObject {
  return content;
}

/** Returns the `metadata` of a catalogue in responses (schema `CatalogMetadata`). */
export function createCatalogMetadata({ revision, updated_at }: Catalogue): JsonObject {
  return { schema_version: 1, revision, updated_at };
}

/** Lists the entries that differ between two states of a catalogue. */
export function diffCatalogues(before: Catalogue, after: Catalogue): EntryWrite[] {
  const writes: EntryWrite[] = [];
  for (const section of new Set([...Object.keys(before.sections), ...Object.keys(after.sections)])) {
    const [oldEntries, newEntries] = [
      before.sections[section] ?? noEntries,
      after.sections[section] ?? noEntries,
    ];
    for (const [name, entry] of oldEntries) {
      const newEntry = newEntries.get(name) ?? null;
      if (newEntry === null || !sameJson(entry, newEntry))
        writes.push({ section, name, before: entry, after: newEntry });
    }
    for (const [name, entry] of newEntries) {
      if (!oldEntries.has(name)) writes.push({ section, name, before: null, after: entry });
    }
  }
  return writes;
}

const noEntries: Section = new Map();

/**
 * A copy of a catalogue for applying the changes of a change set in order. Sets the metadata of the entries
 * that it writes.
 */
export class CatalogueDraft {
  readonly #base: Catalogue;
  readonly #editor: Editor;
  readonly #sections: Readonly<Record<string, Map<string, JsonObject>>>;

  constructor(base: Catalogue, editor: Editor) {
    this.#base = base;
    this.#editor = editor;
    this.#sections = Object.fromEntries(
      Object.entries(base.sections).map(([section, entries]) => [section, new Map(entries)]),
    );
  }

  /** Returns the current entries of a section, including the changes made in this draft. */
  section(section: string): Section {
    return this.#entriesOf(section);
  }

  /**
   * Checks that an entry has not changed since the change set was proposed.
   * @param entryTitle the entry in the error text, such as `Baseline 'flux_1'`
   * @param expectedEntry the entry that the proposer saw, with its metadata; null if there was none
   * @throws RegistryError `conflict`
   */
  assertUnchanged(section: string, name: string, entryTitle: string, expectedEntry: JsonObject | null): void {
    const currentEntry = this.#base.sections[section]?.get(name) ?? null;
    if (sameJson(currentEntry, expectedEntry)) return;
    const currentState =
      currentEntry === null
        ? 'it no longer exists'
        : expectedEntry === null
          ? 'it already exists'
          : `expected revision ${getRevision(expectedEntry)}; found ${getRevision(currentEntry)}`;
    throw new RegistryError(
      'conflict',
      `${entryTitle} changed after review: ${currentState}. Read it again.`,
    );
  }

  /** Creates or replaces an entry, and sets its next metadata. */
  put(section: string, name: string, entry: JsonObject): void {
    const entries = this.#entriesOf(section);
    const { username, now } = this.#editor;
    const previousMetadata = (entries.get(name)?.metadata ?? null) as JsonObject | null;
    const metadata = {
      revision: previousMetadata === null ? 1 : Number(previousMetadata.revision) + 1,
      created_at: previousMetadata === null ? now : (previousMetadata.created_at ?? null),
      created_by: previousMetadata === null ? username : (previousMetadata.created_by ?? null),
      updated_at: now,
      updated_by: username,
    };
    entries.set(name, { ...entry, metadata });
  }

  remove(section: string, name: string): void {
    this.#entriesOf(section).delete(name);
  }

  /** Returns the catalogue after all changes. */
  finish(): Catalogue {
    return {
      revision: this.#base.revision + 1,
      updated_at: this.#editor.now,
      sections: Object.fromEntries(
        Object.entries(this.#sections).map(([section, entries]) => [section, sortSection(entries)]),
      ),
    };
  }

  #entriesOf(section: string): Map<string, JsonObject> {
    const entries = this.#sections[section];
    if (!entries) throw new Error(`The catalogue has no section '${section}'`);
    return entries;
  }
}

/** Sorts entries by name, in code unit order. */
export function sortSection(entries: Iterable<readonly [string, JsonObject]>): Section {
  return new Map([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function getRevision(entry: JsonObject): unknown {
  return (entry.metadata as JsonObject | undefined)?.revision ?? null;
}
