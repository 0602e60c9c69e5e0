import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { licenseIdsOf, licensingOf } from '../../records/licensing/assignment.ts';
import type { Tx } from '../../store/tx.ts';
import type { Trail } from '../audit/index.ts';
import type { ModuleContext } from '../base.ts';
import { type Catalog, modelStore } from '../catalog/index.ts';
import {
  assetSection,
  type Catalogue,
  type CatalogueMemory,
  licenseSection,
  readEntryHistory,
} from '../catalogues/index.ts';
import { createCoverage } from './coverage.ts';
import { assetsOf, type LicensingWrite, licensesOf, licensing } from './definition.ts';
import { type Asset, formatAssetName, type License } from './entries.ts';
import { createViews } from './views.ts';

export type Licensing = ReturnType<typeof openLicensing>['licensing'];

/** Opens the services of the licensing endpoints. */
export function openLicensing(
  { store, settings, clock, append, categories }: ModuleContext & Trail,
  { catalog, catalogues }: { readonly catalog: Catalog; readonly catalogues: CatalogueMemory },
) {
  /**
   * Performs one write, with its event. `check` checks the catalogue in the transaction of the write.
   * @returns the written entry; null after a delete
   */
  const writeEntry = async (
    { userId, username, deadline }: Caller,
    change: LicensingWrite,
    check: (before: Catalogue, reader: Tx) => unknown,
  ): Promise<JsonObject | null> => {
    const { section, name } = change;
    const entry = await store.write(async (writer) => {
      await check(await licensing.readCurrent(writer), writer);
      const writeContext = {
        domain: settings.canonicalFormat,
        now: clock.now(),
        actor: { userId, username },
        jobId: null,
        change: null,
      };
      await licensing.apply(writer, { title: 'Write of an editor', changes: [change] }, writeContext, append);
      return (await licensing.readCurrent(writer)).sections[section]?.get(name) ?? null;
    }, deadline);
    await catalogues.refresh();
    return entry;
  };

  const createLicenseWrite = (id: string, record: JsonObject | null): LicensingWrite => ({
    section: licenseSection,
    name: id,
    record,
  });
  const createAssetWrite = (
    asset: Pick<Asset, 'asset_kind' | 'asset_identifier'>,
    record: JsonObject | null,
  ) => ({ section: assetSection, name: formatAssetName(asset), record }) satisfies LicensingWrite;

  return {
    licensing: {
      views: createViews({ catalog, catalogues, categories: categories.list }),
      catalogue: () => catalogues.get(licensing.kind),
      coverage: createCoverage({ store, clock }),

      /**
       * Writes definitions of licences.
       * @throws RegistryError `conflict`, `not_found`
       */
      licenses: {
        create: (caller: Caller, license: License) =>
          writeEntry(
            caller,
            createLicenseWrite(license.license_id, license as unknown as JsonObject),
            (before) => {
              const lowerCaseId = license.license_id.toLowerCase();
              const existingId = [...licensesOf(before).keys()].find(
                (id) => id.toLowerCase() === lowerCaseId,
              );
              if (existingId !== undefined)
                throw new RegistryError('conflict', `License definition already exists: ${existingId}`);
            },
          ),
        replace: (caller: Caller, license: License) =>
          writeEntry(
            caller,
            createLicenseWrite(license.license_id, license as unknown as JsonObject),
            (before) => expectLicense(before, license.license_id),
          ),
        remove: (caller: Caller, id: string) =>
          writeEntry(caller, createLicenseWrite(id, null), async (before, reader) => {
            expectLicense(before, id);
            const user = await findLicenseUser(reader, before, id);
            if (user === null) return;
            throw new RegistryError('conflict', `License definition is in use: ${id}, by ${user}`);
          }),
      },

      /**
       * Writes assets.
       * @throws RegistryError `conflict`, `not_found`, `invalid_change_set` for an undefined licence
       */
      assets: {
        create: (caller: Caller, asset: Asset) =>
          writeEntry(caller, createAssetWrite(asset, asset as unknown as JsonObject), (before) => {
            if (assetsOf(before).has(formatAssetName(asset)))
              throw new RegistryError('conflict', `Asset already exists: ${formatDisplayName(asset)}`);
          }),
        replace: (caller: Caller, asset: Asset) =>
          writeEntry(caller, createAssetWrite(asset, asset as unknown as JsonObject), (before) =>
            expectAsset(before, asset),
          ),
        remove: (caller: Caller, asset: Pick<Asset, 'asset_kind' | 'asset_identifier'>) =>
          writeEntry(caller, createAssetWrite(asset, null), (before) => expectAsset(before, asset)),
      },

      /** Lists the writes of a definition or an asset, newest first. */
      history: (
        section: typeof licenseSection | typeof assetSection,
        name: string,
        { cursor = null, limit }: { readonly cursor?: number | null | undefined; readonly limit: number },
      ) =>
        readEntryHistory(store, { kind: licensing.kind, section, name, formerCategory: null }, cursor, limit),
    },
  };
}

const formatDisplayName = ({
  asset_kind,
  asset_identifier,
}: Pick<Asset, 'asset_kind' | 'asset_identifier'>) => `${asset_kind}/${asset_identifier}`;

/** @throws RegistryError `not_found` */
export function expectLicense(catalogue: Catalogue, id: string): License {
  const license = licensesOf(catalogue).get(id);
  if (license) return license;
  throw new RegistryError('not_found', `License definition not found: ${id}`);
}

/** @throws RegistryError `not_found` */
export function expectAsset(
  catalogue: Catalogue,
  asset: { readonly asset_kind: string; readonly asset_identifier: string },
): Asset {
  const entry = assetsOf(catalogue).get(formatAssetName(asset as Asset));
  // Identifiers may contain colons, so an asset of another kind can have the same entry name.
  if (entry?.asset_kind === asset.asset_kind) return entry;
  throw new RegistryError('not_found', `License asset not found: ${formatDisplayName(asset as Asset)}`);
}

/** Returns a description of an asset or a model that uses a licence; null when none does. */
async function findLicenseUser(reader: Tx, catalogue: Catalogue, id: string): Promise<string | null> {
  for (const asset of assetsOf(catalogue).values())
    if (asset.licensing.license_ids.includes(id)) return `asset ${formatDisplayName(asset)}`;
  for (const { category, name, v2 } of await modelStore(reader).containing(JSON.stringify(id))) {
    if (licenseIdsOf(licensingOf(JSON.parse(v2) as JsonObject)).includes(id))
      return `model ${category}/${name}`;
  }
  return null;
}
