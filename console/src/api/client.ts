import { ModelrefClient, type Outcome } from '#client';
import { apiBase } from './place.ts';
import { recordAnswer, recordSilence } from './reachability.ts';
import { askForKey, session } from './session.ts';
import type { CategoryName, CategoryParameter } from './types.ts';

const gatewayFailures = new Set([0, 502, 504]);

/**
 * Called after every attempt of a call. Records whether the service responds, and opens the sign-in dialog if
 * the key is no longer valid.
 */
async function recordOutcome({ status, key }: Outcome): Promise<void> {
  if (gatewayFailures.has(status)) recordSilence();
  else recordAnswer();
  const isCurrent = () => key === session.get().key;
  // The user may have signed in with another key while this one was checked.
  if (status === 401 && key !== null && isCurrent() && !(await isKnownKey(key)) && isCurrent()) {
    askForKey('expired');
  }
}

/**
 * Returns whether the service still accepts the key, by loading the key's roles. A 401 of another call can
 * also mean that the key lacks the role for that call.
 */
async function isKnownKey(key: string): Promise<boolean> {
  const answer = await fetch(`${apiBase}/model_references/v2/me/roles`, { headers: { apikey: key } });
  return answer.status !== 401;
}

/**
 * The registry client of the whole console. Reads bypass the browser's cache, so that an approver sees a
 * change as soon as it is applied. The client does not retry: the queries retry failed reads.
 */
export const registry = new ModelrefClient({
  server: apiBase,
  key: () => session.get().key,
  attempts: 1,
  onOutcome: recordOutcome,
});

/** Returns the path parameter of a category. The name is not checked here, because the service checks it. */
export function categoryParameterOf(category: CategoryName): { model_category_name: CategoryParameter } {
  return { model_category_name: category as CategoryParameter };
}
