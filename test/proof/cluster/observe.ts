import { auditStore } from '../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { openStore } from '../../../src/store/open.ts';
import { call, descriptions, queue } from '../crash/client.ts';
import type { Observed } from '../crash/history.ts';

const v2 = '/api/model_references/v2';

/**
 * Returns what an instance shows and its database holds of a category, and in which places the audit trail and
 * the tables differ.
 *
 * @param url the instance's origin
 */
export async function observeDatabase(
  url: string,
  databaseUrl: string,
  category: string,
): Promise<{ observed: Observed; problems: string[] }> {
  const metadata = (await call('GET', `${url}${v2}/metadata/${category}`, '')) as Record<string, number>;
  const store = await openStore(databaseUrl);
  try {
    const { problems } = await verifyStore(store);
    const events = await store.read((reader) => auditStore(reader).events({ category }, 1_000_000));
    return {
      problems: problems.map(({ event_id, text }) => `event ${event_id}: ${text}`),
      observed: {
        queue: await queue(url),
        v2: await descriptions(`${url}${v2}/${category}`),
        v1: await descriptions(`${url}/api/model_references/v1/${category}`),
        totals: {
          create: metadata.total_creates ?? -1,
          update: metadata.total_updates ?? -1,
          delete: metadata.total_deletes ?? -1,
        },
        auditEvents: events.map(({ change_id, event_id }) => ({ changeId: change_id, eventId: event_id })),
      },
    };
  } finally {
    await store.close();
  }
}
