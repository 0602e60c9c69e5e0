import { z } from 'zod';
import { isJsonObject } from '../kernel/json.ts';
import { BadAnswer } from './failure-reason.ts';
import type { ModelStatus, UsageKind, UsageStats, WorkerStatus } from './usage-source.ts';

/** Whole numbers; the service writes some of them with a decimal point. */
const whole = z.number().nonnegative().transform(Math.trunc);

const status = z.object({
  name: z.string().min(1),
  count: whole,
  jobs: whole,
  queued: whole,
  eta: whole,
  performance: z.number(),
  type: z.string().optional(),
});

const worker = z.object({
  id: z.string().min(1),
  name: z.string(),
  performance: z.string(),
  online: z.boolean(),
  trusted: z.boolean(),
  uptime: whole,
  models: z.array(z.string()),
  type: z.string().optional(),
});

/**
 * These read what the usage service answers. A malformed item is left out. An answer of which nothing can be
 * read is an error: taken for an empty one it would say that no model has a worker, or any use.
 * @throws BadAnswer
 */
export function statusesOf(answer: unknown, kind: UsageKind): ModelStatus[] {
  return readable(answer, status, kind).map(({ type: _type, ...read }) => read);
}

export function workersOf(answer: unknown, kind: UsageKind): WorkerStatus[] {
  return readable(answer, worker, kind).map(({ type: _type, ...read }) => read);
}

export function statsOf(answer: unknown): UsageStats {
  if (!isJsonObject(answer)) throw new BadAnswer('its usage numbers are not an object');
  return { day: countsOf(answer.day), month: countsOf(answer.month), total: countsOf(answer.total) };
}

function readable<T extends { type?: string | undefined }>(
  answer: unknown,
  schema: z.ZodType<T>,
  kind: UsageKind,
): T[] {
  if (!Array.isArray(answer)) throw new BadAnswer('its answer is not a list');
  const items = answer.map((item) => schema.safeParse(item)).filter((read) => read.success);
  if (items.length === 0 && answer.length > 0) throw new BadAnswer('no item of its list can be read');
  return items.map(({ data }) => data).filter(({ type }) => type === undefined || type === kind);
}

function countsOf(counts: unknown): ReadonlyMap<string, number> {
  if (!isJsonObject(counts)) throw new BadAnswer('its usage numbers lack a period');
  const read = new Map<string, number>();
  const named = Object.entries(counts);
  for (const [name, count] of named) {
    const result = whole.safeParse(count);
    if (result.success) read.set(name, result.data);
  }
  if (read.size === 0 && named.length > 0) throw new BadAnswer('none of its usage numbers can be read');
  return read;
}
