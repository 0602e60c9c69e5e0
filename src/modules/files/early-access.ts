import { formatUtcDate } from '../../kernel/clock.ts';

/**
 * Reads from the description of a Civitai version whether only paying users may download the version, and
 * until when. Supports the older members (`availability`, `earlyAccessEndsAt`, `earlyAccessConfig`) and
 * `paidAccess`.
 *
 * @param now Unix milliseconds; early access that ended earlier is ignored
 * @returns null when everybody may download it; `until` is a day in UTC, null when it is not stated
 */
export function earlyAccessOf(
  version: Readonly<Record<string, unknown>>,
  now: number = Date.now(),
): { until: string | null } | null {
  const { availability, earlyAccessEndsAt, earlyAccessDeadline, earlyAccessConfig, paidAccess } = version;
  const times = [earlyAccessEndsAt, earlyAccessDeadline, memberOf(earlyAccessConfig), memberOf(paidAccess)]
    .map(timeOf)
    .filter((time) => time !== null);
  const isPaid = typeof paidAccess === 'object' && paidAccess !== null;
  if (times.length === 0) return availability === 'EarlyAccess' || isPaid ? { until: null } : null;
  const latestTime = Math.max(...times);
  return latestTime <= now ? null : { until: formatUtcDate(latestTime / 1000) };
}

function memberOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const { endsAt, deadline, until } = value as Record<string, unknown>;
  return endsAt ?? deadline ?? until;
}

/** The first second of the year 10000. A later end counts as not stated. */
const latestTime = 253_402_300_800_000;

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' && value.length < 40 ? Date.parse(value) : Number.NaN;
  return time > 0 && time < latestTime ? time : null;
}
