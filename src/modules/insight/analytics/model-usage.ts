import type { ModelStatus, UsageData, UsageKind, WorkerStatus } from '../../../outside/usage-client.ts';
import {
  createBackendNames,
  readBackendPrefix,
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
 * Name of a backend of text models. `canonical` stands for usage under the model's name without a backend
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
 * Returns the usage of each model, in the order of `names`. The usage service counts uses under its own names.
 * `rulesByKind` determines which model such a name belongs to. A text model may have statuses under several
 * names, with and without a backend prefix. Of these, the status with the most workers is used. A sum of the
 * statuses could count a worker twice.
 */
export function mergeUsage(kind: UsageKind, names: readonly string[], data: UsageData): ModelUsage[] {
  const usageByPosition = groupByBackend(kind, names, data);
  const statuses = indexStatuses(data.status);
  const workers = indexWorkers(data.workers);
  return names.map((name, position) => {
    const variants = kind === 'text' ? [name, ...createBackendNames(name)] : [name];
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
      usage: sumUsage(modelUsage.values()),
      workers: modelWorkers,
      worker_count: modelWorkers?.length ?? status?.count ?? 0,
      variations: kind === 'text' ? createVariations(name, modelUsage, statuses) : [],
    };
  });
}

export function sumUsage(parts: Iterable<UsageTotals>): UsageTotals {
  const sum = { day: 0, month: 0, total: 0 };
  for (const part of parts) for (const period of periods) sum[period] += part[period];
  return sum;
}

function groupByBackend(
  kind: UsageKind,
  names: readonly string[],
  { stats }: UsageData,
): Map<Backend, UsageTotals>[] {
  const findPosition = createModelFinder(kind, names);
  const usageByPosition = names.map(() => new Map<Backend, UsageTotals>());
  for (const period of periods) {
    for (const [name, count] of stats[period]) {
      const position = findPosition(name);
      if (position === null) continue;
      const backend = findBackend(name);
      const totals = usageByPosition[position]!.get(backend) ?? { day: 0, month: 0, total: 0 };
      totals[period] += count;
      usageByPosition[position]!.set(backend, totals);
    }
  }
  return usageByPosition;
}

function findBackend(name: string): Backend {
  const prefix = readBackendPrefix(name.toLowerCase());
  return textBackends.find((backend) => backend.prefix === prefix)?.name ?? 'canonical';
}

function createVariations(
  name: string,
  usageByBackend: ReadonlyMap<Backend, UsageTotals>,
  statuses: ReadonlyMap<string, ModelStatus>,
): BackendVariation[] {
  const variants = createBackendNames(name);
  const findVariant = ({ prefix }: (typeof textBackends)[number]): string | undefined =>
    variants.find((variant) => variant.startsWith(prefix));
  const backends: [Backend, string | undefined][] = [
    ['canonical', name],
    ...textBackends.map((backend): [Backend, string | undefined] => [backend.name, findVariant(backend)]),
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
  const statusByName = new Map<string, ModelStatus>();
  for (const status of statuses) {
    const name = status.name.toLowerCase();
    const existingStatus = statusByName.get(name);
    if (existingStatus === undefined || existingStatus.count < status.count) statusByName.set(name, status);
  }
  return statusByName;
}

/** Maps each served model's name, in lower case, to the workers that list it. */
function indexWorkers(workers: readonly WorkerStatus[]): Map<string, WorkerStatus[]> {
  const workersByModel = new Map<string, WorkerStatus[]>();
  for (const worker of workers) {
    for (const name of new Set(worker.models.map((model) => model.toLowerCase()))) {
      const modelWorkers = workersByModel.get(name);
      if (modelWorkers === undefined) workersByModel.set(name, [worker]);
      else modelWorkers.push(worker);
    }
  }
  return workersByModel;
}

/**
 * A rule that matches a name of the usage service to a model. Returns one key for the service's name, and
 * several for the model's name. The names match if the service's key is one of the model's keys.
 */
interface MatchRule {
  readonly createModelKeys: (name: string) => readonly string[];
  readonly createUpstreamKey: (name: string) => string;
}

const toLower = (name: string): string => name.toLowerCase();
const stripBackend = (name: string): string => stripTrailingQuants(stripBackendPrefix(toLower(name)));
const stripBackendAndAuthor = (name: string): string => stripBackend(name).replace(/^.*\//s, '');

const exactRules: readonly MatchRule[] = [
  { createModelKeys: (name) => [name], createUpstreamKey: (name) => name },
  { createModelKeys: (name) => [toLower(name)], createUpstreamKey: toLower },
];

/**
 * The rules for image and for text models, strictest first. A name of the usage service belongs to the model
 * found by the first matching rule.
 */
const rulesByKind: Readonly<Record<UsageKind, readonly MatchRule[]>> = {
  image: exactRules,
  text: [
    ...exactRules,
    // The name with a backend's prefix.
    { createModelKeys: (name) => createBackendNames(name).map(toLower), createUpstreamKey: toLower },
    // A quantization of the model.
    { createModelKeys: (name) => [toLower(name)], createUpstreamKey: stripBackend },
    // A quantization without the author, which koboldcpp omits, or with the quantizer as author.
    { createModelKeys: (name) => [toLower(stripAuthor(name))], createUpstreamKey: stripBackendAndAuthor },
    // Another quantization of the same model.
    { createModelKeys: (name) => [stripBackendAndAuthor(name)], createUpstreamKey: stripBackendAndAuthor },
  ],
};

/**
 * Returns a function that finds the model for a name of the usage service. It returns the model's index in
 * `names`; null if no rule matches.
 *
 * @param names names of the models in stored order; the first of several equally good matches is used
 */
function createModelFinder(kind: UsageKind, names: readonly string[]): (upstream: string) => number | null {
  const positionRules = rulesByKind[kind].map(({ createModelKeys, createUpstreamKey }) => {
    const positions = new Map<string, number>();
    for (const [position, name] of names.entries()) {
      for (const key of createModelKeys(name)) if (!positions.has(key)) positions.set(key, position);
    }
    return { createUpstreamKey, positions };
  });
  return (upstream) => {
    for (const { createUpstreamKey, positions } of positionRules) {
      const position = positions.get(createUpstreamKey(upstream));
      if (position !== undefined) return position;
    }
    return null;
  };
}
