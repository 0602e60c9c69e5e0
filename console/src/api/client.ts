import { ModelrefClient, type Outcome } from '#client';
import { apiBase } from './place.ts';
import { noteAnswer, noteSilence } from './reachability.ts';
import { askForKey, session } from './session.ts';
import type { CategoryName, CategoryParameter } from './types.ts';

const gatewayFailures = new Set([0, 502, 504]);

/** Notes whether the service answers, and asks for the key again once it is not known any more. */
async function noteOutcome({ status, key }: Outcome): Promise<void> {
  if (gatewayFailures.has(status)) noteSilence();
  else noteAnswer();
  if (status === 401 && key !== null && key === session.get().key && !(await stillKnown(key))) {
    askForKey('expired');
  }
}

/**
 * Whether the service still knows this key. A 401 alone does not say: it also means "known, but without the
 * role".
 */
async function stillKnown(key: string): Promise<boolean> {
  const answer = await fetch(`${apiBase}/model_references/v2/me/roles`, { headers: { apikey: key } });
  return answer.status !== 401;
}

/**
 * The registry. Answers are asked for again each time, by their ETag: who has just applied a change sees it.
 * What failed is asked for again by the queries.
 */
export const registry = new ModelrefClient({
  server: apiBase,
  key: () => session.get().key,
  attempts: 1,
  onOutcome: noteOutcome,
});

/** A category as a parameter: its name is checked by the service, not here. */
export function inCategory(category: CategoryName): { model_category_name: CategoryParameter } {
  return { model_category_name: category as CategoryParameter };
}
