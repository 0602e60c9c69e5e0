import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { keys } from './identity-server.ts';

const v2 = '/api/model_references/v2';
export const guidancePath = `${v2}/text_generation/guidance`;

export const contract = (profile_id: string, more: object = {}) => ({
  kind: 'prompt_contract',
  profile_id,
  display_name: profile_id.toUpperCase(),
  summary: `How to prompt *${profile_id}*.`,
  interaction_modes: ['chat'],
  ...more,
});
export const recipe = (profile_id: string, more: object = {}) => ({
  kind: 'usage_recipe',
  profile_id,
  display_name: profile_id.toUpperCase(),
  summary: 'How to get it done.',
  ...more,
});
type Profile = ReturnType<typeof contract> | ReturnType<typeof recipe>;

export const create = (profile: Profile) => ({
  operation: 'create',
  profile_id: profile.profile_id,
  profile,
  expected_before: null,
});
export const assign = (
  model_name: string,
  primary_profile_id: string,
  supplemental_profile_ids: string[] = [],
  expected_before: object | null = null,
) => ({
  model_name,
  assignment: { model_name, primary_profile_id, supplemental_profile_ids },
  expected_before,
});

/** The parts of a change set beside its title. */
export interface Changes {
  readonly profile_changes?: object[];
  readonly assignment_changes?: object[];
}

export const submitGuidance = (app: TestApp, changes: Changes, title = 'A change') =>
  app.send('POST', `${guidancePath}/change-sets`, { key: keys.requestor, body: { title, ...changes } });

/** Proposes a change set; returns the id of the change. */
export async function proposeGuidance(app: TestApp, changes: Changes): Promise<number> {
  const answer = await submitGuidance(app, changes);
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json().change_id;
}

/** Proposes a change set, approves it and applies it; returns the id of the batch. */
export async function publishGuidance(app: TestApp, changes: Changes): Promise<number> {
  const id = await proposeGuidance(app, changes);
  const batch = await app.approve(id);
  await app.apply(id);
  return batch;
}

export const textModel = (name: string, more: object = {}) => ({ name, parameters: 7_000_000_000, ...more });
