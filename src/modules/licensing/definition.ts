import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { strictObject } from '../../records/lax.ts';
import { firstLicenses } from '../../records/licensing/first-licenses.ts';
import {
  assetSection,
  type Catalogue,
  type CatalogueDefinition,
  type CatalogueDraft,
  createCatalogMetadata,
  createChangeSets,
  createFirstMetadata,
  createRuleError,
  type EntryWrite,
  findAssignmentProblem,
  licenseSection,
  readExport,
  sortSection,
} from '../catalogues/index.ts';
import {
  type Asset,
  foreignSchemas,
  formatAssetName,
  type License,
  sentAsset,
  sentLicense,
} from './entries.ts';

/** A write of one entry; `record` null deletes it. */
export interface LicensingWrite {
  readonly section: typeof licenseSection | typeof assetSection;
  readonly name: string;
  readonly record: JsonObject | null;
}

const writeSchema = z.union([
  strictObject({ section: z.literal(licenseSection), name: z.string(), record: sentLicense.nullable() }),
  strictObject({ section: z.literal(assetSection), name: z.string(), record: sentAsset.nullable() }),
]);

/** The schema of the catalogue's writes. Internal: clients do not send it. */
const changeSetSchema = strictObject({ title: z.string(), changes: z.array(writeSchema) });

interface Writes {
  readonly title: string;
  readonly changes: readonly LicensingWrite[];
}

const createSectionReader =
  (name: string) =>
  ({ sections }: Catalogue) =>
    sections[name] ?? new Map();
/** The definitions by id. */
export const licensesOf = createSectionReader(licenseSection) as unknown as (
  catalogue: Catalogue,
) => ReadonlyMap<string, License>;
/** The assets, by the names of their entries. */
export const assetsOf = createSectionReader(assetSection) as unknown as (
  catalogue: Catalogue,
) => ReadonlyMap<string, Asset>;

/** The catalogue of licensing. Editors write it directly, through `apply`. */
export const licensing = createChangeSets<Writes, null>({
  kind: 'licensing',
  category: null,
  modelNamePrefix: 'licensing',
  route: 'write_licensing',
  etagPrefix: 'licensing',
  exportPath: '/model_references/v2/licensing/export',
  sections: [licenseSection, assetSection],
  initialCatalogue: {
    revision: 1,
    updated_at: null,
    sections: {
      [licenseSection]: sortSection(
        firstLicenses.map((each) => [
          each.license_id,
          { ...each, metadata: createFirstMetadata() } as unknown as JsonObject,
        ]),
      ),
      [assetSection]: new Map(),
    },
  },
  changeSet: changeSetSchema as unknown as z.ZodType<Writes>,
  readRuleData: async () => null,
  apply: (draft: CatalogueDraft, { changes }) => {
    for (const { section, name, record } of changes) {
      if (record === null) draft.remove(section, name);
      else draft.put(section, name, record);
    }
  },
  check: checkAssignments,
  listAffectedNames: ({ changes }) => ({ key: 'affected_entries', names: changes.map(({ name }) => name) }),
  listRelatedModels: () => [],
  isAfterModels: () => false,
  listFindings: () => [],
  isCritical: () => true,
  createReversal: (entries: readonly EntryWrite[], _now: Catalogue, title: string) => ({
    title,
    changes: entries.map(({ section, name, before }) => ({ section, name, record: before })),
  }),
  createExport: (catalogue) => ({
    metadata: createCatalogMetadata(catalogue),
    ...Object.fromEntries(
      Object.entries(catalogue.sections).map(([name, entries]) => [name, Object.fromEntries(entries)]),
    ),
  }),
  convertExport: convertExport,
  parseExport: (value) =>
    readExport(convertExport(value as JsonValue), 'licensing', {
      [licenseSection]: { entry: foreignSchemas.license, nameField: 'license_id' },
      [assetSection]: { entry: foreignSchemas.asset, nameField: (entry) => formatAssetName(entry as never) },
    }),
} satisfies CatalogueDefinition<Writes, null>);

/** Checks that every licence of a changed asset is defined and, if newly assigned, not deprecated. */
function checkAssignments(after: Catalogue, before: Catalogue): void {
  const licenses = new Map(Array.from(licensesOf(after), ([id, { deprecated }]) => [id, deprecated]));
  for (const [name, asset] of assetsOf(after)) {
    const previousAsset = assetsOf(before).get(name);
    if (previousAsset === asset) continue;
    const problem = findAssignmentProblem(
      licenses,
      asset.licensing.license_ids,
      previousAsset?.licensing.license_ids ?? [],
    );
    if (problem !== null) throw createRuleError(problem);
  }
}

/** Returns the definitions and the assets of an export by name. Omits the models. */
function convertExport(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const { metadata, licenses, assets } = value;
  if (!Array.isArray(licenses) || !Array.isArray(assets)) return value;
  const indexByName = (list: readonly JsonValue[], nameOf: (entry: JsonObject) => string): JsonObject =>
    Object.fromEntries(list.filter(isJsonObject).map((entry) => [nameOf(entry), entry]));
  const otherAssets = assets.flatMap((view) =>
    isJsonObject(view) && view.asset_kind !== 'model' ? [convertAssetView(view)] : [],
  );
  return {
    ...(metadata !== undefined && { metadata }),
    [licenseSection]: indexByName(licenses, ({ license_id }) => String(license_id)),
    [assetSection]: indexByName(otherAssets, (asset) => formatAssetName(asset as never)),
  };
}

function convertAssetView({
  category: _,
  definition_urls: _urls,
  licensing: licensingView,
  ...asset
}: JsonObject): JsonObject {
  const { files: _files, ...assignment } = isJsonObject(licensingView) ? licensingView : {};
  return { ...asset, licensing: assignment };
}
