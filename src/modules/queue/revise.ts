import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import { changeAfter } from './change-steps.ts';
import { expectVersion } from './change-versions.ts';
import { examineWrite } from './examine-write.ts';
import { once, type RetryKey } from './once.ts';
import type { PendingChange, StoredChange } from './pending-change.ts';
import { changeFor, publicChange } from './public-change.ts';
import { type QueueAct, reviseEvent } from './queue-events.ts';
import { changeStore } from './store.ts';
import { checkWaiting, type WaitingBounds } from './waiting-bounds.ts';

/** How many versions of one change there may be. */
export const mostVersions = 20;

/** What a new version is checked against before it is parsed. */
export type Revisable = Pick<
  StoredChange,
  'category' | 'model_name' | 'operation' | 'payload_format' | 'payload'
>;

export interface Revision {
  readonly changeId: number;
  /** Parsed by the category's schema of the change's format. */
  readonly record: JsonObject;
  /** The version that it was made from; absent: whichever is there. */
  readonly expectedVersion?: number | null | undefined;
  readonly caller: Caller;
  readonly retry?: RetryKey | undefined;
}

/** New versions of a proposal: it keeps its id, and has to be approved anew. */
export interface Revise {
  /**
   * A change of the caller's that may get another version.
   * @throws RegistryError `not_found`; `bad_request` for somebody else's, a decided one, and a deletion
   */
  target(changeId: number, caller: Caller): Promise<Revisable>;
  /**
   * Puts another record in the place of what was proposed, based on the live record of now.
   * @throws what `target` and `examineWrite` do; RegistryError `conflict` when there is a newer version,
   * `bad_request` when nothing differs or there are too many versions, `too_many_waiting`
   */
  revise(revision: Revision): Promise<PendingChange & { version: number }>;
}

export interface ReviseOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat } & WaitingBounds;
  readonly append?: AppendEvents;
}

export function createRevise({ store, clock, settings, append = appendEvents }: ReviseOptions): Revise {
  return {
    target: (changeId, caller) =>
      store.read(async (reader) => revisable(await changeFor(reader, changeId, caller), caller)),

    revise: ({ changeId, record, expectedVersion, caller, retry }) =>
      store.write(
        (writer) =>
          once(writer, retry, clock.now(), async () => {
            const change = revisable(await changeFor(writer, changeId, caller), caller);
            expectVersion(change, expectedVersion);
            const { category, operation, model_name: name, payload_format: format } = change;
            const act: QueueAct = { domain: settings.canonicalFormat, now: clock.now(), actor: caller };
            const write = { category, operation, name, record, format, caller };
            const { row, payload } = await examineWrite(writer, write, act.now);
            const base_hash = row && (format === 'v2' ? row.v2_hash : row.legacy_hash);
            if (
              base_hash === change.base_hash &&
              sameJson(payload ?? undefined, change.payload ?? undefined)
            ) {
              throw new RegistryError(
                'bad_request',
                `Nothing differs from version ${change.version} of change ${changeId}.`,
              );
            }
            const next = { payload, base_hash, request_metadata: asBody(change.request_metadata) };
            const event = reviseEvent(change, next, act);
            const revised = { ...changeAfter(change, event), ...next };
            await checkWaiting(writer, caller, settings, revised, change);
            await changeStore(writer).revise(revised);
            await append(writer, [event]);
            return { ...publicChange(revised), version: revised.version };
          }),
        caller.deadline,
      ),
  };
}

function revisable(change: StoredChange, caller: Caller): StoredChange {
  const { change_id: id, status, operation, version } = change;
  const refuse = (why: string) => {
    throw new RegistryError('bad_request', why);
  };
  if (change.requested_by !== caller.userId) {
    refuse(
      `Change ${id} was proposed by ${change.requested_username}: only they can make a new version of it.`,
    );
  }
  if (status !== 'pending' && status !== 'approved') refuse(`Change ${id} is decided (status=${status}).`);
  if (operation === 'delete')
    refuse(`Change ${id} deletes a model: there is nothing to write otherwise. Withdraw it.`);
  if (version >= mostVersions)
    refuse(`Change ${id} has ${version} versions, the most there may be. Propose anew.`);
  return change;
}

/** Another record is what a client sent: not what an earlier event says any more, nor the whole record. */
function asBody(metadata: JsonObject | null): JsonObject | null {
  if (metadata === null) return null;
  const { restores_before_event: _restored, whole_record: _whole, ...rest } = metadata;
  return rest;
}
