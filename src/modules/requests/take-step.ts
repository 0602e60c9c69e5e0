import type { Tx, WriteTx } from '../../store/tx.ts';
import { type AppendEvents, auditStore } from '../audit/index.ts';
import { inboxStore } from '../inbox/index.ts';
import { applyStep, type ModelRequest } from './request.ts';
import {
  createRequestEvent,
  createRequestStep,
  parseRequestStep,
  type RequestAct,
  type RequestAction,
  type RequestActionFacts,
  type RequestStep,
} from './request-event.ts';
import { requestStore } from './store.ts';

/**
 * The kinds of inbox entries, by the action of the step that creates them. Other actions create no entries.
 */
const noticeKinds = {
  accept: 'request_accepted',
  decline: 'request_declined',
  duplicate: 'request_duplicate',
  fulfil: 'request_fulfilled',
} as const satisfies Partial<Record<RequestAction, string>>;

/** Number of accounts that `notifySupporters` reads at a time. */
const pageSize = 1_000;

/**
 * Performs a step in one transaction: appends its audit event, stores the changed request, and, for the
 * actions in `noticeKinds`, writes inbox entries for the accounts that want the model. A hidden request
 * creates no entries; hiding a request removes its existing entries.
 */
export async function takeStep(
  writer: WriteTx,
  append: AppendEvents,
  request: ModelRequest | Pick<ModelRequest, 'request_id' | 'category' | 'name'>,
  actionFacts: RequestActionFacts,
  act: RequestAct,
): Promise<ModelRequest> {
  const { request_id } = request;
  const [event] = await append(writer, [createRequestEvent(request, actionFacts, act)]);
  if (!event) throw new Error(`request ${request_id}: action ${actionFacts.action} requires the audit trail`);
  const { event_id } = event;
  const { userId: user_id, username } = act.actor;
  const step = createRequestStep(actionFacts, { request_id, event_id, at: act.now, user_id, username });
  const { action } = step;
  const after = applyStep('state' in request ? request : null, step);
  if (!after) throw new Error(`request ${request_id}: action ${action} is not allowed in its state`);
  const requests = requestStore(writer);
  await requests.put(after);
  await requests.addStep(step);
  await updateSupporters(writer, step);
  await applyHiding(writer, step);
  if (step.action === 'ask') await requests.addKeys(request_id, step.facts.keys);
  if (action in noticeKinds && !after.hidden)
    await notifySupporters(writer, after, step, noticeKinds[action as keyof typeof noticeKinds]);
  if (action === 'hide') await removeInboxEntries(writer, after);
  return after;
}

async function updateSupporters(writer: WriteTx, step: RequestStep): Promise<void> {
  const { request_id, user_id, username, at, text: why, action } = step;
  const requests = requestStore(writer);
  if (action === 'ask' || action === 'second') {
    await requests.addSupporter({ request_id, user_id, username, why, at });
  }
  if (action === 'unsecond') await requests.removeSupporter(request_id, user_id);
  if (step.action === 'join') await requests.join(step.facts.from, request_id);
}

/**
 * Removes the text that a step hides: a comment, or an account's reason for wanting the model. Restores the
 * text of a comment from its audit event when the step shows the comment again. Ignores all other steps.
 */
async function applyHiding(writer: WriteTx, { action, request_id, facts }: RequestStep): Promise<void> {
  if (action !== 'hide_comment' && action !== 'unhide_comment') return;
  const requests = requestStore(writer);
  const { comment = null, user_id = null } = facts;
  if (action === 'hide_comment' && user_id !== null) await requests.hideWhy(request_id, user_id);
  if (comment === null) return;
  if (action === 'hide_comment') await requests.setText(comment, null);
  else await requests.setText(comment, await readOriginalText(writer, comment));
}

/** Returns the original text of a comment; null when its audit event cannot be read. */
async function readOriginalText(reader: Tx, comment: number): Promise<string | null> {
  const [event] = await auditStore(reader).events({ after: comment - 1 }, 1);
  const step = event && parseRequestStep(event);
  return step && 'text' in step ? step.text : null;
}

/** Removes all inbox entries about a request. */
async function removeInboxEntries(writer: WriteTx, { request_id }: ModelRequest): Promise<void> {
  for (const { event_id, action } of await requestStore(writer).stepsOf([request_id]))
    if (action in noticeKinds) await inboxStore(writer).removeEntries(event_id);
}

/** Writes inbox entries for all accounts that want the model, except the account that took the step. */
async function notifySupporters(
  writer: WriteTx,
  { category, name, request_id, model_name, change_id }: ModelRequest,
  { event_id, at, user_id, username, text }: RequestStep,
  kind: (typeof noticeKinds)[keyof typeof noticeKinds],
): Promise<void> {
  let lastUserId: string | undefined;
  for (;;) {
    const page = await requestStore(writer).supporters(request_id, pageSize, lastUserId);
    await inboxStore(writer).add(
      page.flatMap((supporter) =>
        supporter.user_id === user_id
          ? []
          : {
              event_id,
              change_id: kind === 'request_fulfilled' ? (change_id ?? 0) : 0,
              request_id,
              user_id: supporter.user_id,
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
    lastUserId = page.at(-1)?.user_id;
    if (page.length < pageSize) return;
  }
}
