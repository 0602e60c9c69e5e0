import { formatUtcDate } from '../../kernel/clock.ts';

/**
 * Returns when the early access of a version on Civitai ends. During early access, only paying users may
 * download the version. Reads the older members of the version's description (`availability`,
 * `earlyAccessEndsAt`, `earlyAccessConfig`) and `paidAccess`.
 *
 * @param now Unix milliseconds; early access that ended earlier is ignored
 * @returns null when everybody may download the version; `until` is a day in UTC, null when it is not stated
 */
export function findEarlyAccess(
  version: Readonly<Record<string, unknown>>,
  now: number = Date.now(),
): { until: string | null } | null {
  const { availability, earlyAccessEndsAt, earlyAccessDeadline, earlyAccessConfig, paidAccess } = version;
  const endTimes = [earlyAccessEndsAt, earlyAccessDeadline, findEnd(earlyAccessConfig), findEnd(paidAccess)]
    .map(parseEndTime)
    .filter((time) => time !== null);
  const isPaid = typeof paidAccess === 'object' && paidAccess !== null;
  if (endTimes.length === 0) return availability === 'EarlyAccess' || isPaid ? { until: null } : null;
  const lastEnd = Math.max(...endTimes);
  return lastEnd <= now ? null : { until: formatUtcDate(lastEnd / 1000) };
}

function findEnd(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const { endsAt, deadline, until } = value as Record<string, unknown>;
  return endsAt ?? deadline ?? until;
}

/** Maximum end of early access, in Unix milliseconds: the year 10000. A later end counts as not stated. */
const maxEndTime = 253_402_300_800_000;

function parseEndTime(value: unknown): number | null {
  const time = typeof value === 'string' && value.length < 40 ? Date.parse(value) : Number.NaN;
  return time > 0 && time < maxEndTime ? time : null;
}
