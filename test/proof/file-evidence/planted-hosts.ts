import { hostAddress } from '../../../src/records/files/host-address.ts';
import type { RecordFile } from '../../../src/records/files/record-file.ts';
import type { FileVerdict } from '../../../src/records/files/verdict.ts';
import { type EmulatedCivitai, startCivitai } from '../../support/emulators/civitai.ts';
import {
  type EmulatedAnswer,
  type EmulatedHost,
  startEmulatedHost,
} from '../../support/emulators/emulated-host.ts';
import { startHuggingFace } from '../../support/emulators/hugging-face.ts';
import type { HubFile } from '../../support/emulators/hugging-face-answers.ts';
import { seededRandom } from '../audit/seeded-random.ts';

export const planted = { gone: 50, mismatch: 20, size_differs: 10, gated: 15, moved: 10 } as const;
export type Fault = keyof typeof planted;

/** Faults that only other hosts than Hugging Face have: on how many files, and what they are found to be. */
export const plantedElsewhere = {
  /** Civitai leads to its login page, by a path. */
  login: { count: 3, verdict: 'gated' },
  /** A text comes with 200 in the place of the file. */
  text: { count: 2, verdict: 'gone' },
  /** The address redirects to itself. */
  circle: { count: 2, verdict: 'gone' },
} as const satisfies Record<string, { count: number; verdict: Fault }>;

/** Emulated hosts with the files of records, some of which are not as their records say. */
export interface PlantedHosts extends AsyncDisposable {
  /** The fault of each address. */
  readonly faults: ReadonlyMap<string, Fault>;
  readonly civitai: EmulatedCivitai;
  readonly mirrors: Readonly<Record<string, string>>;
  readonly allowPrivate: readonly string[];
  /** Gives the number of HEAD requests for each address, by path. */
  asked(): ReadonlyMap<string, number>;
  requests(): number;
  /** Gives the number of bytes of bodies that were sent. */
  bytesSent(): number;
  forget(): void;
}

/** This host answers 503 or 429 half of the time. */
export const failingHost = 'github.com';
const commit = 'c'.repeat(40);
const unknownSize = 1_000_000;

/**
 * @param delayMs of every answer
 * @param counts how many of each fault
 */
export async function startPlantedHosts(
  files: readonly RecordFile[],
  {
    seed,
    delayMs,
    counts = planted,
  }: { seed: number; delayMs: number; counts?: Readonly<Record<Fault, number>> },
): Promise<PlantedHosts> {
  const random = seededRandom(seed);
  const faults = plant(files, random, counts);
  const elsewhere = plantElsewhere(files, random);
  for (const [url, fault] of elsewhere) faults.set(url, plantedElsewhere[fault].verdict);
  const hub = await startHuggingFace();
  const civitai = await startCivitai();
  const others = new Map<string, EmulatedHost>();
  const atPath = new Map<string, Fault>();
  const elsewhereAt = new Map([...elsewhere].map(([url, fault]) => [new URL(url).pathname, fault]));
  const byUrl = Map.groupBy(files, ({ url }) => url);

  for (const [url, [file]] of byUrl) {
    if (!file?.host) continue;
    const fault = faults.get(url);
    const address = hostAddress(url);
    const sha256 = fault === 'mismatch' ? 'f'.repeat(64) : (file.expected.sha256 ?? 'e'.repeat(64));
    const size = (file.expected.size_bytes ?? unknownSize) + (fault === 'size_differs' ? 1 : 0);
    if (address.host === 'huggingface') {
      if (fault === 'gone' || fault === 'gated' || fault === 'moved')
        atPath.set(new URL(url).pathname, fault);
      const content: HubFile = { size, beginning: new Uint8Array(), sha256 };
      for (const id of [address.repository, `${address.repository}-renamed`]) {
        const known = hub.repositories.get(id)?.files ?? {};
        const path = decodeURIComponent(address.path);
        hub.repositories.set(id, { id, commit, files: { ...known, [path]: content } });
      }
    } else if (address.host === 'civitai') {
      const id = Number(address.versionId);
      civitai.models.set(id, {
        id,
        name: file.model_name,
        type: 'Checkpoint',
        nsfw: false,
        modelVersions: [
          {
            id,
            name: 'v1',
            files: [
              {
                id: Number(address.fileId ?? id * 10),
                name: 'model.safetensors',
                sizeKB: size / 1024,
                type: 'Model',
                primary: true,
                hashes: { SHA256: sha256.toUpperCase() },
                metadata: address.wanted,
              },
            ],
          },
        ],
      });
    } else if (!others.has(file.host)) {
      const failing = file.host === failingHost;
      const host = await startEmulatedHost(({ method, path }) =>
        otherAnswer(method, path, elsewhereAt.get(path)),
      );
      host.fault = () => (failing && random() < 0.5 ? failure(random) : null);
      others.set(file.host, host);
    }
  }
  hub.fault = ({ path }) => {
    const fault = atPath.get(path);
    if (fault === 'gone')
      return { status: 404, headers: { 'x-error-code': 'EntryNotFound', 'x-repo-commit': commit } };
    if (fault === 'gated') return { status: 401, headers: { 'x-error-code': 'GatedRepo' } };
    const renamed = path.replace(/^(\/[^/]+\/[^/]+)\/resolve\//, '$1-renamed/resolve/');
    return fault === 'moved' ? { status: 307, headers: { location: renamed } } : null;
  };
  civitai.fault = ({ path }) =>
    elsewhereAt.has(path) ? { status: 307, headers: { location: '/login?returnUrl=%2F' } } : null;
  const hosts: EmulatedHost[] = [hub, civitai, ...others.values()];
  for (const host of hosts) host.delayMs = delayMs;
  const all = [...hosts, hub.cdn, civitai.storage];
  return {
    faults,
    civitai,
    mirrors: {
      'huggingface.co': hub.url,
      'civitai.com': civitai.url,
      ...Object.fromEntries([...others].map(([name, { url }]) => [name, url])),
    },
    allowPrivate: [hub.cdn, civitai.storage].map(({ url }) => new URL(url).host),
    asked: () => {
      const heads = hub.requests.filter(
        ({ method, path }) => method === 'HEAD' && !path.includes('-renamed/'),
      );
      return new Map([...Map.groupBy(heads, ({ path }) => path)].map(([path, some]) => [path, some.length]));
    },
    requests: () => all.reduce((sum, { requests }) => sum + requests.length, 0),
    bytesSent: () => all.reduce((sum, { bytesSent }) => sum + bytesSent, 0),
    forget: () => {
      for (const host of all) {
        host.requests.length = 0;
        host.bytesSent = 0;
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const host of hosts) await host[Symbol.asyncDispose]();
    },
  };
}

/** What such a host answers to a HEAD is about something else. */
function otherAnswer(
  method: string,
  path: string,
  fault: keyof typeof plantedElsewhere | undefined,
): EmulatedAnswer {
  if (fault === 'circle') return { status: 302, headers: { location: path } };
  if (fault === 'text')
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'File not found' };
  if (method === 'HEAD') return { status: 200, headers: { 'content-type': 'text/html' }, body: 'see below' };
  return {
    status: 200,
    // A host that calls every file a page.
    headers: { 'content-type': 'text/html' },
    body: { size: unknownSize, beginning: new Uint8Array() },
  };
}

/** The faults of other hosts by address; none on the host that fails half of the time. */
function plantElsewhere(
  files: readonly RecordFile[],
  random: () => number,
): Map<string, keyof typeof plantedElsewhere> {
  const urls = [...new Set(files.filter(({ host }) => host !== null).map(({ url }) => url))]
    .map((url) => ({ url, at: random() }))
    .sort((some, other) => some.at - other.at)
    .map(({ url }) => url);
  const on = (host: string) => urls.filter((url) => hostAddress(url).host === host);
  const free = {
    civitai: on('civitai'),
    other: on('other').filter((url) => new URL(url).host !== failingHost),
  };
  const faults = new Map<string, keyof typeof plantedElsewhere>();
  for (const name of Object.keys(plantedElsewhere) as (keyof typeof plantedElsewhere)[]) {
    const { count } = plantedElsewhere[name];
    for (const url of free[name === 'login' ? 'civitai' : 'other'].splice(0, count)) faults.set(url, name);
  }
  return faults;
}

function failure(random: () => number) {
  return random() < 0.5 ? { status: 503 } : { status: 429, headers: { 'retry-after': '1' } };
}

/** Faults for addresses of Hugging Face, each its own; other hosts are as their records say. */
function plant(
  files: readonly RecordFile[],
  random: () => number,
  counts: Readonly<Record<Fault, number>>,
): Map<string, Fault> {
  const byUrl = Map.groupBy(files, ({ url }) => url);
  const free = [...byUrl.values()]
    .map(([file]) => file as RecordFile)
    .filter(({ url, expected }) => hostAddress(url).host === 'huggingface' && expected.sha256 !== null)
    .map((file) => ({ file, at: random() }))
    .sort((some, other) => some.at - other.at)
    .map(({ file }) => file);
  const faults = new Map<string, Fault>();
  // Those that need most of their files choose first.
  for (const fault of ['size_differs', 'mismatch', 'gone', 'gated', 'moved'] as const) {
    let left: number = counts[fault];
    for (const { url, expected } of free) {
      if (left === 0) break;
      if (faults.has(url) || (fault === 'size_differs' && expected.size_bytes === null)) continue;
      faults.set(url, fault);
      left -= 1;
    }
    if (left > 0) throw new Error(`there are not enough files to plant ${fault}`);
  }
  return faults;
}

/** Verdicts that say that something is not as it should be; the others are no alarm. */
export const alarms: readonly FileVerdict[] = [
  'mismatch',
  'malformed_hash',
  'size_differs',
  'gone',
  'gated',
  'moved',
];
