/** The questions of a crash run's client, and of the run after a restart. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { keys } from '../../support/identity-server.ts';
import type { Observed, QueueItem } from './history.ts';

/** The category that crash runs write to. */
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

/**
 * All that tells what has happened: asked of the service, and the audit trail read from its database in
 * `directory`.
 */
export async function observe(url: string, directory: string): Promise<Observed> {
  const metadata = (await call('GET', `${url}/api/model_references/v2/metadata/${category}`, '')) as Record<
    string,
    number
  >;
  return {
    queue: await queue(url),
    v2: await descriptions(`${url}/api/model_references/v2/${category}`),
    v1: await descriptions(`${url}/api/model_references/v1/${category}`),
    totals: {
      create: metadata.total_creates ?? -1,
      update: metadata.total_updates ?? -1,
      delete: metadata.total_deletes ?? -1,
    },
    auditEvents: auditEvents(join(directory, 'registry.db')),
  };
}

/**
 * The category's model events in the trail of a database file. @throws Error when event ids are not
 * contiguous
 */
function auditEvents(file: string): Observed['auditEvents'] {
  const database = new Database(file, { readonly: true });
  try {
    const rows = database
      .prepare('select event_id, category, change_id from audit_events order by event_id')
      .all() as { event_id: number; category: string; change_id: number | null }[];
    const gap = rows.findIndex((row, i) => row.event_id !== i + 1);
    if (gap >= 0) throw new Error(`audit event ids are not contiguous at ${gap + 1}`);
    return rows
      .filter((row) => row.category === category)
      .map((row) => ({ changeId: row.change_id, eventId: row.event_id }));
  } finally {
    database.close();
  }
}
