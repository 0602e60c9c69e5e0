import { isJsonObject, type JsonObject } from '../json.ts';

/** One file of a v2 record, as far as findings ask. */
export interface Download {
  /** Where it stands: `config.download.0`. */
  readonly path: string;
  /** Null when it has none that could be told. */
  readonly fileName: string | null;
  readonly url: string;
  readonly sha256: string;
}

export function downloadsOf(record: JsonObject): Download[] {
  const { config } = record;
  const entries = isJsonObject(config) && Array.isArray(config.download) ? config.download : [];
  return entries.flatMap((entry, index) => {
    if (!isJsonObject(entry)) return [];
    const { file_name, file_url, sha256sum } = entry;
    const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
    return [
      {
        path: `config.download.${index}`,
        fileName: typeof file_name === 'string' ? file_name : null,
        url: text(file_url),
        sha256: text(sha256sum),
      },
    ];
  });
}

export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

/** What the record says its files weigh, in bytes; null when it does not say. */
export function sizeOf(record: JsonObject): number | null {
  const { size_on_disk_bytes: whole, config } = record;
  if (typeof whole === 'number' && whole > 0) return whole;
  const entries = isJsonObject(config) && Array.isArray(config.download) ? config.download : [];
  const sizes = entries.map((entry) => (isJsonObject(entry) ? entry.size_bytes : undefined));
  const known = sizes.filter((size) => typeof size === 'number');
  const total = known.reduce((sum, size) => sum + size, 0);
  return known.length === entries.length && total > 0 ? total : null;
}
