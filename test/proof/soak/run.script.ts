/**
 * npm run proof -- soak [minutes] [seed]   Mixed load on a primary with a replica attached. In the
 * second half neither memory nor descriptors may grow; nothing may go wrong; at the end the replica has to
 * serve the same bytes.
 */

import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryDirectory } from '../../../bench/service.ts';
import { categoryNames } from '../../../src/records/categories/index.ts';
import { startIdentityServer, users } from '../../support/identity-server.ts';
import { nothingUsed, startUsageServer } from '../../support/usage-server.ts';
import { MixedLoad } from './mixed-load.ts';
import { type Sample, slope } from './slope.ts';
import { WatchedService } from './watched-service.ts';

const minutes = Number(process.argv[2]);
const seed = Number(process.argv[3]);

/**
 * The growth that the second half may have, by its regression line: collection of garbage makes resident
 * memory go up and down.
 */
const allowedGrowth = { memory: 0.1, descriptors: 5 };
const seconds = minutes * 60;

const directories = [temporaryDirectory(), temporaryDirectory()] as const;
const identity = await startIdentityServer();
// Proposals are told with how much their model is used.
const usage = await startUsageServer(nothingUsed);
const upstreams = { MODELREF_AUTH_URL: identity.url, MODELREF_USAGE_URL: usage.url };
const services: WatchedService[] = [];
const violations: string[] = [];
try {
  const primary = await WatchedService.start(directories[0], {
    ...upstreams,
    MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
    MODELREF_ACCESS_LOG: 'off',
  });
  services.push(primary);
  const replica = await WatchedService.start(directories[1], {
    MODELREF_REPLICATE_MODE: 'REPLICA',
    MODELREF_PRIMARY_API_URL: `${primary.url}/api`,
    MODELREF_ENABLE_GITHUB_FALLBACK: 'false',
    MODELREF_DRAFTS_PER_MINUTE: '0',
    ...upstreams,
    MODELREF_ACCESS_LOG: 'off',
  });
  services.push(replica);

  const load = new MixedLoad(primary.url, replica.url, seed);
  await watch(services);
  await load.stop();
  const { reads, applied, streams, errors } = load.tally;
  console.log(
    `${minutes} min: ${reads} reads, ${applied} applied changes, ${streams} readers of the feed, ${errors.length} errors`,
  );
  violations.push(...errors.slice(0, 20));
  const different = await differences(primary.url, replica.url);
  console.log(`replica ${different.length === 0 ? 'identical' : `differs: ${different.join(', ')}`}`);
  violations.push(...different.map((path) => `the replica differs: ${path}`));
  for (const [name, service] of [
    ['primary', primary],
    ['replica', replica],
  ] as const)
    report(name, service);
} finally {
  for (const service of services) await service.stop();
  await usage.close();
  await identity.close();
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
}
for (const violation of violations) console.error(violation.slice(0, 400));
process.exitCode = violations.length === 0 ? 0 : 1;

async function watch(watched: readonly WatchedService[]): Promise<void> {
  const began = performance.now();
  const everySeconds = Math.min(10, seconds / 36);
  for (let at = 0; at < seconds; at = (performance.now() - began) / 1000) {
    await Promise.all(watched.map((service) => service.sample(at)));
    await pause(everySeconds * 1000);
  }
}

function report(name: string, service: WatchedService): void {
  const half = (samples: readonly Sample[]) => samples.filter(({ at }) => at >= seconds / 2);
  const facts = (['memory', 'heap', 'external', 'descriptors'] as const).map((what) => {
    const samples = half(service[what]);
    const mean = samples.reduce((sum, { value }) => sum + value, 0) / samples.length;
    const perSecond = slope(samples);
    const added = perSecond * (seconds / 2);
    const most = what === 'descriptors' ? allowedGrowth.descriptors : allowedGrowth.memory * mean;
    // The heap's saw teeth are wide; what stays of them shows in resident memory.
    if ((what === 'memory' || what === 'descriptors') && added > most)
      violations.push(`${name}: ${what} grew by ${added.toFixed(1)} in the second half`);
    const unit = what === 'descriptors' ? '' : ' MiB';
    return `${what} ${mean.toFixed(1)}${unit}, slope ${(perSecond * 3600).toFixed(2)}${unit}/h`;
  });
  console.log(`${name}: ${facts.join('; ')}; complaints ${service.complaints.length}`);
  console.log(
    `${name}: memory by tenths of the run, MiB: ${tenths(service.memory)}; least heap: ${tenths(service.heap)}`,
  );
  violations.push(...service.complaints.slice(0, 20).map((text) => `${name}: ${text}`));
}

/** The least value in each tenth of the run: what is left after garbage was collected. */
function tenths(samples: readonly Sample[]): string {
  const parts = Map.groupBy(samples, ({ at }) => Math.floor((at / seconds) * 10));
  return [...parts.values()].map((part) => Math.min(...part.map(({ value }) => value)).toFixed(0)).join(' ');
}

/** The paths that both do not answer with the same bytes, after the time a replica may need. */
async function differences(primary: string, replica: string): Promise<string[]> {
  const read = async (url: string) => {
    const response = await fetch(url);
    return `${response.status} ${response.headers.get('etag')} ${await response.text()}`;
  };
  const deadline = performance.now() + 30_000;
  for (;;) {
    const different: string[] = [];
    for (const version of ['v1', 'v2']) {
      for (const category of categoryNames) {
        const path = `/api/model_references/${version}/${category}`;
        if ((await read(primary + path)) !== (await read(replica + path))) different.push(path);
      }
    }
    if (different.length === 0 || performance.now() > deadline) return different;
    await pause(500);
  }
}
