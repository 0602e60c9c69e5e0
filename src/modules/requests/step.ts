import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import type { Drafts } from '../drafts/index.ts';
import { createAct } from '../queue/index.ts';
import { isActionAllowed, type ModelRequest, type ShownRequest } from './request.ts';
import type { RequestAction, RequestActionFacts } from './request-event.ts';
import { requestStore } from './store.ts';
import { takeStep } from './take-step.ts';

const daySeconds = 24 * 60 * 60;
/**
 * Limits for each account: the number of undecided requests (`undecided`), of new requests in a day
 * (`asksADay`), and of steps of any kind in a day (`stepsADay`). They do not apply to approvers.
 */
export const perAccount = { undecided: 20, asksADay: 10, stepsADay: 200 } as const;

/**
 * The dependencies of actions on requests. `isLive` returns whether a category has a live model with a name.
 */
export interface RequestsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly append: AppendEvents;
  readonly drafts: Drafts;
  readonly isLive: (category: string, name: string) => boolean;
}

/** Returns a request. Only approvers see hidden requests. For other callers, throws `not_found`. */
export async function readVisibleRequest(reader: Tx, id: number, caller?: Caller): Promise<ModelRequest> {
  const request = await requestStore(reader).get(id);
  if (request && (!request.hidden || caller?.isApprover)) return request;
  throw new RegistryError('not_found', `Request ${id} not found`);
}

/** Checks that the account's limits permit an action. */
export async function assertWithinLimits(
  { clock }: Pick<RequestsParts, 'clock'>,
  reader: Tx,
  caller: Caller,
  action: RequestAction,
): Promise<void> {
  assertPersonalAccount(caller);
  if (caller.isApprover) return;
  const requests = requestStore(reader);
  const since = clock.now() - daySeconds;
  if ((await requests.stepsSince(caller.userId, since)) >= perAccount.stepsADay)
    throwTooMany('steps', perAccount.stepsADay);
  if (action !== 'ask') return;
  if ((await requests.stepsSince(caller.userId, since, 'ask')) >= perAccount.asksADay)
    throwTooMany('requests', perAccount.asksADay);
  if ((await requests.undecidedOf(caller.userId)) < perAccount.undecided) return;
  throw new RegistryError(
    'too_many_waiting',
    `An account may have at most ${perAccount.undecided} undecided requests.`,
  );
}

/** Refuses the anonymous account: many people share it, so limits per account would make no sense. */
export function assertPersonalAccount({ userId }: Caller): void {
  if (userId !== '0') return;
  throw new RegistryError('missing_role', 'The anonymous account cannot request models: use your own key.');
}

function throwTooMany(what: string, limit: number): never {
  throw new RegistryError(
    'too_many_waiting',
    `An account may make at most ${limit} ${what} per day. Try again tomorrow.`,
  );
}

export function assertActionAllowed(action: RequestAction, request: ModelRequest): void {
  if (isActionAllowed(action, request)) return;
  const hiddenText = request.hidden ? ', hidden' : '';
  throw new RegistryError(
    'conflict',
    `Request ${request.request_id} is ${request.state}${hiddenText}: action '${action}' is not allowed in this state.`,
  );
}

/** Returns the requests with their linked open changes. */
export async function addChanges(reader: Tx, requests: readonly ModelRequest[]): Promise<ShownRequest[]> {
  const ids = requests.map(({ request_id }) => request_id);
  const changesByRequest = Map.groupBy(
    await requestStore(reader).openChanges(ids),
    ({ request_id }) => request_id,
  );
  return requests.map((request) => {
    const change_ids = [
      ...new Set(changesByRequest.get(request.request_id)?.map(({ change_id }) => change_id)),
    ];
    const isFulfilled = request.state === 'fulfilled';
    return {
      ...request,
      change_id: isFulfilled ? request.change_id : (change_ids.at(-1) ?? null),
      change_ids,
    };
  });
}

/** Returns a request with its linked open changes. */
export async function requestWithChanges(reader: Tx, request: ModelRequest): Promise<ShownRequest> {
  return (await addChanges(reader, [request]))[0] as ShownRequest;
}

/** A request that does not exist yet. */
type NewRequest = Pick<ModelRequest, 'request_id' | 'category' | 'name'>;

/**
 * Performs a step of a request. Returns the request with its open changes.
 * @throws RegistryError `conflict` when the state of the request does not allow the action
 */
export async function appendStep(
  { append, clock, settings }: Pick<RequestsParts, 'append' | 'clock' | 'settings'>,
  writer: WriteTx,
  request: ModelRequest | NewRequest,
  actionFacts: RequestActionFacts,
  caller: Caller,
): Promise<ShownRequest> {
  if ('state' in request) assertActionAllowed(actionFacts.action, request);
  const updatedRequest = await takeStep(
    writer,
    append,
    request,
    actionFacts,
    createAct(settings, clock, caller),
  );
  return requestWithChanges(writer, updatedRequest);
}

/**
 * Performs an action on a request in its own transaction. First checks that the caller may see the request,
 * that the account's limits permit another step, and that the request's state allows the action.
 */
export function performStep(
  parts: RequestsParts,
  id: number,
  actionFacts: RequestActionFacts,
  caller: Caller,
  check: (writer: WriteTx, request: ModelRequest) => Promise<void> = async () => {},
): Promise<ShownRequest> {
  return parts.store.write(async (writer) => {
    const request = await readVisibleRequest(writer, id, caller);
    await assertWithinLimits(parts, writer, caller, actionFacts.action);
    await check(writer, request);
    return appendStep(parts, writer, request, actionFacts, caller);
  }, caller.deadline);
}
