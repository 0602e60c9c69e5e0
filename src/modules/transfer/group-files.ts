import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { formatIssues } from '../../kernel/issues-text.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { checkName } from '../../records/model-name.ts';
import { storedNameSchema } from '../../records/text-names/index.ts';
import { sortDistinct } from '../../records/text-names/sorted-strings.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { NewAuditEvent } from '../audit/index.ts';
import { counterStore } from '../counters/index.ts';
import {
  aliasStore,
  entryTables,
  familyStore,
  type GroupEntries,
  type GroupEntryKind,
  groupEvent,
  nameSchemaStore,
} from '../names/index.ts';
import {
  type CollectedFiles,
  parseJsonObject,
  type SourceGroupEntry,
  type SourceProblem,
} from './reference-source.ts';
import type { SourceReader } from './source-reader.ts';

/** A text model group file of the v2 layout: a JSON object of entries of one kind, by name. */
interface GroupFile<Kind extends GroupEntryKind> {
  readonly kind: Kind;
  readonly fileName: string;
  /**
   * Parses a member of the file as an entry.
   * @throws ZodError if the value is not an entry of this kind
   */
  parse(name: string, value: JsonValue): GroupEntries[Kind];
  read(reader: Tx): Promise<[name: string, value: JsonObject][]>;
}

function defineGroupFile<Kind extends GroupEntryKind>(file: GroupFile<Kind>): GroupFile<Kind> {
  return file;
}

const aliasEntry = z.object({ aliases: z.array(z.string()) });
const familyEntry = z.object({ members: z.array(z.string()).min(1) });
const schemaEntry = z.object({
  separator: z.string().optional(),
  part_order: z.array(z.string()).optional(),
  author_included: z.boolean().optional(),
  common_author: z.string().nullable().optional(),
  template: z.string().nullable().optional(),
  extra_parts: z.array(z.string()).optional(),
});

export const groupFiles = [
  defineGroupFile({
    kind: 'alias',
    fileName: 'text_generation_group_aliases.json',
    parse: (canonical, value) => ({ canonical, aliases: [...new Set(aliasEntry.parse(value).aliases)] }),
    read: async (reader) =>
      (await aliasStore(reader).all()).map(({ canonical, aliases }) => [canonical, { aliases }]),
  }),
  defineGroupFile({
    kind: 'family',
    fileName: 'text_generation_group_families.json',
    parse: (family_name, value) => ({
      family_name,
      members: sortDistinct(familyEntry.parse(value).members),
    }),
    read: async (reader) =>
      (await familyStore(reader).all()).map((family) => [family.family_name, { ...family }]),
  }),
  defineGroupFile({
    kind: 'name_schema',
    fileName: 'text_generation_group_schemas.json',
    parse: (group_name, value) => ({
      group_name,
      schema: { ...storedNameSchema(schemaEntry.parse(value) as JsonObject) },
    }),
    read: async (reader) =>
      (await nameSchemaStore(reader).all()).map(({ group_name, schema }) => [group_name, schema]),
  }),
] as const;

/** Plural names of the entry kinds for messages. */
export const groupEntryNames: Readonly<Record<GroupEntryKind, string>> = {
  alias: 'alias lists of groups',
  family: 'families of groups',
  name_schema: 'naming schemas of groups',
};

/**
 * Reads the text model group files in one folder of a source, and adds their entries and problems to
 * `collectedFiles`.
 */
export async function readGroupFiles(
  source: SourceReader,
  folder: string,
  collectedFiles: CollectedFiles,
): Promise<void> {
  for (const { kind, fileName, parse } of groupFiles) {
    const text = await source.read(folder + fileName);
    if (typeof text !== 'string') continue;
    const file = source.label(folder + fileName);
    const content = parseJsonObject(text);
    if ('instead' in content) {
      const reason = `is not a JSON object of entries by name: ${content.instead}`;
      collectedFiles.problems.push({ file, name: null, reason });
      continue;
    }
    for (const [name, value] of Object.entries(content.object)) {
      try {
        collectedFiles.groupEntries.push({ file, kind, name, entry: parse(name, value) });
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        collectedFiles.problems.push({ file, name, reason: formatIssues(error, 'entry') });
      }
    }
  }
}

type Entry = GroupEntries[GroupEntryKind];

export interface GroupEntryImport {
  readonly kind: GroupEntryKind;
  readonly name: string;
  readonly before: Entry | null;
  readonly after: Entry;
}

export interface GroupPlan {
  readonly writes: GroupEntryImport[];
  readonly unchanged: number;
  readonly problems: SourceProblem[];
}

/**
 * Compares the group entries of the files with the stored ones, and plans the writes. An entry gets a problem
 * instead of a write if another entry has one of its aliases or members, or if its name is not allowed.
 */
export async function planGroups(reader: Tx, entries: readonly SourceGroupEntry[]): Promise<GroupPlan> {
  const plan = { writes: [] as GroupEntryImport[], unchanged: 0, problems: [] as SourceProblem[] };
  const holderByMember = new Map<string, string>();
  const importedEntries = new Map(entries.map(({ kind, name, entry }) => [keyOf(kind, name), entry]));
  /**
   * Returns whether the import removes the alias or member `member` from the entry `holder`. Another entry
   * may then use it.
   */
  const releases = (kind: GroupEntryKind, holder: string, member: string) => {
    const importedHolder = importedEntries.get(keyOf(kind, holder));
    return importedHolder !== undefined && !listUniqueNames(importedHolder).includes(member);
  };
  for (const { file, kind, name, entry } of entries) {
    const before = await entryTables[kind].read(reader, name);
    const reason =
      (await findRefusal(reader, kind, name, entry, releases)) ??
      findDuplicateClaim(holderByMember, kind, name, entry);
    if (reason !== null) plan.problems.push({ file, name, reason });
    else if (sameJson(toJsonObject(before), toJsonObject(entry))) plan.unchanged += 1;
    else plan.writes.push({ kind, name, before, after: entry });
  }
  return plan;
}

export async function writeGroups(
  writer: WriteTx,
  writes: readonly GroupEntryImport[],
  act: { readonly domain: CanonicalFormat; readonly now: number; readonly userId: string },
): Promise<NewAuditEvent[]> {
  // Remove first, so that a name can move from one entry to another.
  for (const { kind, name, before } of writes) if (before) await entryTables[kind].remove(writer, name);
  // The cast is needed because the compiler does not see that `kind` determines the entry's type.
  for (const { kind, after } of writes) await entryTables[kind].put(writer, after as never);
  if (writes.length > 0) await counterStore(writer).next('groups');
  const actor = { userId: act.userId, username: act.userId };
  return writes.map((write) => groupEvent(write, { domain: act.domain, now: act.now, actor }));
}

type Releases = (kind: GroupEntryKind, holder: string, member: string) => boolean;

function keyOf(kind: GroupEntryKind, name: string): string {
  return `${kind} ${name}`;
}

/** Returns the aliases or members of an entry. They must be unique among the entries of a kind. */
function listUniqueNames(entry: Entry): readonly string[] {
  if ('aliases' in entry) return entry.aliases;
  return 'members' in entry ? entry.members : [];
}

async function findRefusal(
  reader: Tx,
  kind: GroupEntryKind,
  name: string,
  entry: Entry,
  releases: Releases,
): Promise<string | null> {
  try {
    checkName(kind === 'family' ? 'Family name' : 'Group name', name);
    for (const member of listUniqueNames(entry)) checkName('Group name', member);
  } catch (error) {
    if (error instanceof RegistryError) return error.message;
    throw error;
  }
  if (kind === 'name_schema') return null;
  const table = kind === 'alias' ? aliasStore(reader) : familyStore(reader);
  for (const member of listUniqueNames(entry)) {
    if (kind === 'alias' && member === name) return `Canonical name '${name}' cannot be its own alias`;
    const holder = await table.findHolder(member);
    if (holder !== null && holder !== name && !releases(kind, holder, member))
      return `'${member}' belongs to '${holder}' already`;
  }
  return null;
}

function findDuplicateClaim(
  holderByKey: Map<string, string>,
  kind: GroupEntryKind,
  name: string,
  entry: Entry,
): string | null {
  for (const member of listUniqueNames(entry)) {
    const key = keyOf(kind, member);
    const holder = holderByKey.get(key);
    if (holder !== undefined && holder !== name)
      return `'${member}' belongs to '${holder}' in the same import`;
    holderByKey.set(key, name);
  }
  return null;
}

function toJsonObject(entry: Entry | null): JsonObject | undefined {
  return entry === null ? undefined : { ...entry };
}
