import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { groupOfName } from '../../../records/text-names/index.ts';

/** Sums and counts over the records of a category, from which statistics are computed. */
export class Counts {
  models = 0;
  nsfw = 0;
  trigger = 0;
  inpainting = 0;
  requirements = 0;
  showcases = 0;
  withDownloads = 0;
  downloads = 0;
  sizes = 0;
  size = 0;
  readonly parameters: number[] = [];
  readonly baselines = new Tally();
  readonly tags = new Tally();
  readonly styles = new Tally();
  readonly hosts = new Tally();

  /**
   * Counts one record, or one group of text models by its first member.
   * @param files the downloads to count; for a group, those of all members
   */
  add(facts: CountedFacts, files: Pick<CountedFacts, 'downloads' | 'hosts'> = facts): void {
    this.models += 1;
    this.nsfw += Number(facts.nsfw);
    this.trigger += Number(facts.trigger);
    this.inpainting += Number(facts.inpainting);
    this.requirements += Number(facts.requirements);
    this.showcases += Number(facts.showcases);
    if (facts.parameters !== null) this.parameters.push(facts.parameters);
    if (facts.baseline !== null) this.baselines.add(facts.baseline);
    for (const tag of facts.tags) this.tags.add(tag);
    if (facts.style !== null) this.styles.add(facts.style);
    this.withDownloads += Number(files.downloads > 0);
    this.downloads += files.downloads;
    for (const host of files.hosts) this.hosts.add(host);
    if (facts.size === null) return;
    this.sizes += 1;
    this.size += facts.size;
  }
}

/**
 * Counts each group of text models of a category as one model: by its first member, and with the downloads of
 * all members.
 * @param models the models in stored order
 */
export function countGroups(
  models: Iterable<{ readonly name: string; readonly facts: CountedFacts }>,
): Counts {
  const groups = Map.groupBy(models, ({ name }) => groupOfName(name));
  const counts = new Counts();
  for (const members of groups.values()) {
    const downloads = members.reduce((sum, { facts }) => sum + facts.downloads, 0);
    counts.add(members[0]!.facts, { downloads, hosts: members.flatMap(({ facts }) => facts.hosts) });
  }
  return counts;
}

export interface CountedFacts {
  readonly nsfw: boolean;
  readonly trigger: boolean;
  readonly inpainting: boolean;
  readonly requirements: boolean;
  readonly showcases: boolean;
  readonly baseline: string | null;
  readonly style: string | null;
  readonly tags: readonly string[];
  readonly parameters: number | null;
  /** Size in bytes; null if the record states no size. */
  readonly size: number | null;
  /** Number of download entries. */
  readonly downloads: number;
  /** The hosts of the download entries with a readable URL. */
  readonly hosts: readonly string[];
}

const noTexts: readonly string[] = [];

export function readCountedFacts(record: JsonObject): CountedFacts {
  const { baseline, style, tags, size_on_disk_bytes: size } = record;
  const downloads = downloadsOf(record);
  return {
    nsfw: isTruthy(record.nsfw),
    trigger: isTruthy(record.trigger),
    inpainting: isTruthy(record.inpainting),
    requirements: isTruthy(record.requirements),
    showcases: isTruthy(record.showcases),
    baseline: isText(baseline) ? baseline : null,
    style: isText(style) ? style : null,
    tags: Array.isArray(tags) ? tags.filter(isText) : noTexts,
    parameters: readParameterCount(record),
    size: typeof size === 'number' && size > 0 ? Math.trunc(size) : null,
    downloads: downloads.length,
    hosts: downloads.flatMap(({ file_url }) => {
      const host = parseHost(file_url);
      return host.kind === 'host' ? [host.host] : noTexts;
    }),
  };
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns whether the value is present, and not null, false, 0 or empty. */
function isTruthy(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  return Object.keys(value).length > 0;
}

/**
 * Reads the number of parameters of a text record from either of its two fields; null if neither has a
 * positive number.
 */
function readParameterCount({ parameters, parameters_count }: JsonObject): number | null {
  const count = parameters ?? parameters_count;
  return typeof count === 'number' && count > 0 ? count : null;
}

export class Tally {
  readonly #counts = new Map<string, number>();

  add(value: string, count = 1): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  /**
   * Lists the values with their counts, most frequent first. Equally frequent values are in order of first
   * occurrence.
   */
  rank(): [value: string, count: number][] {
    return [...this.#counts].sort(([, a], [, b]) => b - a);
  }
}

/** A stored model. `name` is its key in the category, and its name in the horde. */
export interface Model {
  readonly name: string;
  readonly record: JsonObject;
}

export function downloadsOf(record: JsonObject): readonly JsonObject[] {
  const { config } = record;
  const entries = isJsonObject(config) ? config.download : undefined;
  return Array.isArray(entries) ? entries.filter(isJsonObject) : [];
}

/** Result of `parseHost`. `host` is spelled as in the URL, including user and port. */
type UrlHost = { readonly kind: 'host'; readonly host: string } | { readonly kind: 'none' | 'unreadable' };

/**
 * Reads the host of a URL, including user and port. Returns `none` if the value is not a text, or has no
 * scheme or no host; `unreadable` for a host with only one of the brackets `[` and `]`, as in
 * `https://[::1/x`.
 */
export function parseHost(url: unknown): UrlHost {
  const host = typeof url === 'string' ? /^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#\s]+)/i.exec(url)?.[1] : undefined;
  if (host === undefined) return { kind: 'none' };
  return host.includes('[') === host.includes(']') ? { kind: 'host', host } : { kind: 'unreadable' };
}
