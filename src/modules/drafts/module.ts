import type { RemoteFiles } from '../../outside/remote-files.ts';
import { categories } from '../../records/categories/index.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Catalog, knownModelsOf } from '../catalog/index.ts';
import { createDrafts } from './drafts.ts';

/** Opens drafts: records made from links, compared with the live models of every category. */
export function openDrafts(
  { settings, remoteFiles }: { readonly settings: Settings; readonly remoteFiles: RemoteFiles },
  catalog: Catalog,
) {
  return {
    drafts: createDrafts({
      files: remoteFiles,
      categories,
      surroundings: () =>
        categories.map((category) => ({
          known: knownModelsOf(catalog, category),
          get: (name) => catalog.snapshot('v2', category.name).get(name)?.record,
        })),
      perMinute: settings.draftsPerMinute,
      now: () => performance.now(),
    }),
  };
}
