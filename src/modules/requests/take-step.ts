import type { JsonObject } from '../../kernel/json.ts';
import type { WriteTx } from '../../store/tx.ts';
import { type AppendEvents, auditStore } from '../audit/index.ts';
import { inboxStore } from '../inbox/index.ts';
import {
  keysOf,
  type ModelRequest,
  numberOf,
  type RequestAct,
  type RequestAction,
  type RequestStep,
  requestAfter,
  requestEvent,
  requestStepOf,
  textOf,
} from './request.ts';
import { requestStore } from './store.ts';

/** The kinds of inbox entries, by the action of the step that makes them. Other actions make no entries. */
const told = {
  accept: 'request_accepted',
  decline: 'request_declined',
  duplicate: 'request_duplicate',
  fulfil: 'request_fulfilled',
} as const satisfies Partial<Record<RequestAction, string>>;

/** Number of accounts that `tellAll` reads at a time. */
const pageSize = 1_000;

/**
 * Takes a step in one transaction: appends its audit event, stores the changed request, and, for the actions
 * in `told`, writes inbox entries for the accounts that want the model. A hidden request
 * makes no entries; hiding a request removes those that it has made.
 */
export async function takeStep(
  writer: WriteTx,
  append: AppendEvents,
  request: ModelRequest | Pick<ModelRequest, 'request_id' | 'category' | 'name'>,
  action: RequestAction,
  act: RequestAct,
  said: JsonObject = {},
): Promise<ModelRequest> {
  const [event] = await append(writer, [requestEvent(request, action, act, said)]);
  const step = event && requestStepOf(event);
  const after = step && requestAfter('state' in request ? request : null, step);
  if (!after) throw new Error(`request ${request.request_id} took a step that it cannot take: ${action}`);
  const requests = requestStore(writer);
  await requests.put(after);
  await requests.addStep(step);
  await writeSeconds(writer, step);
  await writeHidden(writer, step);
  if (action === 'ask') await requests.addKeys(after.request_id, keysOf(step));
  if (action in told && !after.hidden) await tellAll(writer, after, step, told[action as keyof typeof told]);
  if (action === 'hide') await untell(writer, after);
  return after;
}

async function writeSeconds(writer: WriteTx, step: RequestStep): Promise<void> {
  const { request_id, user_id, username, at, text: why, action } = step;
  const requests = requestStore(writer);
  if (action === 'ask' || action === 'second') {
    await requests.addSecond({ request_id, user_id, username, why, at });
  }
  if (action === 'unsecond') await requests.removeSecond(request_id, user_id);
  const from = action === 'join' ? numberOf(step.said, 'from') : null;
  if (from !== null) await requests.join(from, request_id);
}

/**
 * Hides a comment, or the reason why an account wants the model; or shows a hidden comment again, with the
 * text from its audit event.
 */
async function writeHidden(writer: WriteTx, { action, request_id, said }: RequestStep): Promise<void> {
  const requests = requestStore(writer);
  const comment = numberOf(said, 'comment');
  const of = textOf(said, 'user_id');
  if (action === 'hide_comment' && of !== null) await requests.hideWhy(request_id, of);
  if (action === 'hide_comment' && comment !== null) await requests.setText(comment, null);
  if (action !== 'unhide_comment' || comment === null) return;
  const [event] = await auditStore(writer).events({ after: comment - 1 }, 1);
  if (event) await requests.setText(comment, requestStepOf(event)?.text ?? null);
}

/** Removes what inboxes say of a request: each entry names it. */
async function untell(writer: WriteTx, { request_id }: ModelRequest): Promise<void> {
  for (const { event_id, action } of await requestStore(writer).stepsOf([request_id]))
    if (action in told) await inboxStore(writer).forget(event_id);
}

/** Writes inbox entries for all accounts that want the model, except the account that took the step. */
async function tellAll(
  writer: WriteTx,
  { category, name, request_id, model_name, change_id }: ModelRequest,
  { event_id, at, user_id, username, text }: RequestStep,
  kind: (typeof told)[keyof typeof told],
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const page = await requestStore(writer).seconds(request_id, pageSize, after);
    await inboxStore(writer).add(
      page.flatMap((second) =>
        second.user_id === user_id
          ? []
          : {
              event_id,
              change_id: kind === 'request_fulfilled' ? (change_id ?? 0) : 0,
              request_id,
              user_id: second.user_id,
              kind,
              because: 'requested' as const,
              at,
              actor_id: user_id,
              actor_username: username,
              category,
              model_name: model_name ?? name,
              operation: null,
              excerpt: text === null ? null : text.slice(0, 240).toWellFormed(),
              read_at: null,
            },
      ),
    );
    after = page.at(-1)?.user_id;
    if (page.length < pageSize) return;
  }
}
