import type { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import {
  changeStore,
  type Decision,
  type DecisionOutcome,
  decisionOf,
  decisionOutcomes,
  riskLevels,
} from '../queue/index.ts';
import type { decisionTimesResponse, WaitingTimes } from './http-shapes.ts';

/** Largest number of proposals from which the times are computed, the latest first. */
const mostProposals = 5_000;

/**
 * Summarises how long proposals waited until they were decided, by month and by risk, and how long undecided
 * proposals have waited so far. Does not count proposals that were purged from the queue.
 */
export async function decisionTimes(
  store: Store,
  clock: Clock,
): Promise<z.infer<typeof decisionTimesResponse>> {
  const heads = await store.read(async (reader) =>
    changeStore(reader).heads(await changeStore(reader).latestIds({}, { offset: 0, limit: mostProposals })),
  );
  const decisions = heads.flatMap((head) => decisionOf(head) ?? []);
  const byMonth = Map.groupBy(decisions, ({ at }) => new Date(at * 1000).toISOString().slice(0, 7));
  const byRisk = Map.groupBy(decisions, ({ risk }) => risk);
  const now = clock.now();
  return {
    looked_at: heads.length,
    months: [...byMonth]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([month, own]) => ({ month, ...byOutcome(own) })),
    risks: [...riskLevels.toReversed(), null].flatMap((risk) => {
      const own = byRisk.get(risk);
      return own ? { risk, ...byOutcome(own) } : [];
    }),
    pending: waitingTimes(
      heads.flatMap(({ status, requested_at }) =>
        status === 'pending' ? Math.max(0, now - requested_at) : [],
      ),
    ),
  };
}

function byOutcome(decisions: readonly Decision[]) {
  return Object.fromEntries(
    decisionOutcomes.map((outcome) => [
      outcome,
      waitingTimes(decisions.filter((each) => each.outcome === outcome).map(({ seconds }) => seconds)),
    ]),
  ) as Record<DecisionOutcome, WaitingTimes>;
}

/**
 * Gives the count, median, 90th percentile and maximum of waiting times. Without times, all but the count are
 * null. Percentiles are by nearest rank, so each is the time of an actual proposal.
 */
export function waitingTimes(seconds: readonly number[]): WaitingTimes {
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  return { count: sorted.length, median: at(0.5), p90: at(0.9), longest: at(1) };
}
