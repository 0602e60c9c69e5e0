import type { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { queueCategory, registryUserId } from '../audit/index.ts';
import { groupWriteOf } from '../names/index.ts';
import {
  type ChangeHead,
  type ChangeStatus,
  changeStore,
  type Decision,
  type DecisionOutcome,
  decisionOf,
  decisionOutcomes,
  purgedChanges,
  riskLevels,
  saidOf,
} from '../queue/index.ts';
import type {
  ActivityAction,
  ActivityEntry,
  decisionTimesResponse,
  personActivity,
  WaitingTimes,
} from './http-shapes.ts';
import {
  type ActivityDetail,
  type ActivityFilter,
  type ActivityPlace,
  type ActivityRow,
  activityStore,
} from './store.ts';

interface ActivityQuery extends Omit<ActivityFilter, 'before'> {
  readonly actions?: readonly ActivityAction[] | undefined;
  readonly before?: ActivityPlace | undefined;
  readonly limit: number;
}

/**
 * Largest number of audit events that are read for one page or one person (`events`), and of proposals that
 * are read for one person (`proposals`).
 */
const looked = { events: 2_000, proposals: 1_000 };

export type Activity = ReturnType<typeof createActivity>;

/** Lists what people did, from the audit trail. Leaves out what the registry did itself. */
export function createActivity({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
  return {
    decisionTimes: () => decisionTimes(store, clock),

    /**
     * Lists one page of actions, newest first. `next` is the position after the page; null at the end of the
     * list. A page may be empty and yet have a `next`, because at most `looked.events` events are read for
     * it.
     */
    page: ({ actions, limit, ...filter }: ActivityQuery) =>
      store.read(async (reader) => {
        const rows = await activityStore(reader).page(filter, looked.events);
        const fits = await fitting(reader, rows, filter);
        const chosen: ActivityRow[] = [];
        let last: ActivityRow | undefined;
        for (const row of rows) {
          if (chosen.length === limit) break;
          last = row;
          if (isEntry(row) && fits(row) && (!actions || actions.includes(actionOf(row)))) chosen.push(row);
        }
        const more = last !== undefined && (last !== rows.at(-1) || rows.length === looked.events);
        const next = more && last ? { timestamp: last.timestamp, event_id: last.event_id } : null;
        return { items: await described(reader, chosen), next };
      }),

    /** Summarises the latest proposals and the latest actions of one account. */
    ofPerson: (userId: string): Promise<z.infer<typeof personActivity>> =>
      store.read(async (reader) => {
        const filter = { requested_by: [userId] };
        const ids = await changeStore(reader).latestIds(filter, { offset: 0, limit: looked.proposals });
        const heads = await changeStore(reader).heads(ids);
        const deeds = (await activityStore(reader).page({ user_id: userId }, looked.events)).filter(isEntry);
        const decisions = heads.flatMap((head) => decisionOf(head) ?? []);
        return {
          user_id: userId,
          username: heads.at(-1)?.requested_username ?? (await nameOf(reader, deeds)),
          proposals: {
            total: await changeStore(reader).count(filter),
            looked_at: heads.length,
            by_status: countedBy(heads),
            withdrawn: decisions.filter(({ outcome }) => outcome === 'withdrawn').length,
            until_decided: waitingTimes(decisions.map(({ seconds }) => seconds)),
            until_applied: waitingTimes(
              heads.flatMap(({ applied_at, requested_at }) =>
                applied_at === null ? [] : Math.max(0, applied_at - requested_at),
              ),
            ),
          },
          deeds: {
            looked_at: deeds.length,
            by_action: Object.fromEntries(
              [...Map.groupBy(deeds, actionOf)].map(([action, own]) => [action, own.length]),
            ),
          },
        };
      }),
  };
}

/**
 * Gives a function that tells whether an event (`row`) is about the category and model that the filter names.
 * An event of the queue is about those of its change. Other events have to be about the model already.
 */
async function fitting(
  reader: Tx,
  rows: readonly ActivityRow[],
  { category, model_name }: ActivityFilter,
): Promise<(row: ActivityRow) => boolean> {
  if (category === undefined && model_name === undefined) return () => true;
  const changes = await changesOf(reader, rows);
  return (row) => {
    if (row.category !== queueCategory) return category === undefined || row.category === category;
    const change = changes.get(row.change_id ?? 0);
    return (
      change !== undefined &&
      (category === undefined || change.category === category) &&
      (model_name === undefined || change.model_name === model_name)
    );
  };
}

async function nameOf(reader: Tx, deeds: readonly ActivityRow[]): Promise<string | null> {
  const names = await described(reader, deeds.slice(0, 20));
  return names.find(({ username }) => username !== null)?.username ?? null;
}

function countedBy(heads: readonly ChangeHead[]): Record<ChangeStatus, number> {
  const counts: Record<ChangeStatus, number> = { pending: 0, approved: 0, applied: 0, rejected: 0 };
  for (const { status } of heads) counts[status] += 1;
  return counts;
}

/**
 * Tells whether the activity list shows an event. It does not show what the registry did itself. It does not
 * show the model writes of an apply either, because the apply is an event of its own.
 */
function isEntry({ category, change_id, logical_user_id }: ActivityRow): boolean {
  if (logical_user_id === registryUserId) return false;
  return category === queueCategory || change_id === null;
}

function actionOf({ action, operation }: ActivityRow): ActivityAction {
  return action === null || action === 'gap' ? operation : action;
}

/**
 * Gives the changes that these events are about, by change id. Changes that were purged from the queue come
 * from the audit trail.
 */
async function changesOf(reader: Tx, rows: readonly ActivityRow[]): Promise<ReadonlyMap<number, ChangeHead>> {
  const ids = new Set(rows.flatMap(({ change_id }) => change_id ?? []));
  const heads = await changeStore(reader).heads([...ids]);
  for (const { change_id } of heads) ids.delete(change_id);
  return new Map(
    [...heads, ...(await purgedChanges(reader, [...ids]))].map((head) => [head.change_id, head]),
  );
}

/** Gives the entry of the activity list for each of these events, in the same order. */
async function described(reader: Tx, rows: readonly ActivityRow[]): Promise<ActivityEntry[]> {
  const changes = await changesOf(reader, rows);
  const details = await activityStore(reader).details(rows.map(({ event_id }) => event_id));
  const detailOf = new Map(details.map((detail) => [detail.event_id, detail]));
  return rows.map((row) => {
    const { event_id, timestamp: at, logical_user_id: user_id, change_id } = row;
    const detail = detailOf.get(event_id);
    const change = change_id === null ? undefined : changes.get(change_id);
    const about =
      row.category === queueCategory ? aboutChange(change, detail) : aboutWrite(row.category, detail);
    return {
      event_id,
      at,
      user_id,
      action: actionOf(row),
      change_id,
      batch_id: detail?.batch_id ?? null,
      ...about,
      username: about.username ?? (change ? knownName(change, user_id) : null),
    };
  });
}

type About = Pick<ActivityEntry, 'username' | 'category' | 'model_name' | 'group_entry' | 'request_id'>;

function aboutChange(change: ChangeHead | undefined, detail: ActivityDetail | undefined): About {
  const after = saidOf({ payload: detail?.payload ?? null });
  return {
    username: usernameIn(after),
    category: change?.category ?? textIn(after, 'category'),
    model_name: change?.model_name ?? textIn(after, 'model'),
    group_entry: null,
    request_id: null,
  };
}

/**
 * Describes an event about a model, a group or a request for a model. The username is null for a model: the
 * payload contains the model's record, and a username in the record need not be the actor's.
 */
function aboutWrite(category: string, detail: ActivityDetail | undefined): About {
  const group = detail ? groupWriteOf({ category, ...detail }) : null;
  const request_id = numberIn(detail?.payload ?? {}, 'model_request');
  if (!group) {
    const username = request_id === null ? null : textIn(detail?.payload ?? {}, 'username');
    return { username, category, model_name: detail?.model_name ?? null, group_entry: null, request_id };
  }
  return {
    username: textIn(detail?.payload ?? {}, 'username'),
    category,
    model_name: null,
    group_entry: { kind: group.kind, name: group.name },
    request_id: null,
  };
}

function textIn(said: JsonObject, name: string): string | null {
  const value = said[name];
  return typeof value === 'string' ? value : null;
}

function numberIn(said: JsonObject, name: string): number | null {
  const value = said[name];
  return typeof value === 'number' ? value : null;
}

function usernameIn(said: JsonObject): string | null {
  const names = ['username', 'approver_username', 'applied_username', 'purged_by_username'];
  return names.map((name) => textIn(said, name)).find((name) => name !== null) ?? null;
}

function knownName(change: ChangeHead, userId: string): string | null {
  if (change.requested_by === userId) return change.requested_username;
  if (change.approved_by === userId) return change.approved_username;
  if (change.rejected_by === userId) return change.rejected_username;
  return change.applied_by === userId ? change.applied_username : null;
}

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
