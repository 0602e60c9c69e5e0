import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type App, createApp } from '../../../src/app/app.ts';
import type { Overrides } from '../../../src/app/foundation.ts';
import { readSettings } from '../../../src/app/settings.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { categories } from '../../support/categories.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { minimalBody } from '../../support/least-bodies.ts';

/** A service on loopback whose settings say everything. */
export interface Registry extends AsyncDisposable {
  readonly app: App;
  readonly url: string;
  readonly port: number;
  get(path: string): Promise<{ status: number; headers: Record<string, unknown>; body: string }>;
}

export const v2 = '/api/model_references/v2';
const user = { userId: '1', username: 'Somebody#1' };

/** Gone after the test, as everything below. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-replica-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts a registry; it is stopped after the test at the latest. */
export async function start(settings: Partial<Settings>, overrides: Overrides = {}): Promise<Registry> {
  const { settings: defaults } = readSettings({
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_AUTH_URL: 'http://127.0.0.1:9/api',
    MODELREF_PRIMARY_API_URL: 'none',
    MODELREF_ENABLE_GITHUB_FALLBACK: 'false',
    MODELREF_PENDING_QUEUE__APPROVER_IDS: user.userId,
    MODELREF_DATABASE_URL: `sqlite:${await temporaryDirectory()}/registry.db`,
  });
  const app = await createApp(
    { ...defaults, port: 0, accessLog: 'off', ...settings },
    { identity: { authenticate: async () => user }, logTo: { write: () => {} }, ...overrides },
  );
  onTestFinished(() => app[Symbol.asyncDispose]());
  const origin = await app.listen();
  return {
    app,
    url: `${origin}/api`,
    port: Number(new URL(origin).port),
    get: async (url) => {
      const { statusCode: status, headers, body } = await app.server.inject({ url });
      return { status, headers, body };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** A primary with models in several categories; names that look like numbers are not in numerical order. */
export async function startPrimary(settings: Partial<Settings> = {}): Promise<Registry> {
  // Another may take its place later: nobody else is given this port meanwhile.
  const primary = await start({ port: await freePort(), ...settings });
  for (const name of ['b', '7', 'ä "quoted" name', '0']) await create(primary, 'clip', name);
  for (const name of ['Some/model-7B', 'Other/model-13B-Instruct'])
    await create(primary, 'text_generation', name);
  await create(primary, 'image_generation', 'an image model');
  await create(primary, 'video_generation', 'a video model');
  return primary;
}

/** A replica of what listens at `url`. What looks like a loss is believed after 50 ms. */
export function startReplica(
  url: string,
  settings: Partial<Settings> = {},
  overrides: Overrides = {},
): Promise<Registry> {
  const often = { cacheTtlSeconds: 0.05 };
  return start({ ...often, replicateMode: 'REPLICA', primaryApiUrl: url, ...settings }, overrides);
}

/** Proposes, approves and applies one write through the API of a primary. */
export async function write(
  { app }: Registry,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<void> {
  const headers = { apikey: 'a-key' };
  const send = async (verb: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
    const answer = await app.server.inject({ method: verb, url, headers, ...(body && { payload: body }) });
    if (answer.statusCode >= 300)
      throw new Error(`${verb} ${url} answered ${answer.statusCode}: ${answer.body}`);
    return answer.json() as { change_id: number };
  };
  const { change_id } = await send(method, v2 + path, payload);
  await send('POST', `${v2}/pending_queue/batches`, { batch_title: 'a batch', approved_ids: [change_id] });
  await send('POST', `${v2}/pending_queue/changes/${change_id}/apply`, {});
}

export function create(registry: Registry, category: string, name: string, more: object = {}): Promise<void> {
  return write(registry, 'POST', `/${category}`, { ...minimalBody(category, name), ...more });
}

/** All that readers of the categories' bodies get, of both versions. */
export async function served(registry: Registry): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const { name } of categories) {
    for (const version of ['v1', 'v2']) {
      const { status, headers, body } = await registry.get(`/api/model_references/${version}/${name}`);
      all[`${version}/${name}`] = { status, etag: headers.etag, body };
    }
  }
  return all;
}

export const untilEqual = (replica: Registry, primary: Registry): Promise<void> =>
  eventually(async () => expect(await served(replica)).toEqual(await served(primary)));

export const problemOf = (registry: Registry): string | null =>
  registry.app.context.replica?.status().problem ?? null;
