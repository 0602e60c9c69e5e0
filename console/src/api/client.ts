import { ModelrefClient, type Outcome } from '#client';
import { apiBase } from './place.ts';
import { recordAnswer, recordSilence } from './reachability.ts';
import { askForKey, session } from './session.ts';
import type { CategoryName, CategoryParameter } from './types.ts';

const gatewayFailures = new Set([0, 502, 504]);

/**
 * Called after every attempt of a call. Notes whether the service answers, and opens the sign-in dialog when
 * it no longer knows the key.
 */
async function recordOutcome({ status, key }: Outcome): Promise<void> {
  if (gatewayFailures.has(status)) recordSilence();
  else recordAnswer();
  const isCurrent = () => key === session.get().key;
  // Another key may have been given while the service was asked about this one.
  if (status === 401 && key !== null && isCurrent() && !(await isKnownKey(key)) && isCurrent()) {
    askForKey('expired');
  }
}

/**
 * Asks the service for the roles of the key, to tell whether it still knows the key. A 401 to another call
 * can also mean that the key lacks the role for that call.
 */
async function isKnownKey(key: string): Promise<boolean> {
  const answer = await fetch(`${apiBase}/model_references/v2/me/roles`, { headers: { apikey: key } });
  return answer.status !== 401;
}

/**
 * The client of the registry for the whole console. Each read asks the service again instead of trusting the
 * browser's cache, so that an approver sees a change as soon as it is applied. The client makes one attempt
 * per call: the queries repeat failed reads.
 */
export const registry = new ModelrefClient({
  server: apiBase,
  key: () => session.get().key,
  attempts: 1,
  onOutcome: recordOutcome,
});

/** Returns the path parameter for a category. Accepts any name: the service checks it. */
export function inCategory(category: CategoryName): { model_category_name: CategoryParameter } {
  return { model_category_name: category as CategoryParameter };
}
