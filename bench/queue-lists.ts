/**
 * Measures the review queue's lists, diffs and audit views over a large queue, each through the whole
 * service: route, database, JSON. Prints the median time of each, and SQLite's plan for each query. Exits
 * with 1 when a median is over `markMs` or a query reads a table row by row.
 *
 *   npm run bench -- queue-lists [--changes 100000] [--models 5000] [--turns 30]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Sqlite from 'better-sqlite3';
import { type CompiledQuery, Kysely } from 'kysely';
import { createApp } from '../src/app/app.ts';
import { readSettings } from '../src/app/settings.ts';
import type { UsageReading, UsageSource } from '../src/outside/usage-client.ts';
import { openStore } from '../src/store/open.ts';
import { sqliteDialect } from '../src/store/sqlite-driver.ts';
import type { Store } from '../src/store/store.ts';
import type { Tables } from '../src/store/tables.ts';
import { fillLargeQueue } from './large-queue.ts';
import { median } from './report.ts';

/** Largest median time of a list, in milliseconds. The bench exits with 1 when a list takes longer. */
const markMs = 50;
/**
 * The labels of lists that come in one answer (18 MB here) instead of pages. `markMs` does not apply to
 * them.
 */
const whole = new Set(['audit/current']);
/** An empty answer of the usage service, so that this bench needs none. */
const answered: UsageReading = {
  data: { status: [], stats: { day: new Map(), month: new Map(), total: new Map() }, workers: [] },
  ageSeconds: 0,
  stale: false,
};
const usage: UsageSource = {
  read: async () => answered,
  health: () => ({ degraded: false, consecutive_failures: 0, seconds_until_retry: null }),
};

const queue = '/api/model_references/v2/pending_queue';

/**
 * The paths that the bench requests, by the label that it prints. `turn` counts the requests of a path; most
 * paths vary with it, so that requests in a row differ.
 */
const asks: Record<string, (turn: number, size: Size) => string> = {
  'changes, first page': () => '/changes',
  'changes, 500 of them': () => '/changes?limit=500',
  'changes, deep page': (turn, { changes }) => `/changes?offset=${changes - 1000 - turn}&limit=50`,
  'changes, pending': (turn) => `/changes?statuses=pending&offset=${turn * 50}`,
  'changes, two statuses': (turn) => `/changes?statuses=applied&statuses=rejected&offset=${turn * 500}`,
  'changes, category': (turn) => `/changes?categories=image_generation&offset=${turn * 100}`,
  'changes, batch': (turn) => `/changes?batch_id=${1 + turn * 7}`,
  'changes, requestor': (turn) => `/changes?requested_by=${100 + (turn % 40)}`,
  'changes, name, few': (turn) => `/changes?model_name=MODEL%20${turn * 37}`,
  'changes, name, pending': (turn) => `/changes?statuses=pending&model_name=author-${turn}`,
  'changes, everything': (turn) =>
    `/changes?statuses=applied&categories=image_generation&requested_by=${100 + (turn % 40)}&model_name=model`,
  my_changes: () => '/my_changes',
  'one change': (turn) => `/changes/${1 + turn * 3001}`,
  'diff, pending': (turn, { changes }) => `/changes/${changes - turn}/diff`,
  'diff, applied': (turn) => `/changes/${1 + turn * 3001}/diff`,
  'diffs, 100 pending': (turn, { changes }) => `/diffs?${idsFrom(changes - 100 * (turn + 1))}`,
  'audit/current': (turn) => `/audit/current?offset=${turn}`,
  'audit/current, 50': (turn) => `/audit/current?limit=50&offset=${turn * 50}`,
  'audit/current, other domain': () => '/audit/current?domain_override=legacy',
  'audit/batches': (turn) => `/audit/batches?cursor=${200 + turn}`,
  'audit/batches, 50 of them': (turn) => `/audit/batches?limit=50&cursor=${200 + turn}`,
  'audit/batches, one': (turn) => `/audit/batches/${1 + turn * 11}`,
  'audit/batches, net_changes': (turn) => `/audit/batches/${1 + turn * 11}/net_changes`,
  'history of a model': (turn) => `../v2/image_generation/model/${encodeURIComponent(nameOf(turn))}/history`,
  'record at a time': (turn) =>
    `../v2/image_generation/model/${encodeURIComponent(nameOf(turn))}?at=${1_602_000_000 + turn}`,
};

interface Size {
  readonly changes: number;
  readonly models: number;
}

let models = 5000;
/**
 * Gives the name of a model in the filled queue, a different one for each `turn`. The model has an applied
 * change.
 */
const nameOf = (turn: number) => {
  const id = turn * 100 + 10;
  return `author-${id % 97}/model ${(id * 7919) % models}`;
};
const idsFrom = (first: number) =>
  Array.from({ length: 100 }, (_, index) => `change_ids=${first + index}`).join('&');

export async function benchQueueLists(argv: string[]): Promise<unknown> {
  const { values } = parseArgs({
    args: argv,
    options: {
      changes: { type: 'string', default: '100000' },
      models: { type: 'string', default: '5000' },
      turns: { type: 'string', default: '30' },
    },
  });
  const size = { changes: Number(values.changes), models: Number(values.models) };
  // Changes are picked 3,001 apart.
  const least = 1 + Number(values.turns) * 3001;
  if (!(size.changes >= least))
    throw new Error(`--changes has to be at least ${least} for ${values.turns} turns`);
  models = size.models;
  const directory = mkdtempSync(join(tmpdir(), 'modelref-queue-lists-'));
  try {
    const path = join(directory, 'registry.db');
    const events = await fillLargeQueue(path, size.changes, size.models);
    console.log(
      `${size.changes} changes, ${events} audit events, ${size.models} models at the most; ${values.turns} turns`,
    );
    const medians = await time(path, size, Number(values.turns));
    const walks = await explain(path, size);
    const slow = Object.entries(medians).filter(([what, ms]) => ms > markMs && !whole.has(what));
    console.log(
      `\n${slow.length} of ${Object.keys(medians).length - whole.size} over ${markMs} ms; ${walks} walk a table`,
    );
    if (slow.length + walks > 0) process.exitCode = 1;
    return { ...size, events, medians };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function openApp(path: string, store?: Store) {
  const { settings } = readSettings({
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_DATABASE_URL: `sqlite:${path}`,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: '101',
    MODELREF_LOG_LEVEL: 'silent',
  });
  const identity = { authenticate: async () => ({ userId: '101', username: 'requestor#101' }) };
  return createApp(settings, { identity, usage, ...(store && { store }) });
}

const urlOf = (ask: string) => (ask.startsWith('..') ? `/api/model_references${ask.slice(2)}` : queue + ask);

async function time(path: string, size: Size, turns: number): Promise<Record<string, number>> {
  await using app = await openApp(path);
  const medians: Record<string, number> = {};
  console.log(`\n${'median ms'.padStart(10)}${'CPU ms'.padStart(8)}${'KB'.padStart(8)}`);
  for (const [what, ask] of Object.entries(asks)) {
    const times: number[] = [];
    let bytes = 0;
    // On a machine that does other work as well, processor time says more than the clock.
    let cpu = process.cpuUsage();
    for (let turn = 0; turn < turns + 2; turn += 1) {
      const url = urlOf(ask(turn, size));
      const started = performance.now();
      const answer = await app.server.inject({ url, headers: { apikey: 'key' } });
      const ms = performance.now() - started;
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
      bytes = answer.body.length;
      // The first two turns warm up.
      if (turn < 2) cpu = process.cpuUsage();
      else times.push(ms);
    }
    medians[what] = Math.round(median(times) * 100) / 100;
    const { user, system } = process.cpuUsage(cpu);
    const columns = [(user + system) / 1000 / turns, bytes / 1024].map((each) => each.toFixed(0).padStart(8));
    console.log(`${String(medians[what]).padStart(10)}${columns.join('')}  ${what}`);
  }
  return medians;
}

/**
 * Prints, for each path, SQLite's plans of the queries that the service runs. Gives the number of queries
 * that read a whole table row by row.
 */
async function explain(path: string, size: Size): Promise<number> {
  const database = new Sqlite(path, { readonly: true });
  const asked: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: sqliteDialect({
      open: () => new Sqlite(path, { readonly: true }),
      size: 1,
      begin: 'begin',
      lockTimeoutMs: 0,
    }),
    log: ({ query }) => {
      asked.push(query);
    },
  });
  const real = await openStore(`sqlite:${path}`);
  const logged: Store = {
    ...real,
    read: (work) => db.transaction().execute((each) => work({ db: each })),
  };
  let walking = 0;
  {
    await using app = await openApp(path, logged);
    for (const [what, ask] of Object.entries(asks)) {
      asked.length = 0;
      await app.server.inject({ url: urlOf(ask(3, size)), headers: { apikey: 'key' } });
      const plans = new Set(
        asked.filter(({ sql }) => /^(select|with)/i.test(sql)).map((query) => planOf(database, query)),
      );
      console.log(`\n${what}`);
      for (const plan of plans) {
        const walks = walksTable(plan);
        if (walks) walking += 1;
        console.log(`  ${walks ? 'WALKS ' : ''}${plan}`);
      }
    }
  }
  await db.destroy();
  await real.close();
  database.close();
  return walking;
}

function planOf(database: Sqlite.Database, query: CompiledQuery): string {
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${query.sql}`).all(...query.parameters);
  return steps.map((step) => (step as { detail: string }).detail).join(' > ');
}

function walksTable(plan: string): boolean {
  return /SCAN (pending_changes|pending_change_bodies|audit_events|models)( >|$)/.test(plan);
}
