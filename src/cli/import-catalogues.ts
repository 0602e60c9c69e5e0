import { systemClock } from '../kernel/clock.ts';
import { ShownError } from '../kernel/errors.ts';
import type { JsonObject, JsonValue } from '../kernel/json.ts';
import { appendEvents, recordGap } from '../modules/audit/index.ts';
import type { Catalogue, ChangeSets } from '../modules/catalogues/index.ts';
import { type CatalogueSource, type CataloguesReport, importCatalogues } from '../modules/transfer/index.ts';
import { openReferenceUrl } from '../outside/reference-url.ts';
import type { Settings } from '../settings/settings.ts';
import { withStore } from './read-environment.ts';
import { openReferenceDirectory } from './reference-directory.ts';
import { CommandFailed, type Terminal } from './terminal.ts';

/** A catalogue to import, with the file name or URL for messages. */
interface ReadCatalogue extends CatalogueSource {
  readonly file: string;
}

/**
 * Runs `modelref import --catalogues`: imports the catalogues of a running service or from exported files.
 * @param place the base URL of the service's API, or a folder
 * @throws CommandFailed when nothing was imported
 */
export async function runCataloguesImport(
  terminal: Terminal,
  place: string,
  settings: Settings,
  dryRun: boolean,
): Promise<void> {
  const { catalogueList } = await import('../app/open-services.ts');
  const sources = await readCatalogues(place, catalogueList);
  for (const { file, kind, catalogue } of sources) {
    const counts = kind.sections.map((section) => `${catalogue.sections[section]?.size ?? 0} ${section}`);
    terminal.print(`${file}: revision ${catalogue.revision}, ${counts.join(', ')}`);
  }
  const [domain, now] = [settings.canonicalFormat, systemClock.now()];
  await withStore(terminal, settings, dryRun ? 'read' : 'write', async (store) => {
    if (settings.auditEnabled && !dryRun) await recordGap(store, { append: appendEvents, domain, now });
    const importOptions = { domain, now, dryRun, audited: settings.auditEnabled };
    try {
      printReport(terminal, await importCatalogues(store, sources, importOptions), dryRun);
    } catch (error) {
      if (!(error instanceof ShownError)) throw error;
      throw new CommandFailed(`${error.message} Nothing was written.`);
    }
  });
}

async function readCatalogues(place: string, kinds: readonly ChangeSets[]): Promise<ReadCatalogue[]> {
  const isUrl = /^https?:\/\//i.test(place);
  await using resources = new AsyncDisposableStack();
  const source = isUrl ? resources.use(openReferenceUrl(place)) : await openReferenceDirectory(place);
  const pathOf = ({ exportPath, etagPrefix }: ChangeSets) =>
    isUrl ? exportPath.slice(1) : `${etagPrefix.replaceAll('-', '_')}.json`;
  const catalogues: ReadCatalogue[] = [];
  for (const kind of kinds) {
    const file = source.label(pathOf(kind));
    try {
      const text = await source.read(pathOf(kind));
      if (text !== null)
        catalogues.push({ file, kind, catalogue: parseWholeCatalogue(kind, JSON.parse(text)) });
    } catch (error) {
      const { message } = error as Error;
      throw new CommandFailed(message.startsWith(file) ? message : `${file} cannot be imported: ${message}`);
    }
  }
  if (catalogues.length > 0) return catalogues;
  const labels = kinds.map((kind) => source.label(pathOf(kind))).join(', ');
  throw new CommandFailed(`No catalogue found in ${place}: expected one of ${labels}.`);
}

/**
 * Reads the export of a catalogue.
 * @throws Error when the document is not an export of this catalogue, or has a key that this release does not
 *   know; the import would lose its value
 */
function parseWholeCatalogue(kind: ChangeSets, value: JsonValue): Catalogue {
  const catalogue = kind.parseExport(value);
  const unknownKeyPath = findMissingKey(kind.createExport(catalogue), kind.convertExport(value));
  if (unknownKeyPath !== null) throw new Error(`'${unknownKeyPath}' is not a known key`);
  return catalogue;
}

/** Returns the dotted path of the first key of `value` that is not in `expectedValue`, or null. */
function findMissingKey(expectedValue: JsonValue | undefined, value: JsonValue | undefined): string | null {
  if (
    typeof value !== 'object' ||
    value === null ||
    typeof expectedValue !== 'object' ||
    expectedValue === null
  )
    return null;
  const members = expectedValue as JsonObject;
  for (const [key, member] of Object.entries(value)) {
    if (!Object.hasOwn(members, key)) return key;
    const missingKeyPath = findMissingKey(members[key], member);
    if (missingKeyPath !== null) return `${key}.${missingKeyPath}`;
  }
  return null;
}

function printReport(
  terminal: Terminal,
  { written, unchanged, kept }: CataloguesReport,
  dryRun: boolean,
): void {
  if (dryRun) {
    for (const { operation, section, name, fields } of written) {
      const fieldsText = fields.length > 0 ? `: ${fields.join(', ')}` : '';
      terminal.print(`would ${operation} ${JSON.stringify(name)} of ${section}${fieldsText}`);
    }
  }
  const count = (operation: string) => written.filter((each) => each.operation === operation).length;
  const counts = `${count('create')} created, ${count('update')} updated, ${unchanged} unchanged, ${kept} only here`;
  terminal.print(dryRun ? `${counts}: nothing was written (--dry-run)` : counts);
}
