import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { Tx } from '../../store/tx.ts';
import { queueCategory, registryUserId } from '../audit/index.ts';
import { groupWriteOf } from '../names/index.ts';
import { type ChangeHead, changeStore } from '../queue/index.ts';
import type { ActivityAction, ActivityEntry } from './http-shapes.ts';
import { type ActivityDetail, type ActivityRow, activityStore } from './store.ts';

/**
 * Tells whether the activity list shows an event. It does not show what the registry did itself. It does not
 * show the model writes of an apply either, because the apply is an event of its own.
 */
export function isEntry({ category, change_id, logical_user_id }: ActivityRow): boolean {
  if (logical_user_id === registryUserId) return false;
  return category === queueCategory || change_id === null;
}

export function actionOf({ action, operation }: ActivityRow): ActivityAction {
  return action === null || action === 'gap' ? operation : action;
}

/**
 * Gives the changes that these events are about, by change id. Changes that were purged from the queue are
 * absent.
 */
export async function changesOf(
  reader: Tx,
  rows: readonly ActivityRow[],
): Promise<ReadonlyMap<number, ChangeHead>> {
  const ids = new Set(rows.flatMap(({ change_id }) => change_id ?? []));
  const heads = await changeStore(reader).heads([...ids]);
  return new Map(heads.map((head) => [head.change_id, head]));
}

/** Gives the entry of the activity list for each of these events, in the same order. */
export async function described(reader: Tx, rows: readonly ActivityRow[]): Promise<ActivityEntry[]> {
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
  const said = detail?.payload?.after;
  const after = isJsonObject(said) ? said : {};
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
