import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { readMemberNames } from '../../kernel/json-members.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { findKey, removeKeysFromText } from '../../records/files/address-keys.ts';
import type { GroupEntries, GroupEntryKind } from '../names/index.ts';
import type { DoubtfulRow } from './repository-files/record-file.ts';

/** A record as in a file, before conversion. */
export interface SourceModel {
  readonly definition: CategoryDefinition;
  readonly file: string;
  readonly name: string;
  readonly format: CanonicalFormat;
  readonly record: JsonValue;
  /** The column names of the CSV file that contains the record; undefined for a record of a JSON file. */
  readonly columns?: readonly string[];
}

/** An entry of a text model group file. */
export interface SourceGroupEntry {
  readonly file: string;
  readonly kind: GroupEntryKind;
  readonly name: string;
  readonly entry: GroupEntries[GroupEntryKind];
}

/** A problem with a record, or with a whole file if `name` is null. */
export interface SourceProblem {
  readonly file: string;
  readonly name: string | null;
  readonly reason: string;
}

export interface SourceDoubtfulRow extends DoubtfulRow {
  readonly category: string;
}

export interface ReadFile {
  readonly file: string;
  readonly category: string;
  readonly format: CanonicalFormat;
  readonly records: number;
}

/** The text of a public repository's file. */
export interface SourceText {
  readonly fileName: string;
  readonly text: string;
}

export interface ReferenceFiles {
  readonly files: readonly ReadFile[];
  /**
   * The texts of the public repositories' files. The import stores them, so that the legacy export can edit
   * them.
   */
  readonly texts: readonly SourceText[];
  readonly models: readonly SourceModel[];
  readonly groupEntries: readonly SourceGroupEntry[];
  /** Problems with unreadable records, group entries and files. */
  readonly problems: readonly SourceProblem[];
  /**
   * Names of the categories with an unreadable file, or without a required file. An unreadable file may
   * contain any model, so the import deletes no model of these categories.
   */
  readonly unreadCategories: readonly string[];
  /**
   * Rows that may contain further models. The import does not delete a model whose name may be in such a row.
   */
  readonly doubtfulRows: readonly SourceDoubtfulRow[];
  /** Warnings for the user who runs the import; they do not affect it. */
  readonly warnings: readonly SourceProblem[];
}

/** The `ReferenceFiles` while they are being read. */
export type CollectedFiles = { [Kind in keyof ReferenceFiles]: ReferenceFiles[Kind][number][] };

/**
 * Returns the members of a JSON object in file order, unlike the parsed object, in which numeric names come
 * first. A repeated name has its last value, as in every JSON parser.
 */
export function listMembers(content: JsonObject, text: string): [string, JsonValue][] {
  const entries = Object.entries(content);
  if (!entries.some(([name]) => /^\d+$/.test(name))) return entries;
  return readMemberNames(text).map((name) => [name, content[name] ?? null]);
}

/** Returns the JSON object in a file; null if the file contains anything else. */
export function parseJsonObjectOrNull(text: string): JsonObject | null {
  const content = parseJsonObject(text);
  return 'object' in content ? content.object : null;
}

/** Parses the text of a JSON file, with or without a byte order mark. */
export function parseJsonObject(
  text: string,
): { readonly object: JsonObject } | { readonly instead: string } {
  const json = text.replace(/^\uFEFF/, '');
  if (json.trim() === '') return { instead: 'it is empty' };
  try {
    const content: unknown = JSON.parse(json);
    if (isJsonObject(content)) return { object: content };
    const excerpt = Array.isArray(content)
      ? 'an array'
      : removeKeysFromText(JSON.stringify(content)).slice(0, 40);
    return { instead: `it is ${excerpt}` };
  } catch (error) {
    // The error message quotes the text around the error, which may contain credentials.
    return { instead: findKey(json) === null ? (error as Error).message : 'it is not JSON' };
  }
}
