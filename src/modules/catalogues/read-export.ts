import { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { type Catalogue, sortSection } from './catalogue.ts';

/** A section of an exported catalogue. */
interface ExportedSection {
  /** The schema of an entry. */
  readonly entry: z.ZodType;
  /** The field of an entry that contains its name, or a function that returns the name. */
  readonly nameField: string | ((entry: JsonObject) => string);
}

/** Maximum revision in an export. Later writes increment it, and must not reach the limit of the contract. */
const maxRevision = 1_000_000_000;
const revision = z.int().min(1).max(maxRevision);
const metadata = z.object({ revision, updated_at: z.int().nullable() });
const entryMetadata = z.object({ metadata: z.object({ revision }) });
// Names are read from the value itself, because zod omits `__proto__` from records.
const entries = z.record(z.string(), z.unknown());

/**
 * Parses a response of a catalogue's `/export`. Ignores unknown keys, so that responses of newer releases are
 * accepted.
 * @param catalogueName the catalogue in the error text, such as `image baselines`
 * @throws Error if the value is not such a response
 */
export function readExport(
  value: unknown,
  catalogueName: string,
  sections: Readonly<Record<string, ExportedSection>>,
): Catalogue {
  const shape = Object.fromEntries(Object.keys(sections).map((section) => [section, entries]));
  const parsedExport = parseExport(z.object({ metadata, ...shape }), value, catalogueName);
  const sectionEntries = Object.entries(sections).map(([section, { entry, nameField }]) => {
    const namedEntries = Object.entries((value as JsonObject)[section] as JsonObject).map(([name, each]) => {
      const parsedEntry = parseExport(entry, each, catalogueName, [section, name]) as JsonObject;
      const ownName = typeof nameField === 'string' ? parsedEntry[nameField] : nameField(parsedEntry);
      parseExport(entryMetadata, parsedEntry, catalogueName, [section, name]);
      if (ownName !== name) throw new Error(`the key '${name}' does not match the entry's name '${ownName}'`);
      return [name, parsedEntry] as const;
    });
    return [section, sortSection(namedEntries)] as const;
  });
  return { ...parsedExport.metadata, sections: Object.fromEntries(sectionEntries) };
}

function parseExport<S extends z.ZodType>(
  schema: S,
  value: unknown,
  catalogueName: string,
  path: readonly string[] = [],
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(
    `expected an export of ${catalogueName}: ${[...path, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`,
  );
}
