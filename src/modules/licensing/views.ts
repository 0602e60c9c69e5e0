import { createHash } from 'node:crypto';
import { mergeInSlices, sortInSlices } from '../../kernel/concurrency/sort-in-slices.ts';
import { TimeSlice, yieldToEventLoop } from '../../kernel/concurrency/time-slice.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { CompressingBody, type ReadyBody } from '../../kernel/ready-body.ts';
import {
  createAssignmentView,
  type LicenseAssignment,
  licenseIdsOf,
  licensingOf,
  type ModelLicensing,
  type Permission,
  permissions,
  projectedLicensing,
} from '../../records/licensing/assignment.ts';
import { foldName } from '../../records/model-name.ts';
import { type Catalog, type CategorySnapshot, PerRecord, type SnapshotRecord } from '../catalog/index.ts';
import { type Catalogue, type CatalogueMemory, createCatalogMetadata } from '../catalogues/index.ts';
import { assetsOf, licensesOf, licensing } from './definition.ts';
import type { Asset } from './entries.ts';

/** A model or an asset with its licence, as the API returns it. */
export interface AssetView {
  readonly asset_kind: string;
  readonly asset_identifier: string;
  readonly display_name: string;
  /** The category of a model; null for an asset. */
  readonly category: string | null;
  readonly source_url: string | null;
  readonly version: string | null;
  readonly locations: readonly string[];
  readonly related_assets: readonly string[];
  readonly licensing: JsonObject & {
    readonly license_ids: string[];
    readonly commercial_use: Permission;
    readonly redistribution: Permission;
    readonly files: JsonObject;
  };
  readonly definition_urls: Readonly<Record<string, string>>;
  readonly notes: string | null;
  readonly metadata: JsonObject | null;
}

const licensesPath = '/model_references/v2/licensing/licenses';
const unknownLicensing: LicenseAssignment = {
  ...projectedLicensing,
  license_ids: [],
  obligations: [],
  evidence: [],
};

function createLicensingView(assignment: ModelLicensing): Pick<AssetView, 'licensing' | 'definition_urls'> {
  const files = Object.entries(assignment.files ?? {}).map(([name, file]) => [
    name,
    createAssignmentView(file),
  ]);
  const ids = licenseIdsOf(assignment);
  return {
    licensing: {
      ...createAssignmentView(assignment),
      files: Object.fromEntries(files),
    } as AssetView['licensing'],
    definition_urls: Object.fromEntries(ids.map((id) => [id, `${licensesPath}/${encodeURIComponent(id)}`])),
  };
}

/** Returns the view of a model. */
function createModelView(category: string, { name, record }: SnapshotRecord): AssetView {
  const { display_name, version, config } = record;
  const download = isJsonObject(config) && Array.isArray(config.download) ? config.download : [];
  const [firstDownload] = download;
  const source = isJsonObject(firstDownload) ? firstDownload.file_url : null;
  const { licensing: licensingView, definition_urls } = createLicensingView(
    licensingOf(record) ?? unknownLicensing,
  );
  return {
    asset_kind: 'model',
    asset_identifier: `${category}:${name}`,
    display_name: typeof display_name === 'string' && display_name !== '' ? display_name : name,
    category,
    source_url: typeof source === 'string' ? source : null,
    version: typeof version === 'string' ? version : null,
    locations: [],
    related_assets: [],
    licensing: licensingView,
    definition_urls,
    notes: null,
    metadata: null,
  };
}

function createAssetView(asset: Asset): AssetView {
  const { notes, metadata, licensing: _, ...facts } = asset;
  const { licensing: licensingView, definition_urls } = createLicensingView(asset.licensing);
  const { asset_kind, asset_identifier, display_name, ...others } = facts;
  return {
    ...{ asset_kind, asset_identifier, display_name, category: null },
    ...others,
    ...{ licensing: licensingView, definition_urls, notes, metadata },
  };
}

/** The numbers of assets by permission and by licence. */
export interface LicensingSummary {
  readonly total_assets: number;
  readonly commercial_use: Readonly<Record<Permission, number>>;
  readonly redistribution: Readonly<Record<Permission, number>>;
  readonly licenses: Readonly<Record<string, number>>;
}

/** Compares texts ignoring case, then by code units. */
export function compareIds(a: string, b: string): number {
  const [foldedA, foldedB] = [foldName(a), foldName(b)];
  return foldedA < foldedB ? -1 : foldedA > foldedB ? 1 : a < b ? -1 : a > b ? 1 : 0;
}

async function summarizeViews(views: readonly ListedView[]): Promise<LicensingSummary> {
  const createCounts = () =>
    Object.fromEntries(permissions.map((each) => [each, 0])) as Record<Permission, number>;
  const [commercial_use, redistribution] = [createCounts(), createCounts()];
  const licenses = new Map<string, number>();
  const slice = new TimeSlice();
  for (const {
    view: { licensing: each },
  } of views) {
    commercial_use[each.commercial_use] += 1;
    redistribution[each.redistribution] += 1;
    for (const id of each.license_ids) licenses.set(id, (licenses.get(id) ?? 0) + 1);
    if (slice.expired) await slice.yield();
  }
  const byId = [...licenses].sort(([a], [b]) => compareIds(a, b));
  return { total_assets: views.length, commercial_use, redistribution, licenses: Object.fromEntries(byId) };
}

/** A view with the case-folded keys for sorting and searching lists. */
interface ListedView {
  readonly view: AssetView;
  /** Kind and identifier. */
  readonly key: string;
  readonly name: string;
}

interface CurrentViews {
  readonly catalogue: Catalogue;
  readonly views: readonly ListedView[];
  readonly summary: LicensingSummary;
  export: Promise<ReadyBody> | null;
}

/** Number of views serialized in one turn of the event loop. */
const viewsPerTurn = 100;

function createListedView(view: AssetView): ListedView {
  const { asset_kind, asset_identifier, display_name } = view;
  return {
    view,
    key: `${asset_kind}\0${foldName(asset_identifier)}`,
    name: foldName(display_name),
  };
}

function compareListed(a: ListedView, b: ListedView): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return compareIds(a.view.asset_identifier, b.view.asset_identifier);
}

export interface AssetFilter {
  readonly asset_kind?: string | undefined;
  readonly category?: string | undefined;
  readonly license_id?: string | undefined;
  readonly commercial_use?: Permission | undefined;
  readonly redistribution?: Permission | undefined;
  readonly name_contains?: string | undefined;
}

export type LicensingViews = ReturnType<typeof createViews>;

/**
 * Returns the current views of models and assets with their licences. Caches them until models or assets
 * change.
 */
export function createViews({
  catalog,
  catalogues,
  categories,
}: {
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly catalogues: Pick<CatalogueMemory, 'get'>;
  readonly categories: readonly { readonly name: string }[];
}) {
  const viewsByCategory = new Map(
    categories.map(({ name }) => [
      name,
      new PerRecord((record) => createListedView(createModelView(name, record))),
    ]),
  );
  let cachedViews: { readonly sources: readonly unknown[]; readonly views: Promise<CurrentViews> } | null =
    null;
  /** The previous list. New entries are merged into it. */
  let latestViews: readonly ListedView[] = [];

  const createCurrentViews = async (
    catalogue: Catalogue,
    snapshots: readonly (readonly [string, CategorySnapshot])[],
  ): Promise<CurrentViews> => {
    const slice = new TimeSlice();
    const newViews = new Set(
      Array.from(assetsOf(catalogue).values(), (asset) => createListedView(createAssetView(asset))),
    );
    for (const [name, { records }] of snapshots) {
      for (const each of await viewsByCategory.get(name)!.all(records)) {
        newViews.add(each);
        if (slice.expired) await slice.yield();
      }
    }
    const unchangedViews: ListedView[] = [];
    for (const each of latestViews) {
      if (newViews.delete(each)) unchangedViews.push(each);
      if (slice.expired) await slice.yield();
    }
    const views = await mergeInSlices(
      unchangedViews,
      await sortInSlices([...newViews], compareListed),
      compareListed,
    );
    latestViews = views;
    return { catalogue, views, summary: await summarizeViews(views), export: null };
  };

  const getCurrentViews = (): Promise<CurrentViews> => {
    // Read the catalogue after the models, so that it contains every definition that they name.
    const snapshots = categories.map(({ name }) => [name, catalog.snapshot('v2', name)] as const);
    const catalogue = catalogues.get(licensing.kind);
    const sources = [catalogue, ...snapshots.map(([, snapshot]) => snapshot)];
    if (!cachedViews?.sources.every((each, index) => each === sources[index]))
      cachedViews = { sources, views: createCurrentViews(catalogue, snapshots) };
    return cachedViews.views;
  };

  return {
    /** Lists models and assets that match the filter, by kind and identifier. */
    find: async (filter: AssetFilter) => {
      const { views, catalogue } = await getCurrentViews();
      const searchText = filter.name_contains === undefined ? '' : foldName(filter.name_contains);
      const matchesFilter = ({
        view: { asset_kind, category, licensing: viewLicensing },
        key,
        name,
      }: ListedView) =>
        (filter.asset_kind === undefined || asset_kind === filter.asset_kind) &&
        (filter.category === undefined || category === filter.category) &&
        (filter.commercial_use === undefined || viewLicensing.commercial_use === filter.commercial_use) &&
        (filter.redistribution === undefined || viewLicensing.redistribution === filter.redistribution) &&
        (filter.license_id === undefined || viewLicensing.license_ids.includes(filter.license_id)) &&
        (searchText === '' || key.includes(searchText, asset_kind.length + 1) || name.includes(searchText));
      const matches: AssetView[] = [];
      const slice = new TimeSlice();
      for (const each of views) {
        if (matchesFilter(each)) matches.push(each.view);
        if (slice.expired) await slice.yield();
      }
      return { matches, metadata: createCatalogMetadata(catalogue) };
    },

    /** Returns a live model; null when there is none. */
    model: (category: string, name: string): AssetView | null => {
      const record = viewsByCategory.has(category) && catalog.snapshot('v2', category).get(name);
      return record ? viewsByCategory.get(category)!.of(record).view : null;
    },

    summary: async () => (await getCurrentViews()).summary,

    /** Returns the export: all definitions, and all models and assets with their licences. */
    exportAll: async (): Promise<ReadyBody> => {
      const current = await getCurrentViews();
      current.export ??= createExport(current);
      return current.export;
    },
  };
}

/** Creates the export. Yields to other requests after each part. */
async function createExport({ catalogue, views, summary }: CurrentViews): Promise<ReadyBody> {
  const exportHead = {
    schema_version: 1,
    metadata: createCatalogMetadata(catalogue),
    licenses: sortLicenses(catalogue),
  };
  const digest = createHash('sha256');
  const pages: Buffer[] = [];
  const addPage = async (text: string) => {
    const bytes = Buffer.from(text);
    digest.update(bytes);
    pages.push(bytes);
    await yieldToEventLoop();
  };
  await addPage(`${JSON.stringify(exportHead).slice(0, -1)},"assets":[`);
  for (let firstView = 0; firstView < views.length; firstView += viewsPerTurn) {
    const page = views.slice(firstView, firstView + viewsPerTurn).map(({ view }) => JSON.stringify(view));
    await addPage((firstView > 0 ? ',' : '') + page.join());
  }
  await addPage(`],"summary":${JSON.stringify(summary)}}`);
  const exportBytes = Buffer.allocUnsafeSlow(pages.reduce((sum, { length }) => sum + length, 0));
  const slice = new TimeSlice();
  let offset = 0;
  for (const page of pages) {
    offset += page.copy(exportBytes, offset);
    if (slice.expired) await slice.yield();
  }
  return new CompressingBody(exportBytes, { etag: digest.digest('hex') });
}

/** Returns the definitions sorted by id, ignoring case. */
export function sortLicenses(catalogue: Catalogue) {
  return [...licensesOf(catalogue).values()].sort((a, b) => compareIds(a.license_id, b.license_id));
}
