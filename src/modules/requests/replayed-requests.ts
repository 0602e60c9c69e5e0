import { sameJson } from '../../kernel/same-json.ts';
import type { Tx } from '../../store/tx.ts';
import type { AuditEvent, TrailProblem } from '../audit/index.ts';
import { mayFollow } from '../counters/index.ts';
import { applyStep, isSupportingAction, type ModelRequest } from './request.ts';
import { parseRequestStep, type RequestStep, type StoredStep } from './request-event.ts';
import { requestStore } from './store.ts';
import type { RequestSupporter } from './tables.ts';

interface ReplayedRequest {
  request: ModelRequest;
  readonly keys: string[];
  readonly supporters: Map<string, RequestSupporter>;
  readonly steps: StoredStep[];
  /**
   * The texts of the currently hidden comments, by the event ids of the comments. Showing a comment again
   * restores its text from here.
   */
  readonly hiddenTexts: Map<number, string>;
}

/** Rebuilds requests from their audit events, so that they can be compared with the stored requests. */
export class RequestReplay {
  readonly requests = new Map<number, ReplayedRequest>();
  /** The highest request id so far. */
  lastId = 0;

  /** Applies the next event about a request. Returns what is wrong with the event, or null. */
  take(event: AuditEvent): string | null {
    const step = parseRequestStep(event);
    if ('problem' in step) return step.problem;
    const { request_id, action } = step;
    const before = this.requests.get(request_id);
    const after = applyStep(before?.request ?? null, step);
    if (!after || (action === 'ask' && !mayFollow(this.lastId, request_id))) {
      return `has the action '${action}', which is not allowed in the state of request ${request_id}`;
    }
    if (event.category !== after.category || event.model_name !== after.name) {
      return `must have the category and the model name of request ${request_id}`;
    }
    const { facts: _, ...storedStep } = step;
    const replayedRequest: ReplayedRequest = before ?? {
      request: after,
      keys: step.action === 'ask' ? [...step.facts.keys].sort() : [],
      supporters: new Map(),
      steps: [],
      hiddenTexts: new Map(),
    };
    replayedRequest.request = after;
    replayedRequest.steps.push(storedStep);
    this.requests.set(request_id, replayedRequest);
    this.lastId = Math.max(this.lastId, request_id);
    return applyHiding(replayedRequest, step) ?? this.#takeSupporters(replayedRequest, step);
  }

  #takeSupporters({ supporters, request }: ReplayedRequest, step: RequestStep): string | null {
    const { action, request_id, user_id, username, text: why, at } = step;
    if (action === 'ask' || action === 'second') {
      if (supporters.has(user_id)) return `seconds request ${request_id} again for account ${user_id}`;
      supporters.set(user_id, { request_id, user_id, username, why, at });
    }
    if (action === 'unsecond' && !supporters.delete(user_id)) {
      return `withdraws the support of account ${user_id} for request ${request_id}, which does not exist`;
    }
    if (step.action === 'join') {
      for (const [id, supporter] of this.requests.get(step.facts.from)?.supporters ?? []) {
        if (!supporters.has(id)) supporters.set(id, { ...supporter, request_id });
      }
    }
    if (supporters.size === request.wanted) return null;
    return `counts ${request.wanted} accounts that want request ${request_id}; expected ${supporters.size}`;
  }
}

/**
 * Applies a step that hides or shows a comment, or hides an account's reason for wanting the model; ignores
 * all other steps. Returns what is wrong with the step, or null.
 */
function applyHiding(
  { steps, supporters, hiddenTexts }: ReplayedRequest,
  { action, facts }: RequestStep,
): string | null {
  if (action !== 'hide_comment' && action !== 'unhide_comment') return null;
  const hiddenUserId = ('user_id' in facts ? facts.user_id : null) ?? null;
  const commentId = facts.comment ?? 0;
  if (hiddenUserId !== null) {
    const supporter = supporters.get(hiddenUserId);
    if (supporter) supporters.set(hiddenUserId, { ...supporter, why: null });
    for (const [at, step] of steps.entries())
      if (step.user_id === hiddenUserId && isSupportingAction(step.action))
        steps[at] = { ...step, text: null };
    return null;
  }
  const at = steps.findIndex(({ event_id }) => event_id === commentId);
  const step = steps[at];
  const text = action === 'hide_comment' ? step?.text : hiddenTexts.get(commentId);
  if (step?.action !== 'comment' || text == null)
    return `has the action '${action}' for comment ${commentId}, which does not exist`;
  if (action === 'hide_comment') hiddenTexts.set(commentId, text);
  else hiddenTexts.delete(commentId);
  steps[at] = { ...step, text: action === 'hide_comment' ? null : text };
  return null;
}

const pageSize = 500;

/**
 * Compares the stored requests with those rebuilt from the audit events. Yields a problem for each request
 * that differs, is missing in the store, or has no events.
 */
export async function* findRequestDifferences(
  reader: Tx,
  replay: RequestReplay,
): AsyncGenerator<TrailProblem> {
  const requests = requestStore(reader);
  const missingIds = new Set(replay.requests.keys());
  for (let after = 0; ; ) {
    const page = await requests.page(after, pageSize);
    const ids = page.map(({ request_id }) => request_id);
    const keys = Map.groupBy(await requests.keys(ids), ({ request_id }) => request_id);
    const steps = Map.groupBy(await requests.stepsOf(ids), ({ request_id }) => request_id);
    for (const request of page) {
      const { request_id } = request;
      const replayedRequest = replay.requests.get(request_id);
      missingIds.delete(request_id);
      if (!replayedRequest) {
        yield { event_id: null, text: `request ${request_id} is stored, but no event records it` };
        continue;
      }
      const differences = [];
      if (!sameJson({ ...replayedRequest.request }, { ...request })) differences.push('its state');
      if (!sameJson(replayedRequest.keys, (keys.get(request_id) ?? []).map(({ key }) => key).sort()))
        differences.push('keys');
      if (!sameJson(copySteps(replayedRequest.steps), copySteps(steps.get(request_id) ?? [])))
        differences.push('steps');
      if (!(await hasSameSupporters(reader, replayedRequest))) differences.push('seconds');
      const { event_id } = replayedRequest.request;
      if (differences.length === 0) continue;
      const text = `request ${request_id} differs from what its events up to ${event_id} say: ${differences.join(', ')}`;
      yield { event_id, text };
    }
    if (page.length < pageSize) break;
    after = ids.at(-1) ?? 0;
  }
  for (const request_id of missingIds) {
    const event_id = replay.requests.get(request_id)?.request.event_id ?? null;
    yield { event_id, text: `request ${request_id} is not stored, but event ${event_id} records it` };
  }
}

async function hasSameSupporters(reader: Tx, { request, supporters }: ReplayedRequest): Promise<boolean> {
  let count = 0;
  for (let after: string | undefined; ; ) {
    const page = await requestStore(reader).supporters(request.request_id, pageSize, after);
    count += page.length;
    if (!page.every((each) => sameJson({ ...each }, { ...supporters.get(each.user_id) }))) return false;
    if (page.length < pageSize) return count === supporters.size;
    after = page.at(-1)?.user_id;
  }
}

/** Copies steps into plain objects, which `sameJson` accepts. */
function copySteps(steps: readonly StoredStep[]) {
  return steps.map((step) => ({ ...step }));
}
