/**
 * kill -9 during mixed traffic, again and again, on one database: after each restart everything that was acknowledged is there, nothing is
 * doubled and nothing is half applied. Clients remember every answer (history.ts); what they could not hear is allowed to have happened
 * as a whole or not at all.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { freePort, serviceEnvironment, untilReady } from '../../bench/service.ts';
import { keys, startIdentityServer, users } from '../support/identity-server.ts';
import { contradictions, History, type Observed, type Operation, type QueueItem } from './history.ts';

export interface KillLoopOptions {
  directory: string;
  kills: number;
  /** Milliseconds of traffic before each kill, drawn evenly from 0 to this. */
  longestRunMs: number;
  random: () => number;
  onKill?: (done: number, history: History) => void;
}

export interface KillLoopResult {
  kills: number;
  acknowledged: number;
  changes: number;
  contradictions: string[];
}

const category = 'clip';
const clients = 4;

interface Loop extends KillLoopOptions {
  authUrl: string;
}

/** Runs the loop with an identity service of its own. */
export async function startKillLoop(options: KillLoopOptions): Promise<KillLoopResult> {
  const identity = await startIdentityServer();
  try {
    return await killLoop({ ...options, authUrl: identity.url });
  } finally {
    await identity.close();
  }
}

async function killLoop(options: Loop): Promise<KillLoopResult> {
  const history = new History();
  const found: string[] = [];
  let serial = 0;
  for (let kill = 0; kill < options.kills && found.length === 0; kill++) {
    const { child, url } = await start(options);
    const observed = await observe(url, options);
    found.push(...contradictions(history, observed));
    const live = new Map(observed.v2);
    const stopped = { value: false };
    const traffic = Array.from({ length: clients }, async (_, client) => {
      while (!stopped.value) {
        await cycle(url, history, `c${client}`, () => ++serial, live).catch(() => undefined);
      }
    });
    await new Promise((resolve) => setTimeout(resolve, options.random() * options.longestRunMs));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    stopped.value = true;
    await ended;
    await Promise.all(traffic);
    options.onKill?.(kill + 1, history);
  }
  const { child, url } = await start(options);
  found.push(...contradictions(history, await observe(url, options)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return {
    kills: options.kills,
    acknowledged: history.acknowledged,
    changes: history.changes.size,
    contradictions: found,
  };
}

async function start(options: Loop): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env: serviceEnvironment(options.directory, port, {
      MODELREF_AUTH_URL: options.authUrl,
      MODELREF_PENDING_QUEUE__REQUESTOR_IDS: JSON.stringify([users.requestor.id]),
      MODELREF_PENDING_QUEUE__APPROVER_IDS: JSON.stringify([users.approver.id]),
    }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return { child, url };
}

/** One client's turn: propose something that makes sense for its model, approve it, apply it; remember each answer. */
async function cycle(
  url: string,
  history: History,
  client: string,
  next: () => number,
  live: Map<string, string | undefined>,
): Promise<void> {
  const serial = next();
  const model = `${client}/model-${serial % 7}`;
  const marker = `written by ${serial}`;
  const operation: Operation = live.has(model) ? (serial % 5 === 0 ? 'delete' : 'update') : 'create';
  const base = `${url}/api/model_references/v2`;
  const body = { name: model, description: marker };
  const path = `${base}/${category}/model/${encodeURIComponent(model)}`;
  const proposal =
    operation === 'create'
      ? await call('POST', `${base}/${category}`, keys.requestor, body)
      : operation === 'update'
        ? await call('PUT', path, keys.requestor, body)
        : await call('DELETE', path, keys.requestor);
  const changeId = (proposal as { change_id: number }).change_id;
  const jobId = `job-${serial}`;
  history.proposed({ changeId, model, operation, marker, jobId });
  await call('POST', `${base}/pending_queue/batches`, keys.approver, {
    batch_title: `batch of ${client}`,
    approved_ids: [changeId],
  });
  history.reached(changeId, 'approved');
  await call('POST', `${base}/pending_queue/apply`, keys.approver, {
    change_ids: [changeId],
    job_id: jobId,
  });
  history.reached(changeId, 'applied');
  if (operation === 'delete') live.delete(model);
  else live.set(model, marker);
}

export async function call(method: string, url: string, key: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { apikey: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

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

async function observe(url: string, options: Loop): Promise<Observed> {
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
    auditEvents: auditEvents(join(options.directory, 'registry.db')),
  };
}

/** Name → description; an empty category answers 404. */
export async function descriptions(url: string): Promise<Map<string, string | undefined>> {
  const response = await fetch(url);
  if (response.status === 404) return new Map();
  const records = (await response.json()) as Record<string, { description?: string }>;
  return new Map(Object.entries(records).map(([name, record]) => [name, record.description]));
}

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
