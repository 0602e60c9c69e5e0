import type { ModelStatus, UsageData, UsageKind, WorkerStatus } from '../../../outside/usage-client.ts';
import {
  backendVariants,
  prefixOf,
  stripAuthor,
  stripBackendPrefix,
  stripTrailingQuants,
  textBackends,
} from '../../../records/text-names/index.ts';
import type { BackendVariation } from '../http-usage-shapes.ts';

export interface UsageTotals {
  day: number;
  month: number;
  total: number;
}

/**
 * Name of a backend of text models. `canonical` stands for usage under the model's own name, without the
 * prefix of a backend.
 */
type Backend = 'canonical' | (typeof textBackends)[number]['name'];

/** The usage of a model, as the usage service states it. `status` is null when the service states none. */
export interface ModelUsage {
  readonly status: ModelStatus | null;
  readonly usage: UsageTotals;
  /**
   * The workers that serve the model. Null when no worker lists it, and when the workers were not asked for.
   */
  readonly workers: readonly WorkerStatus[] | null;
  readonly worker_count: number;
  /** The usage of the model through each backend that serves it or has served it; empty for image models. */
  readonly variations: readonly BackendVariation[];
}

const periods = ['day', 'month', 'total'] as const;

/**
 * Returns the usage of each model, in the order of `names`. The usage service counts uses by names of its own.
 * The uses under each of these names go to one model: the one that `readings` match best.
 * A text model may have a status under several names, with and without the prefix of a backend. The status
 * with the most workers counts. A sum of all would count a worker twice that serves two of the names.
 */
export function mergeUsage(kind: UsageKind, names: readonly string[], data: UsageData): ModelUsage[] {
  const served = usageByBackend(kind, names, data);
  const statuses = largest(data.status);
  const workers = workersByModel(data.workers);
  return names.map((name, position) => {
    const variants = kind === 'text' ? [name, ...backendVariants(name)] : [name];
    const statusesOfModel = variants
      .map((variant) => statuses.get(variant.toLowerCase()))
      .filter((one) => one !== undefined);
    const status = statusesOfModel.reduce<ModelStatus | null>(
      (best, one) => (best && best.count >= one.count ? best : one),
      null,
    );
    const byBackend = served[position]!;
    const listed = workers.get(name.toLowerCase()) ?? null;
    return {
      status,
      usage: sumOf(byBackend.values()),
      workers: listed,
      worker_count: listed?.length ?? status?.count ?? 0,
      variations: kind === 'text' ? variationsOf(name, byBackend, statuses) : [],
    };
  });
}

export function sumOf(parts: Iterable<UsageTotals>): UsageTotals {
  const sum = { day: 0, month: 0, total: 0 };
  for (const part of parts) for (const period of periods) sum[period] += part[period];
  return sum;
}

function usageByBackend(
  kind: UsageKind,
  names: readonly string[],
  { stats }: UsageData,
): Map<Backend, UsageTotals>[] {
  const positionOf = modelFinder(kind, names);
  const served = names.map(() => new Map<Backend, UsageTotals>());
  for (const period of periods) {
    for (const [name, count] of stats[period]) {
      const position = positionOf(name);
      if (position === null) continue;
      const backend = backendOf(name);
      const totals = served[position]!.get(backend) ?? { day: 0, month: 0, total: 0 };
      totals[period] += count;
      served[position]!.set(backend, totals);
    }
  }
  return served;
}

function backendOf(name: string): Backend {
  const prefix = prefixOf(name.toLowerCase());
  return textBackends.find((backend) => backend.prefix === prefix)?.name ?? 'canonical';
}

function variationsOf(
  name: string,
  served: ReadonlyMap<Backend, UsageTotals>,
  statuses: ReadonlyMap<string, ModelStatus>,
): BackendVariation[] {
  const variants = backendVariants(name);
  const variantOf = ({ prefix }: (typeof textBackends)[number]): string | undefined =>
    variants.find((variant) => variant.startsWith(prefix));
  const backends: [Backend, string | undefined][] = [
    ['canonical', name],
    ...textBackends.map((backend): [Backend, string | undefined] => [backend.name, variantOf(backend)]),
  ];
  return backends.flatMap(([backend, variant]): BackendVariation[] => {
    if (variant === undefined) return [];
    const status = statuses.get(variant.toLowerCase()) ?? null;
    const usage = served.get(backend) ?? { day: 0, month: 0, total: 0 };
    if (status === null && usage.day + usage.month + usage.total === 0) return [];
    return [
      {
        backend,
        variant_name: status?.name ?? variant,
        worker_count: status?.count ?? 0,
        performance: status?.performance ?? null,
        queued: status?.queued ?? null,
        queued_jobs: status?.jobs ?? null,
        eta: status?.eta ?? null,
        usage_day: usage.day,
        usage_month: usage.month,
        usage_total: usage.total,
      },
    ];
  });
}

/**
 * Maps the name in each status, in lower case, to the status. Of several statuses with the same name, it
 * keeps the one with the most workers.
 */
function largest(statuses: readonly ModelStatus[]): Map<string, ModelStatus> {
  const byName = new Map<string, ModelStatus>();
  for (const status of statuses) {
    const name = status.name.toLowerCase();
    const existing = byName.get(name);
    if (existing === undefined || existing.count < status.count) byName.set(name, status);
  }
  return byName;
}

/** Maps the name of each served model, in lower case, to the workers that list this name. */
function workersByModel(workers: readonly WorkerStatus[]): Map<string, WorkerStatus[]> {
  const byModel = new Map<string, WorkerStatus[]>();
  for (const worker of workers) {
    for (const name of new Set(worker.models.map((model) => model.toLowerCase()))) {
      const listed = byModel.get(name);
      if (listed === undefined) byModel.set(name, [worker]);
      else listed.push(worker);
    }
  }
  return byModel;
}

/**
 * A rule by which a name that the usage service uses can match a model. `ofUpstream` makes a key of the
 * service's name; `ofModel` makes keys of the model's name. The rule matches when the first key is among the
 * others.
 */
interface Reading {
  readonly ofModel: (name: string) => readonly string[];
  readonly ofUpstream: (name: string) => string;
}

const lower = (name: string): string => name.toLowerCase();
const withoutBackend = (name: string): string => stripTrailingQuants(stripBackendPrefix(lower(name)));
const bare = (name: string): string => withoutBackend(name).replace(/^.*\//s, '');

const exact: readonly Reading[] = [
  { ofModel: (name) => [name], ofUpstream: (name) => name },
  { ofModel: (name) => [lower(name)], ofUpstream: lower },
];

/**
 * The rules for image and for text models, the strictest first. A name of the usage service belongs to the
 * model that the first matching rule finds.
 */
const readings: Readonly<Record<UsageKind, readonly Reading[]>> = {
  image: exact,
  text: [
    ...exact,
    // The name with a backend's prefix.
    { ofModel: (name) => backendVariants(name).map(lower), ofUpstream: lower },
    // A quantisation of the model.
    { ofModel: (name) => [lower(name)], ofUpstream: withoutBackend },
    // A quantisation without the author, whom koboldcpp omits, or with another author, who quantised it.
    { ofModel: (name) => [lower(stripAuthor(name))], ofUpstream: bare },
    // Another quantisation of the same model.
    { ofModel: (name) => [bare(name)], ofUpstream: bare },
  ],
};

/**
 * Creates a function that finds the model to which a name of the usage service belongs: it returns the
 * model's position in `names`; null when no rule finds a model.
 *
 * @param names names of the models in stored order; of several models that match equally well, the first
 * counts
 */
function modelFinder(kind: UsageKind, names: readonly string[]): (upstream: string) => number | null {
  const rules = readings[kind].map(({ ofModel, ofUpstream }) => {
    const positions = new Map<string, number>();
    for (const [position, name] of names.entries()) {
      for (const key of ofModel(name)) if (!positions.has(key)) positions.set(key, position);
    }
    return { ofUpstream, positions };
  });
  return (upstream) => {
    for (const { ofUpstream, positions } of rules) {
      const position = positions.get(ofUpstream(upstream));
      if (position !== undefined) return position;
    }
    return null;
  };
}
