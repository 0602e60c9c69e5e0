import { expect, onTestFinished } from 'vitest';
import type { Overrides } from '../../../src/app/foundation.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { categories } from '../../support/categories.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { minimalBody } from '../../support/least-bodies.ts';
import { newFolder } from '../../support/new-folder.ts';

/** A service that listens on loopback. */
export interface Registry extends TestApp {
  /** The base URL of its API. */
  readonly url: string;
  readonly port: number;
}

export const v2 = '/api/model_references/v2';

/** Starts a registry; it is stopped after the test at the latest. */
export async function start(settings: Partial<Settings>, overrides: Overrides = {}): Promise<Registry> {
  const databaseUrl = `sqlite:${newFolder()}/registry.db`;
  const app = await startTestApp({
    settings: { databaseUrl, port: 0, accessLog: 'off', ...settings },
    overrides: { readyWhenEmpty: false, ...overrides },
  });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const origin = await app.service.listen();
  return { ...app, url: `${origin}/api`, port: Number(new URL(origin).port) };
}

/** A primary with models in several categories; names that look like numbers are not in numerical order. */
export async function startPrimary(settings: Partial<Settings> = {}): Promise<Registry> {
  // Another may take its place later: nobody else is given this port meanwhile.
  const primary = await start({ port: await freePort(), ...settings });
  const names = ['b', '7', 'ä "quoted" name', '0'];
  await primary.seed('clip', ...names.map((name) => minimalBody('clip', name)));
  for (const [category, name] of [
    ['text_generation', 'Some/model-7B'],
    ['text_generation', 'Other/model-13B-Instruct'],
    ['image_generation', 'an image model'],
    ['video_generation', 'a video model'],
  ] as const)
    await create(primary, category, name);
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

export const create = (registry: Registry, category: string, name: string, more: object = {}) =>
  registry.seed(category, { ...minimalBody(category, name), ...more });

/** All that readers of the categories' bodies get, of both versions. */
export async function served(registry: Registry): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const { name } of categories) {
    for (const version of ['v1', 'v2']) {
      const { statusCode, headers, body } = await registry.get(`/api/model_references/${version}/${name}`);
      all[`${version}/${name}`] = { statusCode, etag: headers.etag, body };
    }
  }
  return all;
}

export const untilEqual = (replica: Registry, primary: Registry): Promise<void> =>
  eventually(async () => expect(await served(replica)).toEqual(await served(primary)));

export const problemOf = (registry: Registry): string | null =>
  registry.service.context.replica?.status().problem ?? null;
