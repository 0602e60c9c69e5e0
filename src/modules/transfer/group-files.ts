import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { ReferenceSource } from '../../outside/reference-url.ts';
import { storedNameSchema } from '../../records/text-names/index.ts';
import { distinctSorted } from '../../records/text-names/sorted-strings.ts';
import type { Tx } from '../../store/tx.ts';
import {
  aliasStore,
  familyStore,
  type GroupEntries,
  type GroupEntryKind,
  nameSchemaStore,
} from '../names/index.ts';
import { type Findings, jsonObjectOf } from './reference-source.ts';

/** A file of the v2 layout about groups of text models: a JSON object of entries of one kind, by name. */
interface GroupFile<Kind extends GroupEntryKind> {
  readonly kind: Kind;
  readonly fileName: string;
  /**
   * Makes an entry from a member of the file.
   * @throws ZodError when the value is no entry of this kind
   */
  parse(name: string, value: JsonValue): GroupEntries[Kind];
  read(reader: Tx): Promise<[name: string, value: JsonObject][]>;
}

function groupFile<Kind extends GroupEntryKind>(file: GroupFile<Kind>): GroupFile<Kind> {
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
  groupFile({
    kind: 'alias',
    fileName: 'text_generation_group_aliases.json',
    parse: (canonical, value) => ({ canonical, aliases: [...new Set(aliasEntry.parse(value).aliases)] }),
    read: async (reader) =>
      (await aliasStore(reader).all()).map(({ canonical, aliases }) => [canonical, { aliases }]),
  }),
  groupFile({
    kind: 'family',
    fileName: 'text_generation_group_families.json',
    parse: (family_name, value) => ({
      family_name,
      members: distinctSorted(familyEntry.parse(value).members),
    }),
    read: async (reader) =>
      (await familyStore(reader).all()).map((family) => [family.family_name, { ...family }]),
  }),
  groupFile({
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

/** What messages call the entries of each kind, in the plural. */
export const groupEntryNames: Readonly<Record<GroupEntryKind, string>> = {
  alias: 'alias lists of groups',
  family: 'families of groups',
  name_schema: 'naming schemas of groups',
};

/**
 * Reads the files about groups of text models in one folder of a source, and adds their entries and problems
 * to `found`.
 */
export async function readGroupFiles(
  source: ReferenceSource,
  folder: string,
  found: Findings,
): Promise<void> {
  for (const { kind, fileName, parse } of groupFiles) {
    const text = await source.read(folder + fileName);
    if (text === null) continue;
    const file = source.label(folder + fileName);
    const content = jsonObjectOf(text);
    if (content === null) {
      found.problems.push({ file, name: null, reason: 'is not a JSON object of entries by name' });
      continue;
    }
    for (const [name, value] of Object.entries(content)) {
      try {
        found.groupEntries.push({ file, kind, name, entry: parse(name, value) });
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        const reasons = error.issues.map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`);
        found.problems.push({ file, name, reason: reasons.join('; ') });
      }
    }
  }
}
