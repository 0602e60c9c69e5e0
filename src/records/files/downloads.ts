import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { visible } from '../look-alike.ts';

/** One file of a v2 record, as far as findings ask. */
export interface Download {
  /** Where it stands: `config.download.0`. */
  readonly path: string;
  /** Null when it has none that could be told. */
  readonly fileName: string | null;
  /** Without what nobody sees: blanks around it, characters of no width. */
  readonly url: string;
  /** Likewise; in the case that it has. */
  readonly sha256: string;
  /** The texts of its fields as they stand. */
  readonly written: Readonly<Record<string, string>>;
}

export function downloadsOf(record: JsonObject): Download[] {
  const { config } = record;
  const entries = isJsonObject(config) && Array.isArray(config.download) ? config.download : [];
  return entries.flatMap((entry, index) => {
    if (!isJsonObject(entry)) return [];
    const { file_name, file_url, sha256sum } = entry;
    return [
      {
        path: `config.download.${index}`,
        fileName: typeof file_name === 'string' ? file_name : null,
        url: seen(file_url),
        sha256: seen(sha256sum),
        written: Object.fromEntries(
          Object.entries({ file_name, file_url, sha256sum }).filter(
            (field): field is [string, string] => typeof field[1] === 'string',
          ),
        ),
      },
    ];
  });
}

function seen(value: JsonValue | undefined): string {
  return typeof value === 'string' ? visible(value).trim() : '';
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
