import type { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { queueCategory } from '../audit/index.ts';
import { type ChangeHead, type ChangeStatus, changeStore, decisionOf } from '../queue/index.ts';
import { decisionTimes, waitingTimes } from './decision-times.ts';
import { actionOf, changesOf, described, isEntry } from './entries.ts';
import type { ActivityAction, personActivity } from './http-shapes.ts';
import { type ActivityFilter, type ActivityPlace, type ActivityRow, activityStore } from './store.ts';

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
        const fits = await fitting(reader, rows, filter.category);
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
 * Gives a function that tells whether an event (`row`) belongs to the category. An event of the queue belongs
 * to the category of its change. Without `category`, the function gives true for every event.
 */
async function fitting(
  reader: Tx,
  rows: readonly ActivityRow[],
  category: string | undefined,
): Promise<(row: ActivityRow) => boolean> {
  if (category === undefined) return () => true;
  const changes = await changesOf(reader, rows);
  return (row) =>
    (row.category === queueCategory ? changes.get(row.change_id ?? 0)?.category : row.category) === category;
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
