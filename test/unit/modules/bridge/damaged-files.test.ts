import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bridgeBranch, categoriesOf } from '../../../../src/modules/bridge/bridged-repository.ts';
import type { RepositoryFile } from '../../../../src/modules/bridge/compare-records.ts';
import { fileStateAfterImport } from '../../../../src/modules/bridge/file-states.ts';
import { detectHeldFile } from '../../../../src/modules/bridge/held-files.ts';
import { syncRepository } from '../../../../src/modules/bridge/sync.ts';
import {
  findPossiblyPresent,
  readRecordFile,
} from '../../../../src/modules/transfer/repository-files/record-file.ts';
import { bridgeFixture, clip, csv, csvHeader, textFiles } from '../../../support/bridge-fixture.ts';
import { baselines, categories } from '../../../support/categories.ts';
import type { CommitInput } from '../../../support/repository-in-memory.ts';
import { describeWithSharedData } from '../../../support/shared-data.ts';

const given = bridgeFixture();
const { live, edit, inMemory, met } = given;

const row = (name: string, description = '') =>
  `acme/${name},7,,https://example.org/${name},,${description},chat,"b, a",ChatML,`;
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => row(`M-${String(index).padStart(2, '0')}`));

const definitions = [...categoriesOf('text', categories), ...categoriesOf('image', categories)];
function fileOf(fileName: string, text: string): RepositoryFile {
  const definition = definitions.find(({ legacy }) => legacy.fileName === fileName);
  if (!definition) throw new Error(`no category has ${fileName}`);
  return { definition, text, file: readRecordFile(definition, text, baselines) };
}

/**
 * Returns the models that a file changes or removes where the registry has taken in `was`: none when the
 * bridge asks first, or cannot read the file.
 */
function changedModels(was: RepositoryFile, text: string): string[] {
  const now = fileOf(was.definition.legacy.fileName, text);
  if (!now.file.isReadable || detectHeldFile(now, fileStateAfterImport(was)) !== null) return [];
  const { records, unreadableNames } = now.file;
  const absent = [...was.file.records.keys()].filter(
    (name) => !records.has(name) && !unreadableNames.has(name),
  );
  const hidden = findPossiblyPresent(now.file, absent);
  const changed = [...records].filter(
    ([name, record]) => JSON.stringify(record) !== JSON.stringify(was.file.records.get(name)),
  );
  return [...absent.filter((name) => !hidden.has(name)), ...changed.map(([name]) => name)];
}

/** The lengths that a text may be cut to from `first` on: every one, or every `stride`th one. */
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
  const whole = csv(...numbered(8), ...end);

  test.each<[string, string, stride: number]>([
    ['with CRLF', whole, 1],
    ['with LF', whole.replaceAll('\r\n', '\n'), 7],
    ['without a line end at its end', whole.slice(0, -2), 7],
    ['with a row that lacks its last cells at its end', csv(...numbered(8), 'acme/Y,7,,,,,,chat'), 3],
  ])('of text models, %s, removes and changes no model', (_what, text, stride) => {
    const was = fileOf('models.csv', text);
    for (const length of cutPoints(text, stride, text.lastIndexOf('acme/M-'))) {
      const cut = text.slice(0, length);
      expect(changedModels(was, cut), `${length}`).toEqual([]);
      const edited = cut.replace(row('M-00'), row('M-00', 'edited'));
      expect(
        changedModels(was, edited).filter((name) => name !== 'acme/M-00'),
        `${length}, edited elsewhere`,
      ).toEqual([]);
    }
  });

  test('met first by an empty registry, it is held', async () => {
    const bridge = inMemory();
    bridge.remote.commit({ 'models.csv': csv(...numbered(9)).slice(0, -40) });
    expect((await bridge.sync()).held).toMatchObject([
      { reasons: ['it may be truncated: it ends inside a row, in line 10'] },
    ]);
    expect(await live()).toEqual({});
  });
});

describeWithSharedData('a file of the public repositories that is cut at its end', (folder) => {
  test.each([
    ['text', 'models.csv', 999],
    ['image', 'stable_diffusion.json', 9999],
  ] as const)('in the %s repository removes and changes no model', (kind, file, stride) => {
    const text = readFileSync(join(folder, 'legacy', kind, file), 'utf8');
    const was = fileOf(file, text);
    expect(was.file.records.size).toBeGreaterThan(100);
    for (const length of cutPoints(text.trimEnd(), stride))
      expect(changedModels(was, text.slice(0, length)), `${length}`).toEqual([]);
  });
});

describe('a row that lacks its last cells', () => {
  test('is taken in as the generator of db.json takes it, and stops nothing', async () => {
    const bridge = inMemory();
    const nine = 'acme/Nine,7,,https://example.org/nine,,,chat,a,ChatML';
    bridge.remote.commit(textFiles(csv(nine, row('One'))));
    expect(await bridge.sync()).toMatchObject({ applied: 2, problems: [] });
    expect((await live())['acme/Nine']).toMatchObject({ instruct_format: 'ChatML' });
    await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
    expect(await bridge.sync()).toMatchObject({ sent: { pushed: true } });
    expect(bridge.remote.file('models.csv', bridgeBranch)).toBe(csv(nine, row('One', 'ours')));
    expect(JSON.parse(bridge.remote.file('db.json', bridgeBranch))).toMatchObject({
      'acme/Nine': { instruct_format: 'ChatML', url: 'https://example.org/nine' },
    });
  });
});

describe('what has the name of a file and is none', () => {
  const withLine = (text: string, ...lines: string[]) => {
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const all = text.split(end);
    return [...all.slice(0, 5), ...lines, ...all.slice(5)].join(end);
  };
  /** Contents made of a good text, by the beginning of the reason that is reported. */
  const damaged = (text: string): [reason: string, content: CommitInput, line?: number][] => [
    ['has a conflict marker of git: <<<<<<< HEAD', withLine(text, '<<<<<<< HEAD', '=======', '>>>>>>> b'), 6],
    [
      'has a conflict marker of git: ||||||| parent of 5c1f2a0',
      withLine(text, '||||||| parent of 5c1f2a0'),
      6,
    ],
    ['has a conflict marker of git: =======', withLine(text, '======='), 6],
    ['has a conflict marker of git: >>>>>>> theirs', withLine(text, '>>>>>>> theirs'), 6],
    ['is an HTML or XML page', '<!DOCTYPE html>\n<html><body>\n<h1>502 Bad Gateway</h1>\n</body></html>\n'],
    [
      'is a Git LFS pointer',
      `version https://git-lfs.github.com/spec/v1\noid sha256:${'1'.repeat(64)}\nsize 93658\n`,
    ],
    ['has a NUL character', text.slice(0, -30) + '\0'.repeat(30)],
    ['has a NUL character', { bytes: Buffer.from(text, 'utf16le') }],
    ['is not UTF-8', { bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }],
    ['is not UTF-8', { bytes: Buffer.from(`${text}Ä`, 'latin1') }],
    ['is not a file but a folder, a link or a submodule', { link: 'README.md' }],
    ['is larger than 4 MiB', { bytes: Buffer.from(text.padEnd(2 ** 22 + 1)) }],
    ['is not in the repository', null],
  ];
  const kinds: [
    file: string,
    kind: 'image' | 'text',
    category: string,
    good: string,
    more: [string, string][],
  ][] = [
    [
      'models.csv',
      'text',
      'text_generation',
      csv(...numbered(12)),
      [
        ['it seems to be two files in one', csv(...numbered(12)).repeat(2)],
        ['1e999', csv(...numbered(12)).replaceAll(',7,', ',1e999,')],
        ['has no column name', ''],
        ['has no column name', 'nothing\r\nof,this\r\n'],
      ],
    ],
    [
      'clip.json',
      'image',
      'clip',
      clip('A', 'B', 'C'),
      [
        ['is not JSON', clip('A', 'B', 'C').repeat(2)],
        ['nested', `{"A": ${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`],
        ...cutPoints(clip('A', 'B', 'C').trimEnd(), 50, 0).map((length): [string, string] => [
          'is not JSON',
          clip('A', 'B', 'C').slice(0, length),
        ]),
        ...['[]', 'null', '{"A": null}', '{"A": 1, "B": 2, "C": 3}'].map((text): [string, string] => [
          'is not a JSON object',
          text,
        ]),
      ],
    ],
  ];

  test.each(kinds)('no %s: it is named, and changes nothing', async (file, kind, category, good, more) => {
    const bridge = await met({ [file]: good }, { kind });
    await edit(bridge, category, Object.keys(await live(category))[1] as string, { description: 'ours' });
    await bridge.sync();
    const branch = bridge.remote.head(bridgeBranch);
    const now = await live(category);
    for (const [reason, content, line] of [...damaged(good), ...more]) {
      const what = `${reason}: ${typeof content === 'string' ? content.slice(0, 40) : JSON.stringify(content)?.slice(0, 40)}`;
      bridge.remote.commit({ [file]: content });
      const report = await bridge.sync();
      expect(report, what).toMatchObject({ proposed: [], applied: 0, sent: null });
      expect(report.problems, what).toContainEqual(
        expect.objectContaining({ file, reason: expect.stringContaining(reason), ...(line && { line }) }),
      );
    }
    expect(await live(category)).toEqual(now);
    // What is asked for there stays so, and goes on being asked for.
    expect(bridge.remote.head(bridgeBranch)).toBe(branch);
    bridge.remote.commit({ [file]: good });
    expect(await bridge.sync()).toMatchObject({ proposed: [], problems: [], outgoing: [{}] });
  });

  test('beside models.csv, it is named, too', async () => {
    const bridge = inMemory();
    const files = textFiles(csv(...numbered(3)));
    bridge.remote.commit(files);
    await bridge.sync();
    const before = await live();
    const marker = 'has a conflict marker of git: <<<<<<< HEAD';
    const contents: [file: string, content: CommitInput, reason: string][] = [
      ...['db.json', 'defaults.json', 'generation_params.json'].flatMap((file): typeof contents => [
        [file, `<<<<<<< HEAD\n${files[file]}`, marker],
        [file, { link: 'README.md' }, 'is not a file but'],
      ]),
      ['db.json', files['db.json']?.slice(0, -7) ?? null, 'differs from what its generator makes'],
    ];
    for (const [file, content, reason] of contents) {
      bridge.remote.commit({ ...files, [file]: content });
      const { proposed, problems } = await bridge.sync();
      expect(proposed).toEqual([]);
      expect(problems).toContainEqual(
        expect.objectContaining({ file, name: null, reason: expect.stringContaining(reason) }),
      );
    }
    expect(await live()).toEqual(before);
  });

  test('the other files of its commit are read as they are', async () => {
    const bridge = await met(
      { 'blip.json': clip('B').replace('clip', 'blip'), 'clip.json': clip('C', 'kept') },
      { kind: 'image' },
    );
    bridge.remote.commit({ 'blip.json': { link: 'clip.json' }, 'clip.json': clip('C2', 'kept') });
    expect(await bridge.sync()).toMatchObject({
      proposed: [
        { name: 'C', operation: 'delete' },
        { name: 'C2', operation: 'create' },
      ],
      problems: [{ file: 'blip.json', name: null }],
      outgoing: [],
    });
    expect([Object.keys(await live('blip')), Object.keys(await live('clip'))]).toEqual([
      ['B'],
      ['C2', 'kept'],
    ]);
  });
});

describe('a file that is not there', () => {
  test.each<[string, Record<string, string | null>, string]>([
    ['gone', { 'clip.json': null }, 'is not in the repository: its 1 models are kept'],
    ['called otherwise', { 'clip.json': null, 'Clip.JSON': clip('A') }, 'Clip.JSON exists, but is not read'],
  ])('%s is reported, and changes nothing', async (_what, files, reason) => {
    const bridge = await met({ 'clip.json': clip('A') }, { kind: 'image' });
    bridge.remote.commit(files);
    for (let times = 0; times < 2; times += 1) {
      expect(await bridge.sync()).toMatchObject({
        ...{ proposed: [], outgoing: [] },
        problems: [{ file: 'clip.json', reason: expect.stringContaining(reason) }],
      });
    }
    expect(Object.keys(await live('clip'))).toEqual(['A']);
    // Whoever meets the repository like this is told, too.
    const stranger = { ...bridge.repository, name: 'stranger' };
    expect(await syncRepository(bridge.options, stranger, { dryRun: true })).toMatchObject({
      problems: [{ file: 'clip.json' }],
    });
  });

  test('among those from which db.json is made: reported, and db.json is not left behind', async () => {
    const bridge = await met(textFiles(csv(row('One'))));
    await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
    bridge.remote.commit({ 'generation_params.json': null });
    const gone = {
      file: 'models.csv',
      reason: expect.stringMatching(/^generation_params.json is not .* nothing is pushed/),
    };
    expect(await bridge.sync()).toMatchObject({ problems: [gone], sent: null, outgoing: [{}] });
  });
});

test('while the generator of db.json stops at a row, nothing is sent that its check would refuse', async () => {
  const short = 'acme/Short,7';
  const bridge = inMemory();
  const { remote } = bridge;
  remote.commit(textFiles(csv(row('One'), row('Two'))));
  await bridge.sync();
  remote.commit({ 'models.csv': csv(row('One'), row('Two'), short) });
  await bridge.sync();
  await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
  const report = await bridge.sync();
  expect(report).toMatchObject({ sent: null, outgoing: [{ name: 'acme/One' }] });
  expect(report.problems.map(({ line, reason }) => [line, reason])).toContainEqual([
    4,
    expect.stringContaining('nothing is pushed'),
  ]);
  expect(remote.head(bridgeBranch)).toBeNull();
  remote.commit(textFiles(csv(row('One'), row('Two'), `${short}${','.repeat(8)}`)));
  expect(await bridge.sync()).toMatchObject({ sent: { pushed: true }, problems: [] });
  expect(remote.file('db.json', bridgeBranch)).not.toBe(remote.file('db.json'));
});

test('what a file cannot hold is named, and does not wait to be merged for ever', async () => {
  const bridge = await met(textFiles(csv(row('One'), row('Two'))));
  bridge.remote.commit({
    'models.csv': 'name,parameters_bn,style\r\nacme/One,7,chat\r\nacme/Two,7,chat\r\n',
  });
  await bridge.sync({ accepting: true });
  await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
  const problem = { file: 'models.csv', name: 'acme/One', reason: expect.stringContaining('description') };
  expect(await bridge.sync()).toMatchObject({
    outgoing: [],
    sent: null,
    problems: expect.arrayContaining([expect.objectContaining(problem)]),
  });
});

describe('a file in another form', () => {
  const text = [csvHeader, row('One'), row('Two'), ''];
  test.each([
    ['with a BOM', `\ufeff${text.join('\r\n')}`],
    ['with LF', text.join('\n')],
    ['without a line end at its end', text.join('\r\n').trimEnd()],
  ])('of text models, %s, is read, and written as it is', async (_what, form) => {
    const bridge = inMemory();
    bridge.remote.commit({ 'models.csv': form });
    expect(await bridge.sync()).toMatchObject({ applied: 2, problems: [], outgoing: [] });
    await edit(bridge, 'text_generation', 'acme/Two', { description: 'ours' });
    await bridge.sync();
    expect(bridge.remote.file('models.csv', bridgeBranch)).toBe(form.replace(row('Two'), row('Two', 'ours')));
  });

  test.each([
    ['with a BOM', `\ufeff${clip('A', 'B')}`],
    ['with CRLF', clip('A', 'B').replaceAll('\n', '\r\n')],
  ])('of JSON, %s, is read, and written as it is', async (_what, form) => {
    const bridge = inMemory({ kind: 'image' });
    bridge.remote.commit({ 'clip.json': form });
    expect(await bridge.sync()).toMatchObject({ applied: 2, problems: [], outgoing: [] });
    await edit(bridge, 'clip', 'B', { description: 'ours' });
    await bridge.sync();
    const before = form.split('\n');
    const after = bridge.remote.file('clip.json', bridgeBranch).split('\n');
    expect(after[0]).toBe(before[0]);
    expect(after.filter((line) => !before.includes(line)).length).toBeLessThanOrEqual(2);
    expect(before.filter((line) => !after.includes(line)).length).toBeLessThanOrEqual(2);
  });
});
