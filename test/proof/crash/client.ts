/** The questions of a crash run's client, and of the run after a restart. */
import { auditStore } from '../../../src/modules/audit/store.ts';
import { verifyStore } from '../../../src/modules/history/verify.ts';
import { openStore } from '../../../src/store/open.ts';
import { keys } from '../../support/identity-server.ts';
import type { Observed, QueueItem } from './history.ts';

/** The category that the runs write to. */
export const category = 'clip';

/** A failing answer, as against no answer. */
export class Refused extends Error {
  readonly status: number;
  readonly detail: unknown;
  constructor(request: string, status: number, body: string) {
    super(`${request}: ${status} ${body}`);
    this.status = status;
    this.detail = (JSON.parse(body) as { detail: unknown }).detail;
  }
}

/** @throws Refused when the status is no success; what `fetch` throws when there is no answer */
export async function call(
  method: string,
  url: string,
  key: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      apikey: key,
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) {
    throw new Refused(`${method} ${url}`, response.status, await response.text());
  }
  return response.json();
}

/** Every change in the queue. */
export async function queue(url: string): Promise<QueueItem[]> {
  const items: QueueItem[] = [];
  for (;;) {
    const page = (await call(
      'GET',
      `${url}/api/model_references/v2/pending_queue/changes?limit=500&offset=${items.length}`,
      keys.approver,
    )) as { items: QueueItem[]; total: number };
    items.push(...page.items);
    if (items.length >= page.total || page.items.length === 0) return items;
  }
}

/** Name → description; an empty category answers 404. */
export async function descriptions(url: string): Promise<Map<string, string | undefined>> {
  const response = await fetch(url);
  if (response.status === 404) return new Map();
  const records = (await response.json()) as Record<string, { description?: string }>;
  return new Map(Object.entries(records).map(([name, record]) => [name, record.description]));
}

/** The records of a category as the service and its database have them, and where audit trail and tables differ. */
export interface Look {
  readonly observed: Observed;
  readonly problems: readonly string[];
}

/** @param url the service's origin */
export async function observe(url: string, databaseUrl: string): Promise<Look> {
  const v2 = `${url}/api/model_references/v2`;
  const metadata = (await call('GET', `${v2}/metadata/${category}`, '')) as Record<string, number>;
  const store = await openStore(databaseUrl);
  try {
    const { problems } = await verifyStore(store);
    const events = await store.read((reader) => auditStore(reader).events({ category }, 1_000_000));
    return {
      problems: problems.map(({ event_id, text }) => `event ${event_id}: ${text}`),
      observed: {
        queue: await queue(url),
        v2: await descriptions(`${v2}/${category}`),
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
