import { createGuardedFetcher } from '../../src/outside/guarded/guarded-fetcher.ts';
import type { RemoteFiles } from '../../src/outside/remote-files.ts';
import { type HostAddress, hostAddress } from '../../src/records/files/host-address.ts';
import type { RecordFile } from '../../src/records/files/record-file.ts';
import { type EmulatedCivitai, startCivitai } from '../support/emulators/civitai.ts';
import { type EmulatedHost, startEmulatedHost } from '../support/emulators/emulated-host.ts';
import { startHuggingFace } from '../support/emulators/hugging-face.ts';

const faults = ['mismatch', 'size_differs', 'gated', 'moved'] as const;
type Fault = (typeof faults)[number];
const timesEach = 3;
const commit = 'c'.repeat(40);
const unknownSize = 1_000_000;

/** Emulated hosts that have the files of records. */
export interface ScreenshotHosts extends AsyncDisposable {
  readonly civitai: EmulatedCivitai;
  /** Fetches from the emulated hosts in place of the real ones. */
  readonly remoteFiles: RemoteFiles;
}

/** Starts hosts that have these files: nearly all as their records say, some of Hugging Face not. */
export async function startScreenshotHosts(files: readonly RecordFile[]): Promise<ScreenshotHosts> {
  const faulty = faultyFiles(files);
  const hub = await startHuggingFace();
  const civitai = await startCivitai();
  const others = new Map<string, EmulatedHost>();
  const atPath = new Map<string, Fault>();
  for (const file of files) {
    if (!file.host) continue;
    const address = hostAddress(file.url);
    const fault = faulty.get(file.url);
    if (fault !== undefined) atPath.set(new URL(file.url).pathname, fault);
    const sha256 = fault === 'mismatch' ? 'f'.repeat(64) : (file.expected.sha256 ?? 'e'.repeat(64));
    const size = (file.expected.size_bytes ?? unknownSize) + (fault === 'size_differs' ? 1 : 0);
    if (address.host === 'huggingface') {
      for (const id of [address.repository, `${address.repository}-renamed`]) {
        const known = hub.repositories.get(id)?.files ?? {};
        const content = { size, beginning: new Uint8Array(), sha256 };
        const files = { ...known, [decodeURIComponent(address.path)]: content };
        hub.repositories.set(id, { id, commit, files });
      }
    } else if (address.host === 'civitai') {
      civitai.models.set(Number(address.versionId), modelOfCivitai(file, address, { size, sha256 }));
    } else if (!others.has(file.host)) {
      const body = { size: unknownSize, beginning: new Uint8Array() };
      const headers = { 'content-type': 'application/octet-stream' };
      others.set(file.host, await startEmulatedHost(() => ({ status: 200, headers, body })));
    }
  }
  hub.fault = ({ path }) => {
    const fault = atPath.get(path);
    if (fault === 'gated') return { status: 401, headers: { 'x-error-code': 'GatedRepo' } };
    const renamed = path.replace(/^(\/[^/]+\/[^/]+)\/resolve\//, '$1-renamed/resolve/');
    return fault === 'moved' ? { status: 307, headers: { location: renamed } } : null;
  };
  const remoteFiles = createGuardedFetcher({
    mirrors: {
      'huggingface.co': hub.url,
      'civitai.com': civitai.url,
      ...Object.fromEntries([...others].map(([name, { url }]) => [name, url])),
    },
    allowedHosts: [hub.cdn, civitai.storage].map(({ url }) => new URL(url).host),
  });
  return {
    civitai,
    remoteFiles,
    [Symbol.asyncDispose]: async () => {
      await remoteFiles.close();
      for (const host of [hub, civitai, ...others.values()]) await host[Symbol.asyncDispose]();
    },
  };
}

function modelOfCivitai(
  { model_name }: RecordFile,
  address: Extract<HostAddress, { host: 'civitai' }>,
  { size, sha256 }: { size: number; sha256: string },
) {
  const id = Number(address.versionId);
  const file = {
    id: Number(address.fileId ?? id * 10),
    name: 'model.safetensors',
    sizeKB: size / 1024,
    type: 'Model' as const,
    primary: true,
    hashes: { SHA256: sha256.toUpperCase() },
    metadata: address.wanted,
  };
  return {
    ...{ id, name: model_name, type: 'Checkpoint', nsfw: false },
    modelVersions: [{ id, name: 'v1', files: [file] }],
  };
}

/** Chooses files of Hugging Face that have a fault, spread over all of them. */
function faultyFiles(files: readonly RecordFile[]): Map<string, Fault> {
  const able = files.filter(
    ({ url, expected }) =>
      hostAddress(url).host === 'huggingface' && expected.sha256 !== null && expected.size_bytes !== null,
  );
  const count = faults.length * timesEach;
  const chosen = Array.from({ length: count }, (_, index) => able[Math.floor((index * able.length) / count)]);
  return new Map(
    chosen.flatMap((file, index) => (file ? [[file.url, faults[index % faults.length] as Fault]] : [])),
  );
}
