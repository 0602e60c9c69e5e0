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
 * Name of a backend of text models. `canonical` means usage under the model's own name, without a backend
 * prefix.
 */
type Backend = 'canonical' | (typeof textBackends)[number]['name'];

/** The usage of a model according to the usage service. `status` is null if the service returns none. */
export interface ModelUsage {
  readonly status: ModelStatus | null;
  readonly usage: UsageTotals;
  /** The workers that serve the model. Null if no worker lists it, and if workers were not requested. */
  readonly workers: readonly WorkerStatus[] | null;
  readonly worker_count: number;
  /** The usage of the model through each of its current and former backends; empty for image models. */
  readonly variations: readonly BackendVariation[];
}

const periods = ['day', 'month', 'total'] as const;

/**
 * Returns the usage of each model, in the order of `names`. The usage service counts uses under its own
 * names. The uses under each of these names are assigned to the model that matches the name best, according
 * to `rulesByKind`. A text model may have a status under several names, with and without a backend prefix.
 * Only the status with the most workers is used: a sum would count a worker twice if that worker serves two
 * of the names.
 */
export function mergeUsage(kind: UsageKind, names: readonly string[], data: UsageData): ModelUsage[] {
  const usageByPosition = usageByBackend(kind, names, data);
  const statuses = indexStatuses(data.status);
  const workers = indexWorkers(data.workers);
  return names.map((name, position) => {
    const variants = kind === 'text' ? [name, ...backendVariants(name)] : [name];
    const statusesOfModel = variants
      .map((variant) => statuses.get(variant.toLowerCase()))
      .filter((one) => one !== undefined);
    const status = statusesOfModel.reduce<ModelStatus | null>(
      (bestStatus, one) => (bestStatus && bestStatus.count >= one.count ? bestStatus : one),
      null,
    );
    const modelUsage = usageByPosition[position]!;
    const modelWorkers = workers.get(name.toLowerCase()) ?? null;
    return {
      status,
      usage: sumOf(modelUsage.values()),
      workers: modelWorkers,
      worker_count: modelWorkers?.length ?? status?.count ?? 0,
      variations: kind === 'text' ? variationsOf(name, modelUsage, statuses) : [],
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
  const positionOf = createModelFinder(kind, names);
  const usageByPosition = names.map(() => new Map<Backend, UsageTotals>());
  for (const period of periods) {
    for (const [name, count] of stats[period]) {
      const position = positionOf(name);
      if (position === null) continue;
      const backend = backendOf(name);
      const totals = usageByPosition[position]!.get(backend) ?? { day: 0, month: 0, total: 0 };
      totals[period] += count;
      usageByPosition[position]!.set(backend, totals);
    }
  }
  return usageByPosition;
}

function backendOf(name: string): Backend {
  const prefix = prefixOf(name.toLowerCase());
  return textBackends.find((backend) => backend.prefix === prefix)?.name ?? 'canonical';
}

function variationsOf(
  name: string,
  usageByBackend: ReadonlyMap<Backend, UsageTotals>,
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
    const usage = usageByBackend.get(backend) ?? { day: 0, month: 0, total: 0 };
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
 * Maps each status's name, in lower case, to the status. For a repeated name, uses the status with the most
 * workers.
 */
function indexStatuses(statuses: readonly ModelStatus[]): Map<string, ModelStatus> {
  const byName = new Map<string, ModelStatus>();
  for (const status of statuses) {
    const name = status.name.toLowerCase();
    const existingUsage = byName.get(name);
    if (existingUsage === undefined || existingUsage.count < status.count) byName.set(name, status);
  }
  return byName;
}

/** Maps each served model's name, in lower case, to the workers that list it. */
function indexWorkers(workers: readonly WorkerStatus[]): Map<string, WorkerStatus[]> {
  const byModel = new Map<string, WorkerStatus[]>();
  for (const worker of workers) {
    for (const name of new Set(worker.models.map((model) => model.toLowerCase()))) {
      const modelWorkers = byModel.get(name);
      if (modelWorkers === undefined) byModel.set(name, [worker]);
      else modelWorkers.push(worker);
    }
  }
  return byModel;
}

/**
 * A rule that matches a name of the usage service to a model. `ofUpstream` returns a key for the service's
 * name, `ofModel` returns keys for the model's name. The rule matches if the latter include the former.
 */
interface Reading {
  readonly ofModel: (name: string) => readonly string[];
  readonly ofUpstream: (name: string) => string;
}

const toLower = (name: string): string => name.toLowerCase();
const stripBackend = (name: string): string => stripTrailingQuants(stripBackendPrefix(toLower(name)));
const stripBackendAndAuthor = (name: string): string => stripBackend(name).replace(/^.*\//s, '');

const exactRules: readonly Reading[] = [
  { ofModel: (name) => [name], ofUpstream: (name) => name },
  { ofModel: (name) => [toLower(name)], ofUpstream: toLower },
];

/**
 * The rules for image and for text models, strictest first. A name of the usage service belongs to the model
 * found by the first matching rule.
 */
const rulesByKind: Readonly<Record<UsageKind, readonly Reading[]>> = {
  image: exactRules,
  text: [
    ...exactRules,
    // The name with a backend's prefix.
    { ofModel: (name) => backendVariants(name).map(toLower), ofUpstream: toLower },
    // A quantization of the model.
    { ofModel: (name) => [toLower(name)], ofUpstream: stripBackend },
    // A quantization without the author, which koboldcpp omits, or with the quantizer as author.
    { ofModel: (name) => [toLower(stripAuthor(name))], ofUpstream: stripBackendAndAuthor },
    // Another quantization of the same model.
    { ofModel: (name) => [stripBackendAndAuthor(name)], ofUpstream: stripBackendAndAuthor },
  ],
};

/**
 * Returns a function that finds the model for a name of the usage service. It returns the model's index in
 * `names`; null if no rule matches.
 *
 * @param names names of the models in stored order; the first of several equally good matches is used
 */
function createModelFinder(kind: UsageKind, names: readonly string[]): (upstream: string) => number | null {
  const positionRules = rulesByKind[kind].map(({ ofModel, ofUpstream }) => {
    const positions = new Map<string, number>();
    for (const [position, name] of names.entries()) {
      for (const key of ofModel(name)) if (!positions.has(key)) positions.set(key, position);
    }
    return { ofUpstream, positions };
  });
  return (upstream) => {
    for (const { ofUpstream, positions } of positionRules) {
      const position = positions.get(ofUpstream(upstream));
      if (position !== undefined) return position;
    }
    return null;
  };
}
