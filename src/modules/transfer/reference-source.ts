import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { memberNames } from '../../kernel/json-members.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import type { GroupEntries, GroupEntryKind } from '../names/index.ts';

/** A record of a file, as it stands there. */
export interface SourceModel {
  readonly definition: CategoryDefinition;
  readonly file: string;
  readonly name: string;
  readonly format: CanonicalFormat;
  readonly record: JsonValue;
}

/** One entry of a file about groups of text models. */
export interface SourceGroupEntry {
  readonly file: string;
  readonly kind: GroupEntryKind;
  readonly name: string;
  readonly entry: GroupEntries[GroupEntryKind];
}

/** A problem of a record, or of a whole file when `name` is null. */
export interface SourceProblem {
  readonly file: string;
  readonly name: string | null;
  readonly reason: string;
}

export interface ReadFile {
  readonly file: string;
  readonly category: string;
  readonly format: CanonicalFormat;
  readonly records: number;
}

/** A file of the public repositories, all of it. */
export interface SourceText {
  readonly fileName: string;
  readonly text: string;
}

export interface ReferenceFiles {
  readonly files: readonly ReadFile[];
  /** The files of the public repositories, which the legacy export goes by. */
  readonly texts: readonly SourceText[];
  readonly models: readonly SourceModel[];
  readonly groupEntries: readonly SourceGroupEntry[];
  /** Records and files that cannot be read at all. */
  readonly problems: readonly SourceProblem[];
  /** Oddities that change nothing. */
  readonly warnings: readonly SourceProblem[];
}

/** A `ReferenceFiles` in the making. */
export interface Findings {
  files: ReadFile[];
  texts: SourceText[];
  models: SourceModel[];
  groupEntries: SourceGroupEntry[];
  problems: SourceProblem[];
  warnings: SourceProblem[];
}

/**
 * The members of a JSON object in the order of the file: a parsed object has names that look like numbers first.
 * Of a name that comes twice the last value counts, as everywhere.
 */
export function membersInOrder(content: JsonObject, text: string): [string, JsonValue][] {
  const entries = Object.entries(content);
  if (!entries.some(([name]) => /^\d+$/.test(name))) return entries;
  return memberNames(text).map((name) => [name, content[name] ?? null]);
}

/** The JSON object that a file holds; null when it holds anything else. */
export function jsonObjectOf(text: string): JsonObject | null {
  try {
    const content: unknown = JSON.parse(text);
    return isJsonObject(content) ? content : null;
  } catch {
    return null;
  }
}
