import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { components } from '#client';
import { registry } from './client.ts';
import { sendJson } from './json-requests.ts';
import { queryClient } from './query-client.ts';

type Schemas = components['schemas'];
export type License = Schemas['LicenseDefinition'];
export type Asset = Schemas['LicensedAsset'];
export type AssetView = Schemas['LicenseAssetView'];

const path = '/model_references/v2/licensing';

/**
 * Loads the licence definitions, the assets and the totals. Does not load the licences of models, because the
 * pages that show models load their records.
 */
export function useLicensing() {
  return useQuery({
    queryKey: ['licensing'],
    queryFn: async ({ signal }) => {
      const options = { signal } as const;
      const [licenses, summary, ...assets] = await Promise.all([
        registry.request('get', `${path}/licenses`, { query: { limit: 1_000 }, ...options }),
        registry.request('get', `${path}/summary`, options),
        ...(['custom_node', 'software_component', 'other'] as const).map((asset_kind) =>
          registry.request('get', `${path}/assets`, { query: { asset_kind, limit: 1_000 }, ...options }),
        ),
      ]);
      return { licenses: licenses.items, summary, assets: assets.flatMap(({ items }) => items) };
    },
  });
}

/** Loads the weekly number of models without a concluded licence, if this instance has the audit trail. */
export function useLicensingCoverage() {
  return useQuery({
    queryKey: ['licensing', 'coverage'],
    queryFn: ({ signal }) => registry.request('get', `${path}/coverage`, { signal }),
  });
}

/** Loads the history of a licence definition, or of the asset `kind:identifier`, newest first. */
export function useLicensingHistory(subject: { readonly license_id: string } | { readonly asset: string }) {
  return useInfiniteQuery({
    queryKey: ['licensing', 'history', subject],
    queryFn: ({ pageParam, signal }) =>
      registry.request('get', `${path}/history`, {
        query: { ...subject, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

const licensePath = (id: string) => `${path}/licenses/${encodeURIComponent(id)}`;
const assetPath = ({ asset_kind, asset_identifier }: Pick<Asset, 'asset_kind' | 'asset_identifier'>) =>
  `${path}/assets/${asset_kind}/${encodeURIComponent(asset_identifier)}`;

async function reloadAfter(write: Promise<unknown>): Promise<void> {
  await write;
  await queryClient.invalidateQueries({ queryKey: ['licensing'] });
}

/** The operations of licence editors. Each throws an ApiError if the service refuses it. */
export const writeLicensing = {
  createLicense: (body: { readonly license_id: string }) =>
    reloadAfter(sendJson('POST', `${path}/licenses`, { body })),
  replaceLicense: (body: { readonly license_id: string }) =>
    reloadAfter(sendJson('PUT', licensePath(body.license_id), { body })),
  removeLicense: (id: string) => reloadAfter(sendJson('DELETE', licensePath(id))),
  createAsset: (body: Pick<Asset, 'asset_kind' | 'asset_identifier'>) =>
    reloadAfter(sendJson('POST', `${path}/assets`, { body })),
  replaceAsset: (body: Pick<Asset, 'asset_kind' | 'asset_identifier'>) =>
    reloadAfter(sendJson('PUT', assetPath(body), { body })),
  removeAsset: (asset: Pick<Asset, 'asset_kind' | 'asset_identifier'>) =>
    reloadAfter(sendJson('DELETE', assetPath(asset))),
};

export type FoundLicenses = Schemas['FoundLicenses'];

/** Number of consecutive calls without progress after which the search ends incomplete. */
const maxIdleCalls = 3;

/**
 * Searches the pages of all models without a licence for their licences. One call of the service reads pages
 * for only a few seconds, so the call is repeated until all pages are read. Queues nothing.
 * @param onNotRead called with the number of models whose pages are not read yet
 */
export async function findLicenses(onNotRead: (models: number) => void): Promise<FoundLicenses> {
  const searchPages = () => registry.send<FoundLicenses>('POST', `${path}/fill?dry_run=true`, { body: {} });
  let result = await searchPages();
  for (let idleCalls = 0; result.not_read > 0 && idleCalls < maxIdleCalls; ) {
    onNotRead(result.not_read);
    const nextResult = await searchPages();
    idleCalls = nextResult.not_read < result.not_read ? 0 : idleCalls + 1;
    result = nextResult;
  }
  return result;
}

/** Queues the licences found as one batch of changes. */
export function proposeFoundLicenses(idempotencyKey: string): Promise<Schemas['QueuedLicenses']> {
  return registry.send('POST', `${path}/fill`, {
    body: {},
    headers: { 'idempotency-key': idempotencyKey },
  });
}
