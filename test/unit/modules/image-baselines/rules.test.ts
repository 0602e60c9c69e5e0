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
  /** Change sets by the answer: its status and its detail. */
  const refused: Record<number, Record<string, () => Promise<object[]> | object[]>> = {
    422: {
      "The upsert of baseline 'new_one' must have a record.": () => [upsert('new_one', null)],
      "The upsert of baseline 'new_one' must have a record with this name; found 'other'.": () => [
        upsert('new_one', { name: 'other' }),
      ],
      "Baseline 'stable_diffusion_1' cannot be deleted: 1 live image model names it: 'Stable'.": async () => [
        remove('stable_diffusion_1', await live('stable_diffusion_1')),
      ],
      "The alternative name 'flux_1' of baseline 'new_one' is the name of another baseline.": () => [
        upsert('new_one', { ...fresh, alternative_names: ['flux_1'] }),
      ],
      "The alternative name 'SDXL' of baseline 'stable_diffusion_xl' is an alternative name of baseline 'new_one'.":
        () => [upsert('new_one', { ...fresh, alternative_names: ['SDXL'] })],
      "The alternative name 'SDXL' of baseline 'stable_diffusion_xl' is the name of another baseline.":
        () => [upsert('SDXL', { name: 'SDXL' })],
      'The change set changes nothing: its changes undo one another.': () => [
        upsert('new_one', fresh),
        remove('new_one', null),
      ],
      "Baseline 'nothing' cannot be deleted: it does not exist.": () => [
        upsert('new_one', fresh),
        remove('nothing', null),
      ],
    },
    409: {
      "Baseline 'flux_1' changed after review: it already exists. Read it again.": async () => [
        upsert('flux_1', await live('flux_1')),
      ],
      "Baseline 'flux_1' changed after review: expected revision 1; found 1. Read it again.": async () => [
        upsert('flux_1', await live('flux_1'), { ...(await live('flux_1')), display_name: 'Other' }),
      ],
      "Baseline 'new_one' changed after review: it no longer exists. Read it again.": async () => [
        upsert('new_one', fresh, { ...(await live('flux_1')), name: 'new_one' }),
      ],
    },
  };
  const cases = Object.entries(refused).flatMap(([status, sets]) =>
    Object.entries(sets).map(([detail, changes]) => ({ status: Number(status), detail, changes })),
  );

  test.each(cases)('$detail', async ({ status, detail, changes }) => {
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
  test.each<[said: string, body: unknown]>([
    ['more: extra_forbidden', { ...good, more: 1 }],
    ['changes.0.more: extra_forbidden', { ...good, changes: [{ ...good.changes[0], more: 1 }] }],
    ['changes.0.record.more: extra_forbidden', withRecord({ more: 1 })],
    ['changes.0.record.capabilities.flying: extra_forbidden', withRecord({ capabilities: { flying: true } })],
    ['changes.0.record.metadata.by: extra_forbidden', withRecord({ metadata: { by: 'x' } })],
    ['title: missing', { changes: good.changes }],
    ['title: string_too_long', { ...good, title: 'x'.repeat(161) }],
    ['title: string_too_short', { ...good, title: '' }],
    ['changes: too_short', { ...good, changes: [] }],
    ['changes: too_long', { ...good, changes: Array.from({ length: 10_001 }, () => ({})) }],
    ['changes.0.operation: enum', { ...good, changes: [{ operation: 'patch', name: 'x' }] }],
    ['changes.0.record.native_resolution: greater_than_equal', withRecord({ native_resolution: 0 })],
    ['changes.0.record.horde_policy.kudos: float_parsing', withRecord({ horde_policy: { kudos: 'much' } })],
    ['changes.0.record.horde_policy.ttl: greater_than_equal', withRecord({ horde_policy: { ttl: 0 } })],
  ])('%s', async (said, body) => {
    const answer = await send(body);
    const [problem, ...others] = answer.json().detail;
    expect([answer.statusCode, others]).toEqual([422, []]);
    expect(`${problem.loc.join('.')}: ${problem.type}`).toBe(`body.${said}`);
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

test('a dry run warns of new names that are easily confused', async () => {
  const changes = ['flux_\u200b1', ' q'].map((name) => upsert(name, { name }, null));
  const body = { title: 'New', changes };
  const answer = await app.send('POST', `${path}/change-sets?dry_run=true`, { key: keys.requestor, body });
  const warnings = answer
    .json()
    .findings.filter(({ severity }: { severity: string }) => severity === 'warning');
  expect(warnings.map(({ message }: { message: string }) => message)).toEqual([
    "The new name ' q' begins or ends with a blank.",
    "The new name 'flux_\u200b1' looks like 'flux_1'.",
    "The new name 'flux_\u200b1' has invisible characters: U+200B.",
  ]);
});
