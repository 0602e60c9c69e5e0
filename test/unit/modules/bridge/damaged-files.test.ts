import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { bridgeBranch } from '../../../../src/modules/bridge/bridged-repository.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { generateDbJson } from '../../../../src/modules/transfer/repository-files/db-json.ts';
import type { Store } from '../../../../src/store/store.ts';
import { type Bridge, bridgeInMemory, bridgeSetup } from '../../../support/bridge-setup.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

let store: Store;
const atEnd: (() => unknown)[] = [];
beforeEach(async () => {
  store = await temporaryStore((undo) => atEnd.push(undo));
});
afterEach(async () => {
  for (const undo of atEnd.splice(0).reverse()) await undo();
});

const header = 'name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings';
const row = (name: string, description = '') =>
  `acme/${name},7,,https://example.org/${name},,${description},chat,"b, a",ChatML,`;
const csv = (...rows: string[]) => [header, ...rows, ''].join('\r\n');
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => row(`M-${String(index).padStart(2, '0')}`));
const companions = {
  'defaults.json': '{"baseline": "", "version": "1", "nsfw": false}',
  'generation_params.json': '{"temperature": 1}',
};
function textFiles(text: string): Record<string, string> {
  const made = generateDbJson(text, {
    defaults: companions['defaults.json'],
    generationParams: companions['generation_params.json'],
  });
  return { ...companions, 'models.csv': text, 'db.json': 'text' in made ? made.text : '{}\n' };
}
const clip = (...names: string[]) => {
  const records = names.map((name) => [name, { name, type: 'clip', description: 'One', config: {} }]);
  return `${JSON.stringify(Object.fromEntries(records), null, 4)}\n`;
};
async function live(category = 'text_generation'): Promise<ReadonlyMap<string, string | null>> {
  const rows = await store.read((tx) => modelStore(tx).list(category));
  return new Map(rows.map(({ name, legacy }) => [name, legacy]));
}
/** A write here that is live at once. */
async function describe_(bridge: Bridge, category: string, name: string, description: string) {
  const found = await store.read((tx) => modelStore(tx).get(category, name));
  const record = { ...(JSON.parse(found?.v2 ?? '{}') as JsonObject), description };
  const caller = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };
  await bridge.write({ category, operation: 'update', name, record, format: 'v2', caller });
}

/** The lengths that a text may be cut to within its last 6 %: every one, or every `stride`th one. */
const cutPoints = (text: string, stride = 1, first = Math.floor(text.length * 0.94)) =>
  Array.from({ length: Math.ceil((text.length - first) / stride) }, (_, at) => first + at * stride);

describe('a file that is cut at any point of its end', () => {
  /** With what a cut may go through: settings, a cell of several lines, and two rows of one name. */
  const end = [
    row('X-1').replace(/,$/, ',"{""temperature"": 0.7}"'),
    row('X-2', '"One, ""two""\r\nthree,\r\nfour"'),
    row('X-3'),
    row('X-3', 'the later one'),
    row('X-4').replace(/,$/, ',"{""temperature"": 0.7}"'),
  ];
  const whole = csv(...numbered(20), ...end);
  test.each<[string, string, stride: number]>([
    ['with CRLF', whole, 1],
    ['with LF', whole.replaceAll('\r\n', '\n'), 3],
    ['without a line end at its end', whole.slice(0, -2), 3],
    ['with a row that lacks its last cells at its end', csv(...numbered(20), 'acme/Y,7,,,,,,chat'), 1],
  ])('of text models, %s, removes and changes no model', async (_what, text, stride) => {
    const bridge = bridgeInMemory(store, { kind: 'text' });
    bridge.remote.commit(textFiles(text));
    await bridge.sync();
    const before = await live();
    expect(before.size).toBeGreaterThan(20);
    for (const length of cutPoints(text, stride, text.lastIndexOf('acme/M-'))) {
      bridge.remote.commit({ 'models.csv': text.slice(0, length) });
      const report = await bridge.sync();
      expect({ length, ...report }).toMatchObject({ length, proposed: [], applied: 0, outgoing: [] });
    }
    expect(await live()).toEqual(before);
    bridge.remote.commit(textFiles(text));
    expect(await bridge.sync()).toMatchObject({ held: [], proposed: [] });
  });

  test('and edited elsewhere by the same commit, it removes and changes no other model', async () => {
    const bridge = bridgeInMemory(store, { kind: 'text' });
    bridge.remote.commit(textFiles(whole));
    await bridge.sync();
    const { 'acme/M-00': _edited, ...before } = Object.fromEntries(await live());
    for (const length of cutPoints(whole, 1, whole.lastIndexOf('acme/M-'))) {
      const edited = whole.slice(0, length).replace(row('M-00'), row('M-00', `edited ${length}`));
      bridge.remote.commit({ 'models.csv': edited });
      await bridge.sync();
      const { 'acme/M-00': _, ...now } = Object.fromEntries(await live());
      expect({ length, now }).toEqual({ length, now: before });
    }
  });

  test('is one question, which an accepted commit answers for itself alone', async () => {
    const text = csv(...numbered(60));
    const bridge = bridgeInMemory(store, { kind: 'text' });
    bridge.remote.commit(textFiles(text));
    await bridge.sync();
    const cut = text.slice(0, text.lastIndexOf(row('M-59')));
    bridge.remote.commit({ 'models.csv': cut });
    expect((await bridge.sync()).held).toMatchObject([
      {
        file: 'models.csv',
        names: ['acme/M-59'],
        reasons: [
          'it may be cut: it lacks the last row of the file as it was',
          '1 of 60 known models are gone',
        ],
      },
    ]);
    expect(await bridge.sync({ accepting: true })).toMatchObject({ held: [], applied: 1 });
    bridge.remote.commit({ 'models.csv': cut.slice(0, cut.lastIndexOf('acme/')) });
    expect((await bridge.sync()).held).toMatchObject([{ names: ['acme/M-58'] }]);
    expect(await live()).toHaveLength(59);
  });

  test('met first by an empty registry, it is held', async () => {
    const bridge = bridgeInMemory(store, { kind: 'text' });
    bridge.remote.commit({ 'models.csv': csv(...numbered(9)).slice(0, -40) });
    expect((await bridge.sync()).held).toMatchObject([
      { reasons: ['it may be cut: it ends inside a row, in line 10'] },
    ]);
    expect(await live()).toHaveLength(0);
  });

  test('of JSON removes and changes no model, and is named', async () => {
    const text = clip(...Array.from({ length: 9 }, (_, index) => `C${index}`));
    const bridge = bridgeInMemory(store, { kind: 'image' });
    bridge.remote.commit({ 'clip.json': text });
    await bridge.sync();
    const before = await live('clip');
    for (const length of cutPoints(text.trimEnd())) {
      bridge.remote.commit({ 'clip.json': text.slice(0, length) });
      expect(await bridge.sync(), `${length}`).toMatchObject({
        proposed: [],
        problems: [{ file: 'clip.json', name: null }],
      });
    }
    expect(await live('clip')).toEqual(before);
  });

  test('and is db.json, it removes and changes no model, and is named', async () => {
    const files = textFiles(csv(...numbered(9)));
    const bridge = bridgeInMemory(store, { kind: 'text' });
    bridge.remote.commit(files);
    await bridge.sync();
    const before = await live();
    for (const length of cutPoints(files['db.json'] as string, 7)) {
      bridge.remote.commit({ 'db.json': files['db.json']?.slice(0, length) ?? null });
      expect(await bridge.sync(), `${length}`).toMatchObject({
        proposed: [],
        problems: [{ file: 'db.json' }],
      });
    }
    expect(await live()).toEqual(before);
  });
});

describeWithSharedData('a file of the public repositories that is cut at its end', (folder) => {
  test.each([
    ['text', 'models.csv', 'text_generation', 499],
    ['image', 'stable_diffusion.json', 'image_generation', 1999],
  ] as const)('in the %s repository removes and changes no model', async (kind, file, category, stride) => {
    const text = readFileSync(join(folder, 'legacy', kind, file), 'utf8');
    const bridge = bridgeInMemory(store, { kind });
    bridge.remote.commit({ [file]: text });
    await bridge.sync();
    const before = await live(category);
    expect(before.size).toBeGreaterThan(100);
    for (const length of cutPoints(text.trimEnd(), stride)) {
      bridge.remote.commit({ [file]: text.slice(0, length) });
      expect(await bridge.sync(), `${length}`).toMatchObject({ proposed: [], applied: 0 });
    }
    expect(await live(category)).toEqual(before);
  });
});

describe('a row that lacks its last cells', () => {
  test('is taken in as the generator of db.json takes it, and stops nothing', async () => {
    const bridge = bridgeInMemory(store, { kind: 'text' });
    const nine = 'acme/Nine,7,,https://example.org/nine,,,chat,a,ChatML';
    bridge.remote.commit(textFiles(csv(nine, row('One'))));
    expect(await bridge.sync()).toMatchObject({ applied: 2, problems: [] });
    expect(JSON.parse((await live()).get('acme/Nine') ?? '')).toMatchObject({ instruct_format: 'ChatML' });
    await describe_(bridge, 'text_generation', 'acme/One', 'ours');
    expect(await bridge.sync()).toMatchObject({ sent: { pushed: true } });
    expect(bridge.remote.file('models.csv', bridgeBranch)).toBe(csv(nine, row('One', 'ours')));
    expect(JSON.parse(bridge.remote.file('db.json', bridgeBranch))).toMatchObject({
      'acme/Nine': { instruct_format: 'ChatML', url: 'https://example.org/nine' },
    });
  });

  test.each([
    ['one cell', ['acme/Part']],
    ['two cells', ['acme/Part,7']],
    ['a row that is broken in its name', ['acme/', `${row('M-05').slice('acme/'.length)}`]],
    ['a row that is broken in a cell', row('M-05').replace('example', 'exa\r\nmple').split('\r\n')],
  ])('%s is no model, and hides models that may be there', async (_what, broken) => {
    const bridge = bridgeInMemory(store, { kind: 'text' });
    const rows = numbered(60);
    bridge.remote.commit(textFiles(csv(...rows)));
    await bridge.sync();
    const before = await live();
    bridge.remote.commit({ 'models.csv': csv(...rows.slice(0, 5), ...broken, ...rows.slice(6)) });
    const report = await bridge.sync();
    expect(report).toMatchObject({ proposed: [], held: [], sent: null });
    expect(report.problems).toContainEqual(expect.objectContaining({ file: 'models.csv', line: 7 }));
    expect(await live()).toEqual(before);
  });
});

describe('in a real repository', () => {
  const damaged: Record<string, (text: string, form: 'csv' | 'json') => string | Buffer> = {
    'a conflict marker of git: <<<<<<< HEAD': (text) => conflicted(text, '<<<<<<< HEAD'),
    'a conflict marker of git: ||||||| parent of 5c1f2a0': (text) =>
      conflicted(text, '||||||| parent of 5c1f2a0'),
    'a conflict marker of git: =======': (text) => conflicted(text, '======='),
    'a conflict marker of git: >>>>>>> theirs': (text) => conflicted(text, '>>>>>>> theirs'),
    'is an HTML or XML page': () =>
      '<!DOCTYPE html>\n<html><body>\n<h1>502 Bad Gateway</h1>\n</body></html>\n',
    'is a Git LFS pointer': () =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'1'.repeat(64)}\nsize 93658\n`,
    'has a NUL character': (text) => Buffer.concat([Buffer.from(text.slice(0, -30)), Buffer.alloc(30)]),
    'it seems to be two files in one|is not JSON': (text) => text + text,
    'is not UTF-8': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  };
  const conflicted = (text: string, marker: string) => {
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = text.split(end);
    return [...lines.slice(0, 5), marker, ...lines.slice(5)].join(end);
  };

  test.each([
    ['models.csv', 'text', 'text_generation', csv(...numbered(60))],
    ['clip.json', 'image', 'clip', clip('A', 'B', 'C')],
  ] as const)('what is no %s any more is named, and changes nothing', async (file, kind, category, text) => {
    const bridge = await bridgeSetup(store, (undo) => atEnd.push(undo), { kind });
    bridge.remote.commit({ [file]: text });
    await bridge.sync();
    const before = await live(category);
    await describe_(bridge, category, [...before.keys()][1] as string, 'ours');
    await bridge.sync();
    const branch = bridge.remote.head(bridgeBranch);
    const now = await live(category);
    for (const [reason, made] of Object.entries(damaged)) {
      const content = made(text, kind === 'text' ? 'csv' : 'json');
      bridge.remote.commit({ [file]: typeof content === 'string' ? content : { bytes: content } });
      const report = await bridge.sync();
      expect(report, reason).toMatchObject({ proposed: [], applied: 0, sent: null, held: [] });
      expect(report.problems, reason).toContainEqual({
        file,
        name: null,
        line: reason === 'is not UTF-8' ? null : expect.any(Number),
        reason: expect.stringMatching(reason.replaceAll('|', reason.startsWith('it') ? '|' : '\\|')),
      });
      if (reason.includes('marker')) expect(report.problems[0]?.line, reason).toBe(6);
    }
    expect(await live(category)).toEqual(now);
    // What is asked for there stays so, and goes on being asked for.
    expect(bridge.remote.head(bridgeBranch)).toBe(branch);
    bridge.remote.commit({ [file]: text });
    expect(await bridge.sync()).toMatchObject({ proposed: [], problems: [], outgoing: [{}] });
  });

  test('a merge that was committed with its conflict is named by its first marker', async () => {
    const bridge = await bridgeSetup(store, (undo) => atEnd.push(undo), { kind: 'text' });
    const base = bridge.remote.commit({ 'models.csv': csv(...numbered(9)) });
    await bridge.sync();
    const before = await live();
    const edited = (description: string) =>
      csv(...numbered(4), row('M-04', description), ...numbered(9).slice(5));
    const ours = bridge.remote.commit({ 'models.csv': edited('ours') });
    const theirs = bridge.remote.commit(
      { 'models.csv': edited('theirs') },
      { branch: 'side', parents: [base] },
    );
    let merged = '';
    try {
      bridge.remote.git('merge-tree', '--write-tree', ours, theirs);
    } catch (error) {
      const tree = String((error as { stdout: Buffer }).stdout).split('\n')[0];
      merged = bridge.remote.raw(['cat-file', 'blob', `${tree}:models.csv`]).toString();
    }
    expect(merged).toContain('<<<<<<<');
    bridge.remote.commit({ 'models.csv': merged }, { parents: [ours, theirs] });
    // The commit before is well, and taken in; that of the merge is not.
    const report = await bridge.sync();
    expect(report.problems).toContainEqual({
      file: 'models.csv',
      name: null,
      line: 6,
      reason: expect.stringContaining(`<<<<<<< ${ours}`),
    });
    expect(new Set((await live()).keys())).toEqual(new Set(before.keys()));
    expect((await live()).get('acme/M-04')).not.toContain('theirs');
  });

  test.each(['db.json', 'defaults.json', 'generation_params.json'])(
    'a conflict marker in %s is named',
    async (file) => {
      const bridge = await bridgeSetup(store, (undo) => atEnd.push(undo), { kind: 'text' });
      const files = textFiles(csv(...numbered(3)));
      bridge.remote.commit(files);
      await bridge.sync();
      bridge.remote.commit({ [file]: `<<<<<<< HEAD\n${files[file]}` });
      const report = await bridge.sync();
      expect(report.proposed).toEqual([]);
      expect(report.problems).toContainEqual({
        file,
        name: null,
        line: 1,
        reason: 'has a conflict marker of git: <<<<<<< HEAD',
      });
    },
  );
});
