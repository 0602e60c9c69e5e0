import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { Base } from '../base.ts';
import { type Catalog, knownModelsOf } from '../catalog/index.ts';
import { notesOf, placesOf } from './draft-notes.ts';
import { createDrafts } from './drafts.ts';
import { draftStore } from './store.ts';

export function openDrafts(
  { settings, bounds, categories, remoteFiles, store, clock }: Base & { readonly remoteFiles: RemoteFiles },
  catalog: Catalog,
) {
  return {
    drafts: createDrafts({
      files: remoteFiles,
      categories,
      surroundings: () =>
        categories.list.map((category) => ({
          known: knownModelsOf(catalog, category),
          get: (name) => catalog.snapshot('v2', category.name).get(name)?.record,
        })),
      keep: async (owner, draft) => {
        const [place] = placesOf(draft.record);
        if (place === undefined) return;
        const row = { owner, place, made_at: clock.now(), notes: JSON.stringify(notesOf(draft)) };
        await store.write((writer) => draftStore(writer).keep(row));
      },
      perMinute: bounds.draftsPerMinute,
      visitorsPerHour: settings.visitorDraftsPerHour,
      now: () => performance.now(),
    }),
  };
}
