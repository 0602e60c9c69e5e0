import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { verifyStore } from '../../../src/modules/history/index.ts';
import { startTestApp } from '../../support/app.ts';
import {
  assign,
  contract,
  create,
  guidancePath,
  publishGuidance,
  recipe,
  textModel,
} from '../../support/guidance.ts';
import { keys, users } from '../../support/identity-server.ts';
import { newFolder } from '../../support/new-folder.ts';
import { startRemoteHost } from '../../support/remote-host.ts';
import { modelref } from './terminal.ts';

const path = '/api/model_references/v2/image_generation/baselines';
const licensingPath = '/api/model_references/v2/licensing';

let folder: string;
let environment: Record<string, string>;
beforeEach(() => {
  folder = newFolder();
  environment = { MODELREF_DATABASE_URL: `sqlite:${join(folder, 'registry.db')}` };
});

async function startApp(databaseUrl?: string) {
  const app = await startTestApp({
    settings: { licenseEditorIds: [users.nobody.id], ...(databaseUrl !== undefined && { databaseUrl }) },
  });
  onTestFinished(() => app[Symbol.asyncDispose]());
  return app;
}

const exportOf = async (app: Awaited<ReturnType<typeof startApp>>) =>
  (await app.get(`${path}/export`)).json();

/** Starts a service with another price of a baseline, and a baseline of its own. */
async function startSource() {
  const app = await startApp();
  const { baselines } = await exportOf(app);
  const { flux_1 } = baselines;
  const changes = [
    {
      operation: 'upsert',
      name: 'flux_1',
      record: { ...flux_1, horde_policy: { ...flux_1.horde_policy, kudos: 9 } },
      expected_before: flux_1,
    },
    { operation: 'upsert', name: 'krypton', record: { name: 'krypton' }, expected_before: null },
  ];
  const body = { title: 'Prices', changes };
  const submitted = await app.send('POST', `${path}/change-sets`, { key: keys.requestor, body });
  const { change_id } = submitted.json();
  await app.approve(change_id);
  await app.apply(change_id);
  return app;
}

const importFrom = (place: string, ...more: string[]) =>
  modelref(['import', '--catalogues', place, ...more], environment);

test('the catalogues of a running service are taken over, with their metadata, once', async () => {
  const source = await startSource();
  await publishGuidance(source, { profile_changes: [create(contract('chatml'))] });
  const licensing = { license_expression: 'MIT', commercial_use: 'allowed', redistribution: 'allowed' };
  const node = { asset_kind: 'custom_node', asset_identifier: 'org/node', display_name: 'Node', licensing };
  await source.send('POST', `${licensingPath}/assets`, { key: keys.nobody, body: node });
  await source.seed('clip', { name: 'a', licensing });
  const url = await source.server.listen({ host: '127.0.0.1', port: 0 });
  const exported = await exportOf(source);
  const counts = '3 created, 1 updated, 28 unchanged, 0 only here';

  const dry = await importFrom(`${url}/api`, '--dry-run');
  expect(dry.printed).toEqual([
    `${url}${path}/export: revision 2, 14 baselines`,
    `${url}${guidancePath}/export: revision 2, 1 profiles, 0 assignments`,
    `${url}${licensingPath}/export: revision 2, 16 licenses, 1 assets`,
    'would update "flux_1" of baselines: horde_policy.kudos',
    'would create "krypton" of baselines',
    'would create "chatml" of profiles',
    'would create "custom_node:org/node" of assets',
    `${counts}: nothing was written (--dry-run)`,
  ]);
  expect((await importFrom(`${url}/api/`)).printed.at(-1)).toBe(counts);
  expect((await importFrom(`${url}/api`)).printed.at(-1)).toBe(
    '0 created, 0 updated, 32 unchanged, 0 only here',
  );

  const app = await startApp(environment.MODELREF_DATABASE_URL);
  const taken = await exportOf(app);
  expect(taken.baselines).toEqual(exported.baselines);
  expect(taken.baselines.krypton.metadata.created_by).toBe(users.approver.username);
  expect(taken.metadata.revision).toBe(2);
  const asset = `${licensingPath}/assets/custom_node/org/node`;
  expect((await app.get(asset)).json()).toEqual((await source.get(asset)).json());
  const profile = `${guidancePath}/profiles/chatml`;
  expect((await app.get(profile)).json()).toEqual((await source.get(profile)).json());
  expect(await verifyStore(app.store)).toMatchObject({ problems: [] });
});

test('files with exports are taken over as well; what is only here stays', async () => {
  const source = await startSource();
  const exported = await exportOf(source);
  const { stable_diffusion_xl: _, ...baselines } = exported.baselines;
  const file = join(folder, 'image_baselines.json');
  await writeFile(file, JSON.stringify({ ...exported, baselines }));
  expect((await importFrom(folder)).printed).toEqual([
    `${file}: revision 2, 13 baselines`,
    '1 created, 1 updated, 11 unchanged, 1 only here',
  ]);
});

test('an entry of any name is taken over', async () => {
  const exported = await exportOf(await startApp());
  const entry = { ...exported.baselines.flux_1, name: '__proto__', alternative_names: [] };
  const baselines = Object.fromEntries([...Object.entries(exported.baselines), ['__proto__', entry]]);
  await writeFile(join(folder, 'image_baselines.json'), JSON.stringify({ ...exported, baselines }));
  expect((await importFrom(folder)).printed.at(-1)).toBe('1 created, 0 updated, 13 unchanged, 0 only here');
  const taken = await startApp(environment.MODELREF_DATABASE_URL);
  expect((await taken.get(`${path}/__proto__`)).json()).toMatchObject({ name: '__proto__' });
});

test('guidance is taken over once its models are there', async () => {
  const source = await startApp();
  await source.seed('text_generation', textModel('Plain-7B'));
  await publishGuidance(source, {
    profile_changes: [create(contract('chatml')), create(contract('former')), create(recipe('tools'))],
    assignment_changes: [assign('Plain-7B', 'chatml', ['tools'])],
  });
  await publishGuidance(source, {
    profile_changes: [
      {
        operation: 'deprecate',
        profile_id: 'former',
        profile: null,
        expected_before: (await source.get(`${guidancePath}/profiles/former`)).json(),
      },
    ],
  });
  const exported = (await source.get(`${guidancePath}/export`)).json();
  const file = join(folder, 'text_guidance.json');
  await writeFile(file, JSON.stringify(exported));

  const { code, noted } = await importFrom(folder);
  expect([code, noted.join()]).toEqual([
    1,
    expect.stringMatching(/^Unknown canonical text model: .*Plain-7B.* Nothing was written\.$/),
  ]);
  await using app = await startTestApp({
    settings: { databaseUrl: environment.MODELREF_DATABASE_URL ?? '' },
  });
  await app.seed('text_generation', textModel('Plain-7B'));
  expect((await importFrom(folder)).printed).toEqual([
    `${file}: revision 3, 3 profiles, 1 assignments`,
    '4 created, 0 updated, 0 unchanged, 0 only here',
  ]);
  expect((await importFrom(folder)).printed.at(-1)).toBe('0 created, 0 updated, 4 unchanged, 0 only here');
  await app.service.follower.check();
  const taken = (await app.get(`${guidancePath}/export`)).json();
  expect(taken).toEqual({ ...exported, metadata: { ...exported.metadata, updated_at: expect.any(Number) } });
  expect(await verifyStore(app.store)).toMatchObject({ problems: [] });
});

test('a catalogue that breaks a rule is refused as a whole, with the rule', async () => {
  const source = await startSource();
  const exported = await exportOf(source);
  exported.baselines.krypton.alternative_names = ['flux_1'];
  await writeFile(join(folder, 'image_baselines.json'), JSON.stringify(exported));
  for (const more of [['--dry-run'], []]) {
    const { code, noted } = await importFrom(folder, ...more);
    expect([code, noted.join()]).toEqual([
      1,
      "The alternative name 'flux_1' of baseline 'krypton' is the name of another baseline. Nothing was written.",
    ]);
  }
  const app = await startApp(environment.MODELREF_DATABASE_URL);
  expect((await exportOf(app)).metadata.revision).toBe(1);
});

test.each([
  ['[]', 'expected an export of image baselines'],
  [
    '{"metadata":{"revision":1,"updated_at":null},"baselines":{"x":{"name":"x","native_resolution":0}}}',
    'baselines.x.native_resolution',
  ],
  [
    '{"metadata":{"revision":1,"updated_at":null},"baselines":{"x":{"name":"x","horde_policy":{"karma":1}}}}',
    "'baselines.x.horde_policy.karma' is not a known key",
  ],
  [
    '{"metadata":{"revision":9007199254740991,"updated_at":null},"baselines":{}}',
    'metadata.revision: Too big: expected number to be <=1000000000',
  ],
  [
    '{"metadata":{"revision":1,"updated_at":null},"baselines":{"x":{"name":"x","metadata":{"revision":2147483647}}}}',
    'baselines.x.metadata.revision: Too big: expected number to be <=1000000000',
  ],
  ['{"metadata":', 'JSON'],
])('what is no export is refused: %s', async (text, said) => {
  await writeFile(join(folder, 'image_baselines.json'), text);
  const { code, noted } = await importFrom(folder);
  expect(code).toBe(1);
  expect(noted.join()).toContain('image_baselines.json cannot be imported');
  expect(noted.join()).toContain(said);
});

test('a place without a catalogue, and a service that fails, are told apart', async () => {
  expect((await importFrom(folder)).noted.join()).toContain(
    `No catalogue found in ${folder}: expected one of ${join(folder, 'image_baselines.json')}`,
  );
  await using host = await startRemoteHost((_, answer) => answer.writeHead(500).end());
  const { code, noted } = await importFrom(`http://127.0.0.1:${host.port}`);
  expect(code).toBe(1);
  expect(noted.join()).toContain('cannot be read: the server answered 500');
});

test('models are imported by a call of their own', async () => {
  const { code, noted } = await importFrom(folder, 'test/fixtures/legacy');
  expect([code, noted.join()]).toEqual([
    2,
    expect.stringContaining('--catalogues cannot be combined with another source'),
  ]);
});
