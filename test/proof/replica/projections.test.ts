import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { assign, contract, create, publishGuidance, textModel } from '../../support/guidance.ts';
import { startReplica, v2 } from './registries.ts';

const category = `${v2}/text_generation`;

test.each([
  ['that adds guidance', ['guidance']],
  ['that adds nothing', []],
] as const)('replicas of a primary %s add guidance by their own setting', async (_, recordProjections) => {
  const primary = await startTestApp({ settings: { recordProjections, port: 0 } });
  onTestFinished(() => primary[Symbol.asyncDispose]());
  const url = `${await primary.service.listen()}/api`;
  await primary.seed('text_generation', textModel('Plain-7B'));
  const adding = await startReplica(url, { recordProjections: ['guidance'] });
  const plain = await startReplica(url);
  const read = async (replica: typeof plain) => JSON.parse((await replica.get(category)).body)['Plain-7B'];
  await eventually(async () => expect((await read(adding)).guidance.status).toBe('undocumented'));
  await eventually(async () => expect(await read(plain)).toMatchObject({ name: 'Plain-7B' }));

  await publishGuidance(primary, {
    profile_changes: [create(contract('chatml'))],
    assignment_changes: [assign('Plain-7B', 'chatml')],
  });
  await eventually(async () => expect((await read(adding)).guidance.primary_profile_id).toBe('chatml'));
  expect(await read(plain)).not.toHaveProperty('guidance');
  if (recordProjections.length > 0) {
    expect((await adding.get(category)).body).toBe((await primary.get(category)).body);
  }
});
