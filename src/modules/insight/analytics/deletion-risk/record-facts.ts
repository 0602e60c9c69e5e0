import type { JsonObject } from '../../../../kernel/json.ts';
import { downloadsOf, hostOf } from '../downloads.ts';
import type { Model } from '../model.ts';

/** The facts of a record that decide about the risks of its model. */
export interface RecordFacts {
  readonly name: string;
  readonly sizeBytes: number | null;
  readonly hasBaseline: boolean;
  readonly baseline: string | null;
  readonly nsfw: boolean | null;
  readonly hasDescription: boolean;
  readonly downloads: number;
  /** The distinct hosts that its files are downloaded from, as first seen. */
  readonly hosts: readonly string[];
  readonly hasUnknownHost: boolean;
}

export function recordFacts({ name, record }: Model): RecordFacts {
  const { size_on_disk_bytes: bytes, baseline, nsfw } = record;
  const downloads = downloadsOf(record);
  const hosts = downloads.map(({ file_url }) => hostOf(file_url));
  return {
    name,
    sizeBytes: typeof bytes === 'number' ? bytes : null,
    hasBaseline: Boolean(baseline),
    baseline: typeof baseline === 'string' ? baseline : null,
    nsfw: typeof nsfw === 'boolean' ? nsfw : null,
    hasDescription: hasDescription(record),
    downloads: downloads.length,
    hosts: [...new Set(hosts.flatMap((one) => (one.kind === 'host' ? [one.host] : [])))],
    hasUnknownHost: hosts.some(({ kind }) => kind === 'unreadable'),
  };
}

function hasDescription({ description }: JsonObject): boolean {
  return typeof description === 'string' && description.trim() !== '';
}
