import { z } from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { type Catalogue, sortSection } from './catalogue.ts';

/**
 * A section of an exported catalogue: the schema of its entries, and the field that repeats an entry's name,
 * or a function that returns the name.
 */
interface ExportedSection {
  readonly entry: z.ZodType;
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
 * Parses the response of a catalogue's `/export`, including that of a newer release: unknown keys are
 * ignored.
 * @param what names the catalogue in errors, such as `image baselines`
 * @throws Error for anything else
 */
export function readExport(
  value: unknown,
  what: string,
  sections: Readonly<Record<string, ExportedSection>>,
): Catalogue {
  const shape = Object.fromEntries(Object.keys(sections).map((section) => [section, entries]));
  const parsedExport = parseExport(z.object({ metadata, ...shape }), value, what);
  const sectionEntries = Object.entries(sections).map(([section, { entry, nameField }]) => {
    const namedEntries = Object.entries((value as JsonObject)[section] as JsonObject).map(([name, each]) => {
      const parsedEntry = parseExport(entry, each, what, [section, name]) as JsonObject;
      const ownName = typeof nameField === 'string' ? parsedEntry[nameField] : nameField(parsedEntry);
      parseExport(entryMetadata, parsedEntry, what, [section, name]);
      if (ownName !== name) throw new Error(`the entry '${ownName}' has the key '${name}'`);
      return [name, parsedEntry] as const;
    });
    return [section, sortSection(namedEntries)] as const;
  });
  return { ...parsedExport.metadata, sections: Object.fromEntries(sectionEntries) };
}

function parseExport<S extends z.ZodType>(
  schema: S,
  value: unknown,
  what: string,
  at: readonly string[] = [],
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(
    `not an export of ${what}: ${[...at, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`,
  );
}
