import type { Model } from '../api/models.ts';
import type { Download, FileEvidence } from '../api/types.ts';

/**
 * Returns a model's size in bytes: the sum of the sizes of its files if all are known, otherwise the size in
 * the record.
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
 * Returns the unit for the sizes of a category's models. A size in this unit times `factor` equals the size
 * that `modelSize` returns.
 */
export function sizeUnit(category: string): { label: string; short: string; factor: number } {
  return category === 'text_generation'
    ? { label: 'billion parameters', short: 'B', factor: 1e9 }
    : { label: 'GiB', short: 'GiB', factor: 2 ** 30 };
}

/** Maximum size, in bytes, of a file's header. Only the rest of the file counts as weights. */
const maxHeaderBytes = 1024 * 1024;

/**
 * Returns the minimum memory for a model's weights, in bytes. This is the sum of the sizes of its safetensors
 * and GGUF files, which contain little else. Undefined if no such size is known.
 * @param evidences the registry's evidence about the files; the size that a host reports takes precedence
 *   over the size in the record
 */
export function minimumMemory(
  downloads: readonly Download[],
  evidences: readonly FileEvidence[] = [],
): number | undefined {
  const sizes = downloads.flatMap(({ file_name, file_url, size_bytes }, index) => {
    const path = URL.parse(file_url)?.pathname ?? '';
    if (![file_name ?? '', path].some((name) => /\.(safetensors|sft|gguf)$/i.test(name))) return [];
    const evidence = evidences.find(({ field_path }) => field_path === `config.download.${index}`);
    const size = evidence?.seen?.size_bytes ?? size_bytes ?? 0;
    return Math.max(0, size - maxHeaderBytes);
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return total > 0 ? total : undefined;
}

/** Returns the host of an http(s) URL; undefined for any other URL, which must not become a link. */
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

/** Returns whether a file's checksum is usable by workers (`ok`), missing or malformed. */
export function checksumState(sha256sum: string | undefined): 'ok' | 'missing' | 'malformed' {
  if (!sha256sum || sha256sum === 'FIXME') return 'missing';
  return /^[0-9a-f]{64}$/i.test(sha256sum) ? 'ok' : 'malformed';
}
