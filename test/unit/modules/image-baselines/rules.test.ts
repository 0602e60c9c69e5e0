import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys } from '../../../support/identity-server.ts';

const path = '/api/model_references/v2/image_generation/baselines';
const v2 = '/api/model_references/v2';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('image_generation', { name: 'Stable', baseline: 'stable_diffusion_1', nsfw: false });
});
afterAll(() => app[Symbol.asyncDispose]());

const send = (body: unknown, key: string | undefined = keys.requestor) =>
  app.send('POST', `${path}/change-sets`, { ...(key !== undefined && { key }), body });
const submit = (...changes: object[]) => send({ title: 'A change', changes });
const live = async (name: string) => (await app.get(`${path}/${name}`)).json();
const upsert = (name: string, record: object | null, expected_before: object | null = null) => ({
  operation: 'upsert',
  name,
  record,
  expected_before,
});
const remove = (name: string, expected_before: object | null) => ({
  operation: 'delete',
  name,
  expected_before,
});
const queued = async () =>
  (await app.get(`${v2}/pending_queue/changes?resource_kinds=image_baseline`, { key: keys.approver })).json()
    .total;

describe('a change set that breaks a rule is refused, with the value and the rule', () => {
  const fresh = { name: 'new_one' };
  test.each<[string, () => Promise<object[]> | object[], number, string]>([
    [
      'an upsert without a record',
      () => [upsert('new_one', null)],
      422,
      "The upsert of baseline 'new_one' needs a record.",
    ],
    [
      'a record of another name',
      () => [upsert('new_one', { name: 'other' })],
      422,
      "The upsert of baseline 'new_one' has the record of 'other'.",
    ],
    [
      'the deletion of what is not there',
      () => [remove('nothing', null)],
      422,
      "Baseline 'nothing' cannot be deleted: it does not exist.",
    ],
    [
      'the deletion of a baseline that a live model names',
      async () => [remove('stable_diffusion_1', await live('stable_diffusion_1'))],
      422,
      "Baseline 'stable_diffusion_1' cannot be deleted: 1 live image model names it: 'Stable'.",
    ],
    [
      "another's name as an alternative name",
      () => [upsert('new_one', { ...fresh, alternative_names: ['flux_1'] })],
      422,
      "The alternative name 'flux_1' of baseline 'new_one' is the name of another baseline.",
    ],
    [
      "another's alternative name",
      () => [upsert('new_one', { ...fresh, alternative_names: ['SDXL'] })],
      422,
      "The alternative name 'SDXL' of baseline 'stable_diffusion_xl' is an alternative name of baseline 'new_one'.",
    ],
    [
      'a name that is an alternative name of another',
      () => [upsert('SDXL', { name: 'SDXL' })],
      422,
      "The alternative name 'SDXL' of baseline 'stable_diffusion_xl' is the name of another baseline.",
    ],
    [
      'changes that undo one another',
      () => [upsert('new_one', fresh), remove('new_one', null)],
      422,
      'The change set changes nothing: its changes undo one another.',
    ],
    [
      'an entry that is expected not to be there',
      async () => [upsert('flux_1', await live('flux_1'))],
      409,
      "Baseline 'flux_1' changed after review: it exists already. Read it again.",
    ],
    [
      'an entry that is expected to be another',
      async () => [
        upsert('flux_1', await live('flux_1'), { ...(await live('flux_1')), display_name: 'Other' }),
      ],
      409,
      "Baseline 'flux_1' changed after review: it is at revision 1 now, and the change expects 1. Read it again.",
    ],
    [
      'an entry that is expected and not there',
      async () => [upsert('new_one', fresh, { ...(await live('flux_1')), name: 'new_one' })],
      409,
      "Baseline 'new_one' changed after review: there is none now. Read it again.",
    ],
    [
      'a good change before a bad one',
      () => [upsert('new_one', fresh), remove('nothing', null)],
      422,
      "Baseline 'nothing' cannot be deleted: it does not exist.",
    ],
  ])('%s', async (_what, changes, status, detail) => {
    const before = await queued();
    const { statusCode, body } = await submit(...(await changes()));
    expect([statusCode, JSON.parse(body)]).toEqual([status, { detail }]);
    expect(await queued()).toBe(before);
  });
});

describe('a body of another shape is refused with the path of what is wrong', () => {
  const good = { title: 'A change', changes: [upsert('new_one', { name: 'new_one' })] };
  const withRecord = (record: object) => ({
    ...good,
    changes: [upsert('new_one', { name: 'new_one', ...record })],
  });
  test.each<[string, unknown, (string | number)[], string]>([
    ['an unknown key', { ...good, more: 1 }, ['body', 'more'], 'extra_forbidden'],
    [
      'an unknown key of a change',
      { ...good, changes: [{ ...good.changes[0], more: 1 }] },
      ['body', 'changes', 0, 'more'],
      'extra_forbidden',
    ],
    [
      'an unknown key of a record',
      withRecord({ more: 1 }),
      ['body', 'changes', 0, 'record', 'more'],
      'extra_forbidden',
    ],
    [
      'an unknown capability',
      withRecord({ capabilities: { flying: true } }),
      ['body', 'changes', 0, 'record', 'capabilities', 'flying'],
      'extra_forbidden',
    ],
    [
      'an unknown key of the metadata',
      withRecord({ metadata: { by: 'x' } }),
      ['body', 'changes', 0, 'record', 'metadata', 'by'],
      'extra_forbidden',
    ],
    ['no title', { changes: good.changes }, ['body', 'title'], 'missing'],
    ['a long title', { ...good, title: 'x'.repeat(161) }, ['body', 'title'], 'string_too_long'],
    ['an empty title', { ...good, title: '' }, ['body', 'title'], 'string_too_short'],
    ['no change', { ...good, changes: [] }, ['body', 'changes'], 'too_short'],
    [
      'too many changes',
      { ...good, changes: Array.from({ length: 10_001 }, () => ({})) },
      ['body', 'changes'],
      'too_long',
    ],
    [
      'another operation',
      { ...good, changes: [{ operation: 'patch', name: 'x' }] },
      ['body', 'changes', 0, 'operation'],
      'enum',
    ],
    [
      'a resolution of 0',
      withRecord({ native_resolution: 0 }),
      ['body', 'changes', 0, 'record', 'native_resolution'],
      'greater_than_equal',
    ],
    [
      'a price that is no number',
      withRecord({ horde_policy: { kudos: 'much' } }),
      ['body', 'changes', 0, 'record', 'horde_policy', 'kudos'],
      'float_parsing',
    ],
    [
      'a lease of 0',
      withRecord({ horde_policy: { ttl: 0 } }),
      ['body', 'changes', 0, 'record', 'horde_policy', 'ttl'],
      'greater_than_equal',
    ],
  ])('%s', async (_what, body, loc, type) => {
    const answer = await send(body);
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc, type }]]);
  });

  test('a body that is too large, or nested deeply, is answered and changes nothing', async () => {
    const large = await send({ ...good, title: 'x'.repeat(10 * 1024 * 1024) });
    expect(large.statusCode).toBe(413);
    const deep = `{"title":"t","changes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const nested = await app.server.inject({
      method: 'POST',
      url: `${path}/change-sets`,
      headers: { apikey: keys.requestor, 'content-type': 'application/json' },
      payload: deep,
    });
    expect(nested.statusCode).toBe(422);
  });
});

test('a dry run says what would change, and queues nothing', async () => {
  const before = await live('flux_1');
  const record = { ...before, horde_policy: { ...before.horde_policy, kudos: 12 } };
  const answer = await app.send('POST', `${path}/change-sets?dry_run=true`, {
    key: keys.requestor,
    body: { title: 'Dearer', changes: [upsert('flux_1', record, before)] },
  });
  expect(answer.json()).toMatchObject({
    dry_run: true,
    diff: {
      field_diffs: [{ field_path: 'baselines.flux_1.horde_policy.kudos', old_value: 8, new_value: 12 }],
      is_critical: true,
    },
    findings: [
      { rule: 'change_set_note', message: expect.stringContaining('horde_policy.kudos of baseline') },
    ],
  });
  expect(await queued()).toBe(0);
});
