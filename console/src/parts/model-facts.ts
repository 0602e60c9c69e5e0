import type { Model } from '../api/models.ts';
import type { Download, FileEvidence } from '../api/types.ts';

/**
 * Returns a model's size in bytes: the sum of its files if every file states its size, otherwise the size that
 * the record states for the whole model.
 */
export function bytesOf({ record }: Model): number | undefined {
  const downloads = record.config?.download ?? [];
  const sizes = downloads.map(({ size_bytes }) => size_bytes);
  if (sizes.length > 0 && sizes.every((size) => size !== undefined)) {
    return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  }
  return record.size_on_disk_bytes;
}

/** Returns a model's size: the number of parameters for text models, bytes for other models. */
export function modelSize(model: Model): number | undefined {
  return model.category === 'text_generation' ? model.record.parameters : bytesOf(model);
}

/**
 * Returns the unit in which people state the sizes of a category's models. A size in this unit times `factor`
 * is the size that `modelSize` gives.
 */
export function sizeUnit(category: string): { label: string; short: string; factor: number } {
  return category === 'text_generation'
    ? { label: 'billion parameters', short: 'B', factor: 1e9 }
    : { label: 'GiB', short: 'GiB', factor: 2 ** 30 };
}

/** Number of bytes of a file that may be its header, and no weights. */
const headerAllowance = 1024 * 1024;

/**
 * Returns the least memory, in bytes, that the weights of a model take as they are stored: its safetensors and
 * GGUF files hold little else. undefined when the size of no such file is known.
 * @param known what the registry found of the model's files: the sizes that hosts state come first
 */
export function leastMemory(
  downloads: readonly Download[],
  known: readonly FileEvidence[] = [],
): number | undefined {
  const sizes = downloads.flatMap(({ file_name, file_url, size_bytes }, index) => {
    const path = URL.parse(file_url)?.pathname ?? '';
    if (![file_name ?? '', path].some((name) => /\.(safetensors|sft|gguf)$/i.test(name))) return [];
    const evidence = known.find(({ field_path }) => field_path === `config.download.${index}`);
    const size = evidence?.seen?.size_bytes ?? size_bytes ?? 0;
    return Math.max(0, size - headerAllowance);
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return total > 0 ? total : undefined;
}

/** Returns the host of an http(s) address; undefined for any other address, which must not become a link. */
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

/**
 * Returns whether workers can check a file against its checksum (`ok`), or whether the checksum is missing or
 * malformed.
 */
export function checksumState(sha256sum: string | undefined): 'ok' | 'missing' | 'malformed' {
  if (!sha256sum || sha256sum === 'FIXME') return 'missing';
  return /^[0-9a-f]{64}$/i.test(sha256sum) ? 'ok' : 'malformed';
}
