import { describe, expect, onTestFinished, test } from 'vitest';
import { createFileMemory, createLiveFiles } from '../../../../src/modules/files/file-memory.ts';
import { fileStore } from '../../../../src/modules/files/store.ts';
import { trackAddresses } from '../../../../src/modules/files/track-addresses.ts';
import { uncheckedAddress } from '../../../../src/records/files/address-state.ts';
import type { Store } from '../../../../src/store/store.ts';
import { startTestApp } from '../../../support/app.ts';
import { categories, usualCategories } from '../../../support/categories.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import { saveState } from '../../../support/restore-state.ts';

const keep = (store: Store, ...names: string[]) =>
  store.write((tx) =>
    fileStore(tx).addMissing(
      names.map((name) => ({ url: `https://files.example/${name}`, live: true, state: uncheckedAddress })),
      1,
    ),
  );

forEachDatabase((_, makeStore, makeUrl) => {
  describe('evidence on files that a database has lost', () => {
    async function open() {
      const databaseUrl = await makeUrl();
      const store = await makeStore.on(databaseUrl);
      await keep(store, 'kept');
      const held = await saveState(databaseUrl);
      onTestFinished(() => held[Symbol.asyncDispose]());
      return { databaseUrl, store, held };
    }

    test.each([1, 2, 5])(
      'is not in memory either, once %i other writes have got its numbers',
      async (others) => {
        const { store, held } = await open();
        const memory = createFileMemory(store);
        await keep(store, 'lost', 'lost too');
        await memory.refresh();
        expect([...memory.addresses()]).toHaveLength(3);
        const { reads } = memory;
        await held.putBack();
        await keep(store, ...Array.from({ length: others }, (_, at) => `found ${at}`), 'last');
        await memory.refresh();
        const stored = await store.read((tx) => fileStore(tx).addresses(0));
        const byUrl = (some: Iterable<{ url: string }>) =>
          [...some].sort((a, b) => a.url.localeCompare(b.url));
        expect(byUrl(memory.addresses())).toEqual(byUrl(stored));
        expect(memory.reads).toBeGreaterThan(reads);
      },
    );

    test('does not keep the files of a proposal from being looked at that got the number of another', async () => {
      const { databaseUrl, held } = await open();
      const app = await startTestApp({ settings: { databaseUrl } });
      onTestFinished(() => app[Symbol.asyncDispose]());
      const memory = createFileMemory(app.store);
      const liveFiles = createLiveFiles({ catalog: app.service.context.catalog, categories });
      const { listDueOfProposals } = trackAddresses({
        categories: usualCategories,
        store: app.store,
        clock: { now: () => 1 },
        memory,
        liveFiles,
        onChanges: async () => {},
      });
      const propose = (name: string) =>
        app.propose('POST', '/clip', {
          name,
          config: { download: [{ file_name: name, file_url: `https://files.example/${name}` }] },
        });
      const lost = await propose('lost');
      expect(await listDueOfProposals(10)).toEqual(['https://files.example/lost']);
      await held.putBack();
      expect(await propose('found')).toBe(lost);
      expect(await listDueOfProposals(10)).toEqual(['https://files.example/found']);
    });
  });
});
