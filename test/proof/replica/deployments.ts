import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Overrides } from '../../../src/app/foundation.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { freePort } from '../../support/free-port.ts';
import { leastBody } from '../../support/least-bodies.ts';
import { type Registry, startRegistry, write } from './registries.ts';

/** Gone after the test, as everything below. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'modelref-replica-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts the deployment that `registry` stands for; it is stopped after the test at the latest. */
export async function start(settings: Partial<Settings>, overrides: Overrides = {}): Promise<Registry> {
  const registry = await startRegistry({ logLevel: 'debug', ...settings }, overrides);
  onTestFinished(() => registry[Symbol.asyncDispose]());
  return registry;
}

/** A primary with models in several categories; names that look like numbers are not in numerical order. */
export async function startPrimary(settings: Partial<Settings> = {}): Promise<Registry> {
  const databaseUrl = `sqlite:${await temporaryDirectory()}/primary.db`;
  // Another may take its place later: nobody else is given this port meanwhile.
  const primary = await start({ databaseUrl, port: await freePort(), ...settings });
  for (const name of ['b', '7', 'ä "quoted" name', '0']) await create(primary, 'clip', name);
  for (const name of ['Some/model-7B', 'Other/model-13B-Instruct'])
    await create(primary, 'text_generation', name);
  await create(primary, 'image_generation', 'an image model');
  await create(primary, 'video_generation', 'a video model');
  return primary;
}

export function create(registry: Registry, category: string, name: string, more: object = {}): Promise<void> {
  return write(registry, 'POST', `/${category}`, { ...leastBody(category, name), ...more });
}

/** A replica of what listens at `url`. */
export async function startReplica(
  url: string,
  settings: Partial<Settings> = {},
  overrides: Overrides = {},
): Promise<Registry> {
  const databaseUrl = `sqlite:${await temporaryDirectory()}/replica.db`;
  return start({ databaseUrl, replicateMode: 'REPLICA', primaryApiUrl: url, ...settings }, overrides);
}

export function bootstraps({ logs }: Registry): string[] {
  const lines = logs.map((line) => JSON.parse(line) as { msg: string; reason: string });
  return lines.filter(({ msg }) => msg === 'the replica makes its copy anew').map(({ reason }) => reason);
}
