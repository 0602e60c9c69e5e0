import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { KnownLicense } from '../../records/licensing/stated.ts';
import type { ModuleContext } from '../base.ts';
import { type Catalog, knownModelsOf } from '../catalog/index.ts';
import type { Proposals } from '../queue/index.ts';
import { createStoredNotes, listNoteUrls } from './draft-notes.ts';
import { createDrafts } from './drafts.ts';
import { createLicenseFill } from './fill-licenses.ts';
import { createLicensePages } from './license-pages.ts';
import { draftStore } from './store.ts';

export function openDrafts(
  {
    settings,
    bounds,
    categories,
    remoteFiles,
    store,
    clock,
  }: ModuleContext & { readonly remoteFiles: RemoteFiles },
  {
    catalog,
    licenses: definitions,
    proposals,
  }: {
    readonly catalog: Catalog;
    /** Returns the licence definitions. */
    readonly licenses: () => readonly KnownLicense[];
    readonly proposals: Pick<Proposals, 'proposeAllAndAnswer'>;
  },
) {
  const now = () => performance.now();
  const licenses = createLicensePages({ files: remoteFiles, listLicenses: definitions, now: clock.now });
  return {
    licenseFill: createLicenseFill({ catalog, categories, pages: licenses, proposals, now }),
    drafts: createDrafts({
      files: remoteFiles,
      categories,
      licenses,
      listDuplicateSources: () =>
        categories.list.map((category) => ({
          knownModels: knownModelsOf(catalog, category),
          getRecord: (name) => catalog.snapshot('v2', category.name).get(name)?.record,
        })),
      storeNotes: async (owner, draft) => {
        const [place] = listNoteUrls(draft.record);
        if (place === undefined) return;
        const row = { owner, place, made_at: clock.now(), notes: JSON.stringify(createStoredNotes(draft)) };
        await store.write((writer) => draftStore(writer).put(row));
      },
      perMinute: bounds.draftsPerMinute,
      visitorsPerHour: settings.visitorDraftsPerHour,
      now,
    }),
  };
}
