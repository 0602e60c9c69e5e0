import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { modelStore } from '../../../src/modules/catalog/index.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { GitRemote } from '../../support/bridge-setup.ts';
import { keepsBaselines } from '../../support/categories.ts';
import { keys } from '../../support/identity-server.ts';
import { makeDefaultDatabase } from '../../support/make-database.ts';
import { modelref } from './terminal.ts';

const cosmos = {
  name: 'cosmos_9',
  title: 'Cosmos 9',
  category: 'image_generation',
  family: 'flux_1',
  spellings: ['cosmos 9'],
  civitai_names: ['Cosmos 9 Base'],
};
const image = (name: string, baseline: string) => ({ name, baseline, nsfw: false });

let app: TestApp;
let database: Awaited<ReturnType<typeof makeDefaultDatabase>>;
let folder: string;
let run: (words: string[], key?: string, more?: Record<string, string>) => ReturnType<typeof modelref>;
beforeAll(async () => {
  database = await makeDefaultDatabase();
  app = await startTestApp({ settings: { ...keepsBaselines, port: 0, databaseUrl: database.url } });
  const server = await app.service.listen();
  folder = await mkdtemp(join(tmpdir(), 'modelref-cli-'));
  run = (words, key = '', more = {}) =>
    modelref(words, { MODELREF_SERVER: server, MODELREF_KEY: key, ...more });
  await app.seed('baseline', cosmos);
  await app.seed('image_generation', image('Nebula', 'cosmos_9'), image('Pulsar', 'cosmos_9'));
  await app.seed('lora', { name: 'Ring', baseline: 'cosmos_9' });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await database.remove();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  MODELREF_DATABASE_URL: database.url,
  MODELREF_REPLICATE_MODE: 'PRIMARY',
  MODELREF_EXTRA_CATEGORIES: 'baseline',
});

/** Writes a record to a file, and gives its path. */
async function fileOf(record: object): Promise<string> {
  const path = join(folder, `${Math.random()}.json`);
  await writeFile(path, JSON.stringify(record));
  return path;
}

test('records of baselines take the way of models', async () => {
  const [category, name, edit] = ['baseline', 'cosmos_10', { title: 'Cosmos Ten' }];
  const record = { ...cosmos, name, spellings: [] };
  const idOf = ({ code, printed, noted }: Awaited<ReturnType<typeof run>>): string => {
    expect([code, noted]).toEqual([0, []]);
    return /^Change (\d+):/.exec(printed.at(-1) ?? '')![1]!;
  };
  const apply = async (id: string) => {
    expect((await run(['diff', id], keys.approver)).printed[0]).toContain(`${category} ${name}`);
    expect((await run(['approve', id, '--title', 'x', '--yes'], keys.approver)).code).toBe(0);
    expect((await run(['apply', id], keys.approver)).code).toBe(0);
  };
  const dry = await run(['propose', category, await fileOf(record), '--dry-run'], keys.requestor);
  expect([dry.code, dry.printed[1]]).toEqual([0, `+ name: ${name}`]);
  await apply(idOf(await run(['propose', category, await fileOf(record)], keys.requestor)));

  const EDITOR = join(folder, `edit-${category}.sh`);
  const edited = await fileOf({ ...record, ...edit });
  await writeFile(EDITOR, `#!/bin/sh\ncp '${edited}' "$1"\n`);
  await chmod(EDITOR, 0o755);
  await apply(idOf(await run(['edit', name, '--yes'], keys.requestor, { EDITOR })));

  const { code, printed } = await run(['get', name]);
  expect([code, JSON.parse(printed.join('\n'))]).toMatchObject([0, { record_type: category, ...edit }]);
  expect((await run(['list', category])).printed.at(-1)).toContain(name);
  expect((await run(['search', name, '--category', category])).printed.at(-1)).toContain(name);

  await apply(idOf(await run(['propose', category, '--delete', name], keys.requestor)));
  expect((await run(['get', name])).code).toBe(3);
});

test('what is for models alone refuses them with a reason', async () => {
  const { code, noted } = await run(['pull', join(folder, 'models'), '--category', 'baseline']);
  expect([code, noted.join('\n')]).toEqual([1, expect.stringContaining("'baseline' are no models")]);
});

test('a legacy export says which categories it leaves out, and a v2 export has them', async () => {
  const export_ = (format: string) =>
    modelref(['export', join(folder, format), '--format', format], environment());
  const legacy = await export_('legacy');
  expect([legacy.code, legacy.noted.at(-1)]).toEqual([
    0,
    'Left out, because they have no legacy form: video_generation, audio_generation, lora, ti, baseline.',
  ]);
  const v2 = await export_('v2');
  expect([v2.code, v2.noted]).toEqual([0, []]);
  expect(v2.printed).toContainEqual(expect.stringMatching(/baseline\.json: \d+ records$/));

  const row = { category: 'controlnet_annotator', name: 'hed', v2: '{}', v2_hash: 'x' };
  await app.store.write((writer) => modelStore(writer).put({ ...row, legacy: null, legacy_hash: null }, 1));
  expect((await export_('v2')).noted).toEqual([
    'Left out, because EXTRA_CATEGORIES does not name them: controlnet_annotator (1 records).',
  ]);
});

test('an export and the bridge know the baselines that are stored', async () => {
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  const legacy = (directory: string) => modelref(['export', directory, '--format', 'legacy'], environment());
  const images = async (directory: string) => readFile(join(directory, 'stable_diffusion.json'), 'utf8');
  await legacy(before);
  expect(await modelref(['import', before], environment())).toMatchObject({ code: 0 });
  const id = await app.propose('PUT', '/image_generation/model/Nebula', {
    ...image('Nebula', 'cosmos_9'),
    description: 'A cloud.',
  });
  await app.approve(id);
  await app.apply(id);
  await legacy(after);
  expect(JSON.parse(await images(after))).toMatchObject({ Nebula: { description: 'A cloud.' } });

  const remote = new GitRemote();
  onTestFinished(() => remote.remove());
  remote.commit({ 'stable_diffusion.json': (await images(after)).replace('A cloud.', 'A bright cloud.') });
  const bridge = JSON.stringify([{ kind: 'image', url: `file://${remote.path}`, policy: 'review' }]);
  const synced = await modelref(['bridge', 'sync', '--dry-run'], {
    ...environment(),
    MODELREF_BRIDGE_DIRECTORY: join(folder, 'bridge'),
    MODELREF_BRIDGE: bridge,
  });
  expect([synced.code, synced.noted]).toEqual([0, []]);
  expect(synced.printed).toContainEqual(expect.stringContaining('update image_generation/Nebula'));
});
