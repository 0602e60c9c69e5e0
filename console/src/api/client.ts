import { ModelrefClient, type Outcome } from '#client';
import { apiBase } from './place.ts';
import { noteAnswer, noteSilence } from './reachability.ts';
import { askForKey, session } from './session.ts';
import type { CategoryName, CategoryParameter } from './types.ts';

const gatewayFailures = new Set([0, 502, 504]);

/**
 * Notes whether the service answers, and opens the sign-in dialog when the service no longer knows the key.
 */
async function noteOutcome({ status, key }: Outcome): Promise<void> {
  if (gatewayFailures.has(status)) noteSilence();
  else noteAnswer();
  if (status === 401 && key !== null && key === session.get().key && !(await stillKnown(key))) {
    askForKey('expired');
  }
}

/**
 * Tells whether the service still knows the key: asks for the key's roles. A 401 answer to another call does
 * not tell: the service also sends it when a known key lacks the role for the call.
 */
async function stillKnown(key: string): Promise<boolean> {
  const answer = await fetch(`${apiBase}/model_references/v2/me/roles`, { headers: { apikey: key } });
  return answer.status !== 401;
}

/**
 * The registry's API. Each read asks the service again, by ETag, so that an approver sees a change as soon as
 * it is applied. This client does not repeat a failed call: the queries do.
 */
export const registry = new ModelrefClient({
  server: apiBase,
  key: () => session.get().key,
  attempts: 1,
  onOutcome: noteOutcome,
});

/** Gives the path parameter for a category. Does not check the name: the service does. */
export function inCategory(category: CategoryName): { model_category_name: CategoryParameter } {
  return { model_category_name: category as CategoryParameter };
}
