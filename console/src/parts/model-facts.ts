import type { Model } from '../api/models.ts';
import type { Download } from '../api/types.ts';

/** Bytes of all files when each says its size, else what the record says of the whole. */
export function bytesOf({ record }: Model): number | undefined {
  const downloads = record.config?.download ?? [];
  const sizes = downloads.map(({ size_bytes }) => size_bytes);
  if (sizes.length > 0 && sizes.every((size) => size !== undefined)) {
    return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  }
  return record.size_on_disk_bytes;
}

/** What "size" means in a category: parameters of text models, bytes of the others. */
export function modelSize(model: Model): number | undefined {
  return model.category === 'text_generation' ? model.record.parameters : bytesOf(model);
}

/** The unit that people give sizes in, and how much of `modelSize` it is. */
export function sizeUnit(category: string): { label: string; short: string; factor: number } {
  return category === 'text_generation'
    ? { label: 'billion parameters', short: 'B', factor: 1e9 }
    : { label: 'GiB', short: 'GiB', factor: 2 ** 30 };
}

/** The host of an http(s) address; undefined for anything else, which must not become a link. */
export function webHost(address: string): string | undefined {
  try {
    const url = new URL(address);
    return /^https?:$/.test(url.protocol) ? url.host : undefined;
  } catch {
    return undefined;
  }
}

export function downloadsOf({ record }: Model): readonly Download[] {
  return record.config?.download ?? [];
}

export function hostsOf(model: Model): string[] {
  const hosts = downloadsOf(model).map(({ file_url }) => webHost(file_url));
  return [...new Set(hosts.filter((host) => host !== undefined))];
}

/** Whether a checksum is one that a worker can check. */
export function checksumState(sha256sum: string | undefined): 'ok' | 'missing' | 'malformed' {
  if (!sha256sum || sha256sum === 'FIXME') return 'missing';
  return /^[0-9a-f]{64}$/i.test(sha256sum) ? 'ok' : 'malformed';
}
