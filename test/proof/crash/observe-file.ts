import { metadataStore, modelStore } from '../../../src/modules/catalog/store.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { openStore } from '../../../src/store/open.ts';
import { auditEvents, category } from './client.ts';
import type { Observed } from './history.ts';

/** Reads from a database file what clients were told of. */
export async function observeFile(file: string): Promise<Observed> {
  const store = await openStore(`sqlite:${file}`);
  try {
    return await store.read(async (reader) => {
      const { items } = await changeStore(reader).list({}, { offset: 0, limit: 1_000_000 });
      const models = await modelStore(reader).list(category);
      const metadata = await metadataStore(reader).get(category);
      const description = (text: string) => (JSON.parse(text) as { description?: string }).description;
      return {
        queue: items as Observed['queue'],
        v2: new Map(models.map(({ name, v2 }) => [name, description(v2)])),
        v1: new Map(
          models.flatMap(({ name, legacy }) => (legacy === null ? [] : [[name, description(legacy)]])),
        ),
        totals: {
          create: metadata?.total_creates ?? 0,
          update: metadata?.total_updates ?? 0,
          delete: metadata?.total_deletes ?? 0,
        },
        auditEvents: auditEvents(file),
      };
    });
  } finally {
    await store.close();
  }
}
