/**
 * Measures the lists of requests for models, each through the whole service: route, database, JSON. Prints
 * the median time of each list. Exits with 1 when a median is over `markMs`.
 *
 *   npm run bench -- requests [--requests 10000] [--seconds 100000] [--turns 30]
 *
 * An account that wants the model of a request too "seconds" the request. `--seconds` is the number of such
 * entries, not a time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApp } from '../src/app/app.ts';
import { readSettings } from '../src/app/settings.ts';
import { requestStore } from '../src/modules/requests/store.ts';
import { requestStates } from '../src/records/enums.ts';
import { openStore } from '../src/store/open.ts';
import { median } from './report.ts';

/** Largest median time of a list, in milliseconds. The bench exits with 1 when a list takes longer. */
const markMs = 20;
const accounts = 5_000;
const categories = ['image_generation', 'text_generation', 'clip', 'lora'] as const;

interface Size {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * The paths that the bench requests, by the label that it prints. `turn` counts the requests of a path; every
 * path varies with it, so that requests in a row differ.
 */
const asks: Record<string, (turn: number, size: Size) => string> = {
  'most wanted': (turn) => `?limit=${50 - (turn % 10)}`,
  'most wanted, undecided': (turn) => `?state=open&state=accepted&limit=${50 - (turn % 10)}`,
  'most wanted, category': (turn) => `?category=${categories[turn % 4]}`,
  'most wanted, category and state': (turn) => `?state=declined&category=${categories[turn % 4]}`,
  'most wanted, deep page': (turn, { requests }) => `?limit=100&cursor=9-${requests - turn * 7}`,
  newest: (turn) => `?sort=newest&limit=${100 - (turn % 10)}`,
  'newest, undecided': (turn) => `?sort=newest&state=open&state=accepted&limit=${50 - (turn % 10)}`,
  'oldest, deep page': (turn, { requests }) => `?sort=oldest&cursor=0-${requests / 2 + turn}`,
  mine: (turn) => `?sort=newest&wanted_by=${1_000_000 + turn * 37}`,
  'one request': (turn) => `/${1 + turn * 31}`,
  'who wants it': (turn) => `/${1 + turn * 31}/seconds`,
  'what was said': (turn) => `/${1 + turn * 31}/steps`,
};

export async function benchRequests(argv: string[]): Promise<unknown> {
  const { values } = parseArgs({
    args: argv,
    options: {
      requests: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '100000' },
      turns: { type: 'string', default: '30' },
    },
  });
  const size = { requests: Number(values.requests), seconds: Number(values.seconds) };
  const directory = mkdtempSync(join(tmpdir(), 'modelref-requests-'));
  try {
    const databaseUrl = `sqlite:${join(directory, 'registry.db')}`;
    await fill(databaseUrl, size);
    console.log(`${size.requests} requests, ${size.seconds} seconds; ${values.turns} turns`);
    const medians = await time(databaseUrl, size, Number(values.turns));
    const slow = Object.values(medians).filter((ms) => ms > markMs);
    console.log(`\n${slow.length} of ${Object.keys(medians).length} over ${markMs} ms`);
    if (slow.length > 0) process.exitCode = 1;
    return { ...size, medians };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Fills the tables of requests and of the accounts that second them. Writes no audit events, because the
 * measured lists do not read them.
 */
async function fill(databaseUrl: string, { requests, seconds }: Size): Promise<void> {
  const store = await openStore(databaseUrl);
  const each = Math.floor(seconds / requests);
  const text = 'Why this model would be good to have. '.repeat(8);
  const at = 1_700_000_000;
  for (let from = 1; from <= requests; from += 500) {
    await store.write(async (writer) => {
      for (let id = from; id < from + 500 && id <= requests; id += 1) {
        // Some are wanted by many, most by few.
        const wanted = Math.max(1, id % 10 === 0 ? each * 5 : Math.floor((each * 5) / 9));
        const user_id = `${1_000_000 + (id % accounts)}`;
        const username = `account#${user_id}`;
        await requestStore(writer).put({
          request_id: id,
          category: categories[id % 4] as string,
          name: `Wanted model ${id}`,
          link: `https://civitai.com/models/${id}`,
          why: text,
          known: { baseline: 'stable_diffusion_xl', files: [{ file_name: 'a', sha256sum: 'a'.repeat(64) }] },
          state: id % 3 === 0 ? (requestStates[id % requestStates.length] ?? 'open') : 'open',
          reason: id % 3 === 0 ? text : null,
          requested_by: user_id,
          requested_username: username,
          requested_at: at + id,
          decided_by: null,
          decided_username: null,
          decided_at: null,
          duplicate_of: null,
          change_id: null,
          model_name: null,
          hidden: false,
          wanted,
          comments: 1,
          event_id: id * 2,
        });
        for (let second = 0; second < wanted; second += 1) {
          const account = `${1_000_000 + ((id + second * 97) % accounts)}`;
          await requestStore(writer).addSecond({
            request_id: id,
            user_id: account,
            username: `account#${account}`,
            why: text,
            at: at + id,
          });
        }
        const step = { request_id: id, at: at + id, user_id, username, text, change_id: null, said: {} };
        await requestStore(writer).addStep({ ...step, event_id: id * 2, action: 'ask' });
        await requestStore(writer).addStep({ ...step, event_id: id * 2 + 1, action: 'comment' });
      }
    });
  }
  await store.close();
}

async function time(databaseUrl: string, size: Size, turns: number): Promise<Record<string, number>> {
  const { settings } = readSettings({
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_DATABASE_URL: databaseUrl,
    MODELREF_AUTH_URL: 'http://127.0.0.1:9/api',
    MODELREF_USAGE_URL: 'http://127.0.0.1:9/api',
    MODELREF_LOG_LEVEL: 'silent',
  });
  await using app = await createApp(settings);
  const medians: Record<string, number> = {};
  for (const [what, ask] of Object.entries(asks)) {
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const url = `/api/model_references/v2/requests${ask(turn, size)}`;
      const begin = performance.now();
      const { statusCode, body } = await app.server.inject({ url });
      times.push(performance.now() - begin);
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
    }
    medians[what] = median(times);
    console.log(`${what.padEnd(34)} ${(medians[what] ?? 0).toFixed(1).padStart(7)} ms`);
  }
  return medians;
}
