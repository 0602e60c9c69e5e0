/**
 * How the service grows with its data: 1, 10 and 100 times the data at hand.
 *
 *   npm run bench -- growth [--data <dir>] [--factors 1,10,100]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keys, startIdentityServer, users } from '../test/support/identity-server.ts';
import { benchArguments, median } from './report.ts';
import { exportData, importData, startService, temporaryDirectory } from './service.ts';

interface Growth {
  models: number;
  'import s': number;
  'ready ms': number;
  'memory MiB': number;
  'one record ms': number;
  'text category MB': number;
  'apply ms': number;
}

export async function benchGrowth(argv: string[]): Promise<unknown> {
  const { values } = parseArgs({ args: argv, strict: false, options: { factors: { type: 'string' } } });
  const factors = String(values.factors ?? '1,10,100')
    .split(',')
    .map(Number);
  const options = benchArguments(
    argv.filter((word, i) => word !== '--factors' && argv[i - 1] !== '--factors'),
  );
  const identity = await startIdentityServer();
  const rows: Record<string, Growth> = {};
  try {
    for (const factor of factors) rows[`${factor} ×`] = await grow(options.data, factor, identity.url);
  } finally {
    await identity.close();
  }
  console.table(rows);
  return { rows };
}

async function grow(data: string, factor: number, authUrl: string): Promise<Growth> {
  const directory = temporaryDirectory();
  const settings = {
    MODELREF_AUTH_URL: authUrl,
    MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
  };
  const importStarted = performance.now();
  const models = await importTimes(data, factor, directory);
  const importSeconds = (performance.now() - importStarted) / 1000;
  const started = performance.now();
  const service = await startService(directory, settings);
  const readyMs = performance.now() - started;
  try {
    const base = `${service.url}/api/model_references/v2`;
    const text = await (await fetch(`${base}/text_generation`)).text();
    const names = Object.keys(JSON.parse(text) as object);
    const reads: number[] = [];
    for (let i = 0; i < 200; i++) {
      const begun = performance.now();
      await (
        await fetch(`${base}/text_generation/model/${encodeURIComponent(names[i % names.length] ?? '')}`)
      ).text();
      reads.push(performance.now() - begun);
    }
    const applies: number[] = [];
    for (let i = 0; i < 5; i++) applies.push(await applyOne(base, `grown/Model-${i}-7B`));
    return {
      models,
      'import s': rounded(importSeconds),
      'ready ms': Math.round(readyMs),
      'memory MiB': Math.round(residentMiB(service.pid)),
      'one record ms': rounded(median(reads)),
      'text category MB': rounded(text.length / 1e6),
      'apply ms': Math.round(median(applies)),
    };
  } finally {
    await service.stop();
  }
}

/** Imports the data and, under other names, the same records again until there are `factor` times as many. */
async function importTimes(data: string, factor: number, directory: string): Promise<number> {
  await importData(data, directory);
  const grown = join(directory, 'v2');
  await exportData(grown, directory);
  let models = 0;
  const larger = join(directory, 'larger');
  mkdirSync(larger);
  for (const category of ['image_generation', 'text_generation']) {
    const records = JSON.parse(readFileSync(join(grown, `${category}.json`), 'utf8')) as Record<
      string,
      object
    >;
    const all: Record<string, object> = {};
    for (let copy = 0; copy < factor; copy++) {
      for (const [name, record] of Object.entries(records)) {
        const other = copy === 0 ? name : `${name}-c${copy}`;
        all[other] = { ...record, name: other };
      }
    }
    models += Object.keys(all).length;
    writeFileSync(join(larger, `${category}.json`), JSON.stringify(all));
  }
  if (factor > 1) await importData(larger, directory);
  return models;
}

/** Proposes, approves and applies a new text model; milliseconds of the apply alone. */
async function applyOne(base: string, name: string): Promise<number> {
  const call = async (path: string, key: string, body: unknown) => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { change_id: number };
  };
  const { change_id } = await call('/text_generation', keys.requestor, { name, parameters: 7_000_000_000 });
  await call('/pending_queue/batches', keys.approver, { batch_title: 'growth', approved_ids: [change_id] });
  const begun = performance.now();
  await call('/pending_queue/apply', keys.approver, { change_ids: [change_id] });
  return performance.now() - begun;
}

function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib ?? 0) / 1024;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
