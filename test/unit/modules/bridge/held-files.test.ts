import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { acceptCommit, readState } from '../../../../src/modules/bridge/bridge-state.ts';
import { bridgeBranch, categoriesOf } from '../../../../src/modules/bridge/bridged-repository.ts';
import type { RepositoryFile } from '../../../../src/modules/bridge/compare-records.ts';
import { fileStateAfterImport } from '../../../../src/modules/bridge/file-states.ts';
import { detectHeldFile, type HeldFile } from '../../../../src/modules/bridge/held-files.ts';
import { syncRepository } from '../../../../src/modules/bridge/sync.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import { readRecordFile } from '../../../../src/modules/transfer/repository-files/record-file.ts';
import { bridgeFixture, clip, csv, csvHeader } from '../../../support/bridge-fixture.ts';
import type { BridgeInMemory } from '../../../support/bridge-setup.ts';
import { baselines, categories } from '../../../support/categories.ts';

const given = bridgeFixture();
const { edit } = given;

const all = 60;
/** 5 % of 60. */
const allowed = 3;
const name = (index: number) => `acme/M-${String(index).padStart(2, '0')}`;
const cells = (index: number) => [
  ...[name(index), '7', '', `https://example.org/${index}`, '', 'Tells stories', 'chat', 'a', 'ChatML', ''],
];
const row = (index: number) => cells(index).join();
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));
const text = csv(...rows(0, all));
/** The file of all models, with another value in one column of the first `count`. */
const withCell = (at: number, value: (cell: string) => string, count = all, models = all) =>
  csv(
    ...Array.from({ length: models }, (_, index) => {
      const own = cells(index);
      return (index < count ? own.with(at, value(own[at] as string)) : own).join();
    }),
  );
const otherHost = (count: number, models = all) =>
  withCell(3, (url) => url.replace('.org', '.net'), count, models);

const image = (index: number) => ({
  name: `M ${index}`,
  baseline: 'stable diffusion 1',
  type: 'ckpt',
  inpainting: false,
  description: 'Draws',
  version: '1',
  style: 'generalist',
  nsfw: false,
  download_all: false,
  config: {
    files: [{ path: `m${index}.safetensors`, sha256sum: String(index).padStart(64, 'a') }],
    download: [
      {
        file_name: `m${index}.safetensors`,
        file_path: '',
        file_url: `https://example.org/m${index}.safetensors`,
      },
    ],
  },
});
type Image = ReturnType<typeof image>;
const json = (change: (record: Image) => object = (record) => record, count = all) => {
  const records = Array.from({ length: all }, (_, index) => image(index));
  const changed = records.map((record, index) => (index < count ? change(record) : record));
  return `${JSON.stringify(Object.fromEntries(changed.map((record, index) => [`M ${index}`, record])), null, 4)}\n`;
};

/** Mistakes in a file with many models, by the reason for which the bridge holds the file. */
const kinds: Record<'text' | 'image', Record<string, string>> = {
  text: {
    'critical fields of 60 of 60 known models change (url): acme/M-00,': withCell(3, (url) =>
      url.replace('example.org', 'example.net'),
    ),
    '60 of 60 known models lose the value of a critical field (url)': withCell(3, () => ''),
    'the field instruct_format of 60 models is gone in every model': withCell(8, () => ''),
    'its columns have moved: style, tags': text.replace('style,tags', 'tags,style'),
    'its column instruct_format is gone': text.replace('instruct_format', 'format'),
    'its column style is gone': text.replace('style,', ''),
    'it grows from 60 to 91 rows': csv(...rows(0, 91)),
    '60 of 60 known models are gone': csv(),
    'it may be truncated: it ends inside a row, in line': text.slice(0, text.length / 2),
    'it may be truncated: it lacks the last row of its previous version': text.slice(
      0,
      text.indexOf(row(59)),
    ),
    '4 of 60 known models are gone': csv(...rows(allowed + 1, all)),
    '7 of 60 rows cannot be read': withCell(1, () => 'seven', 7),
  },
  image: {
    'critical fields of 60 of 60 known models change (config.download): M 0,': json().replaceAll(
      '.org/',
      '.net/',
    ),
    '60 of 60 known models lose the value of a critical field (config.download, config.files)': json(
      (record) => ({ ...record, config: {} }),
    ),
    '4 of 60 known models lose the value of a critical field': json(
      (record) => ({ ...record, config: { files: [], download: [] } }),
      4,
    ),
    'the field description of 60 models is gone in every model': json(
      ({ description: _, ...record }) => record,
    ),
    'critical fields of 6 of 60 known models change': json().replace(
      /m[0-5]\.safetensors"$/gm,
      (end) => `other/${end}`,
    ),
  },
};

/** Returns what the bridge asks about a file where the registry has taken in `was`. */
function asked(fileName: string, was: string, now: string): HeldFile | null {
  const [before, after] = [was, now].map((text): RepositoryFile => {
    const kind = fileName.endsWith('.csv') ? 'text' : 'image';
    const definition = categoriesOf(kind, categories).find(({ legacy }) => legacy.fileName === fileName);
    if (!definition) throw new Error(`no category has ${fileName}`);
    return { definition, text, file: readRecordFile(definition, text, baselines) };
  }) as [RepositoryFile, RepositoryFile];
  return detectHeldFile(after, fileStateAfterImport(before));
}

describe('what looks like a mistake is asked about, with its reason', () => {
  test.each(Object.entries(kinds.text))('text: %s', (reason, content) => {
    const held = asked('models.csv', text, content);
    expect(held).toMatchObject({ file: 'models.csv', category: 'text_generation', known: all });
    expect(held?.reasons).toContainEqual(expect.stringContaining(reason));
  });

  test.each(Object.entries(kinds.image))('image: %s', (reason, content) => {
    const held = asked('stable_diffusion.json', json(), content);
    expect(held).toMatchObject({ category: 'image_generation', known: all });
    expect(held?.reasons).toContainEqual(expect.stringContaining(reason));
  });

  test.each([
    ['as many gone as may go', csv(...rows(allowed, all))],
    ['five other addresses', otherHost(5)],
    ['six rows that cannot be read', withCell(1, () => 'seven', 6)],
    ['half as many rows again', csv(...rows(0, 90))],
    [
      'a new column at the end',
      text.replace(csvHeader, `${csvHeader},nsfw`).replaceAll(',ChatML,', ',ChatML,,'),
    ],
  ])('but not %s', (_what, content) => expect(asked('models.csv', text, content)).toBeNull());

  const names = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`);
  test.each([
    [8, 7, false],
    [8, 6, true],
    [8, 0, true],
    [3, 2, false],
    [3, 1, true],
    [2, 1, false],
    [1, 0, true],
  ])('of %i models to %i: %s', (before, after, isAsked) => {
    expect(asked('clip.json', clip(...names(before)), clip(...names(after))) !== null).toBe(isAsked);
  });

  const files = (...configs: object[]) =>
    JSON.stringify(
      Object.fromEntries(
        configs.map((config, index) => [`C${index}`, { name: `C${index}`, type: 'clip', config }]),
      ),
    );
  const at = (host: string) => ({
    files: [{ path: 'c.pt' }],
    download: [{ file_name: 'c.pt', file_path: '', file_url: `https://${host}/c.pt` }],
  });
  test.each([
    ['the address of the only model', [at('a.example')], [at('b.example')], false],
    ['the files of the only model', [at('a.example')], [{}], true],
    ['one address of two', [at('a.example'), at('a.example')], [at('a.example'), at('b.example')], false],
    ['both addresses of two', [at('a.example'), at('a.example')], [at('b.example'), at('b.example')], true],
    ['the files of one of two', [at('a.example'), at('a.example')], [at('a.example'), {}], false],
  ])('%s', (_what, before, after, isAsked) => {
    expect(asked('clip.json', files(...before), files(...after)) !== null).toBe(isAsked);
  });
});

const few = 16;
/** A registry that has taken in a repository with a few text models, or some of CLIP. */
async function met(
  policy: 'trust' | 'review' = 'trust',
  { files = { 'models.csv': csv(...rows(0, few)) } as Record<string, string> } = {},
): Promise<BridgeInMemory> {
  const kind = 'models.csv' in files ? 'text' : 'image';
  const first = given.inMemory({ kind });
  first.remote.commit(files);
  await first.sync();
  return given.inMemory({ kind, policy, remote: first.remote });
}
const commit = ({ remote }: BridgeInMemory, content: string | null, file = 'models.csv') =>
  remote.commit({ [file]: content }, { message: 'Changed it' });
const live = async (category?: string) => Object.keys(await given.live(category));
const waiting = async () => (await given.ownChanges()).filter(({ status }) => status === 'pending');
const state = ({ repository }: BridgeInMemory) => readState(given.store, repository.name);
const accept = ({ repository, options }: BridgeInMemory, id: string) =>
  acceptCommit(options, repository.name, id, 'Ada#7');

test.each(['trust', 'review'] as const)(
  'with the policy %s, nothing of it changes until somebody answers',
  async (policy) => {
    const bridge = await met(policy);
    const id = commit(bridge, csv());
    for (let times = 0; times < 2; times += 1) {
      const report = await bridge.sync();
      expect(report).toMatchObject({ proposed: [], applied: 0, outgoing: [], sent: null });
      expect(report.held).toMatchObject([{ file: 'models.csv', category: 'text_generation', known: few }]);
      expect(await state(bridge)).toMatchObject({
        commit: id,
        question: { commit: id, title: 'Changed it', rewritten: false },
        accepted: null,
      });
    }
    expect(await live()).toHaveLength(few);
    expect(await waiting()).toEqual([]);
  },
);

describe.each(['trust', 'review'] as const)('with the policy %s', (policy) => {
  test('who accepts lets in what was asked about, once', async () => {
    const bridge = await met(policy);
    const id = commit(bridge, csv(...rows(10, few)));
    await bridge.sync();
    const refused = expect.objectContaining({ code: 'conflict' });
    await expect(accept(bridge, bridge.remote.look('main').parents[0] ?? '')).rejects.toEqual(refused);
    await accept(bridge, id);
    await expect(accept(bridge, id)).rejects.toEqual(refused);
    // Another process goes on where this one stops.
    const again = given.inMemory({ policy, remote: bridge.remote });
    const report = await again.sync();
    expect(report.proposed).toHaveLength(10);
    expect(report.held).toEqual([]);
    expect(await state(bridge)).toMatchObject({ question: null, accepted: null });
    await expect(accept(bridge, id)).rejects.toEqual(refused);
    const marks = await given.store.read(async (tx) => {
      const { items } = await changeStore(tx).list({ operations: ['delete'] }, { limit: 1, offset: 0 });
      return items.map(({ request_metadata }) => request_metadata?.bridge as JsonObject);
    });
    expect(marks).toMatchObject([{ commit: id, accepted_by: 'Ada#7' }]);
    expect(await waiting()).toHaveLength(policy === 'trust' ? 0 : 10);
    expect(await live()).toHaveLength(policy === 'trust' ? 6 : few);
    expect(await bridge.sync()).toMatchObject({ proposed: [], applied: 0, outgoing: [], held: [] });
    if (policy === 'review') return;

    // The same content again asks again.
    commit(bridge, csv(...rows(0, few)));
    await bridge.sync({ accepting: true });
    commit(bridge, csv(...rows(10, few)));
    expect((await bridge.sync()).held).toMatchObject([{ gone: 10 }]);
  });
});

test('commits that each remove little, and together much, are one question', async () => {
  const bridge = await met();
  commit(bridge, csv(...rows(2, few)));
  const head = commit(bridge, csv(...rows(4, few)));
  const report = await bridge.sync();
  expect(report).toMatchObject({ proposed: [], held: [{ gone: 4 }] });
  expect(await state(bridge)).toMatchObject({ behind: 0, question: { commit: head } });
  expect(await live()).toHaveLength(few);
  expect((await bridge.sync()).proposed).toEqual([]);
});

test('a commit that the next one mends is passed over', async () => {
  const bridge = await met();
  commit(bridge, csv());
  commit(
    bridge,
    withCell(5, () => 'better', 1, few),
  );
  const report = await bridge.sync();
  expect(report).toMatchObject({ held: [], proposed: [{ name: name(0), operation: 'update' }] });
  expect(await live()).toHaveLength(few);
});

test('a question disappears when the next commit mends the file', async () => {
  const bridge = await met();
  const id = commit(bridge, csv());
  await bridge.sync();
  await accept(bridge, id);
  commit(bridge, csv(...rows(0, few), row(few)));
  expect(await bridge.sync()).toMatchObject({ held: [], proposed: [{ name: name(few) }] });
  expect(await state(bridge)).toMatchObject({ question: null, accepted: null });
  expect((await live()).length).toBeGreaterThanOrEqual(few);
});

test('a word about a commit that is not the head any more counts for nothing', async () => {
  const bridge = await met();
  const id = commit(bridge, csv(...rows(10, few)));
  await bridge.sync();
  await accept(bridge, id);
  const head = commit(bridge, csv(...rows(11, few)));
  expect(await bridge.sync()).toMatchObject({ proposed: [], held: [{ gone: 11 }] });
  expect(await state(bridge)).toMatchObject({ question: { commit: head }, accepted: null });
  expect(await live()).toHaveLength(few);
});

test('other files of the commit are taken in meanwhile', async () => {
  const bridge = await met('trust', {
    files: { 'clip.json': clip('A', 'B', 'C'), 'blip.json': clip('E').replace('clip', 'blip') },
  });
  bridge.remote.commit({
    'clip.json': '{}\n',
    'blip.json': clip('E', 'F').replaceAll('"clip"', '"blip"'),
  });
  expect(await bridge.sync()).toMatchObject({
    held: [{ category: 'clip' }],
    proposed: [{ category: 'blip', name: 'F' }],
  });
});

describe('nothing of a row that cannot be read counts as removed', () => {
  const bad: Record<string, (index: number) => string> = {
    'a number that is none': (index) => row(index).replace(',7,', ',seven,'),
    'a quote that is not closed': (index) => `"${row(index)}`,
    'a quote that is not opened': (index) => row(index).replace(',', '",'),
    'a quote within the name': (index) => row(index).replace('acme/', 'acme/"'),
    'a blank before quotes': (index) => ` "${name(index)}"${row(index).slice(name(index).length)}`,
    'two cells swapped': (index) => row(index).replace(`${name(index)},7`, `7,${name(index)}`),
    'too few cells': (index) => `${name(index)},7`,
    'a line end in its name': (index) => row(index).replace('acme/', 'acme/\r\n'),
    'a line end in a cell': (index) => row(index).replace('example', 'exa\r\nmple'),
    'too many cells': (index) => `x,${row(index)},,,`,
    'no name': (index) => row(index).slice(name(index).length),
    'a name that no model can have': (index) => row(index).replace('acme/', 'acme\\'),
    'a name that is generated': (index) => `koboldcpp/${row(index)}`,
    'swallowed by a quote of the row before': (index) => `"${row(99)}\r\n${row(index)},"`,
  };

  test('of models.csv', async () => {
    const bridge = await met();
    for (const [index, [what, made]] of Object.entries(bad).entries()) {
      const others = rows(index + 1, few);
      commit(bridge, csv(made(index), ...others));
      const report = await bridge.sync();
      expect(await live(), what).toContain(name(index));
      expect(report.outgoing, what).toEqual([]);
      commit(bridge, csv(...others));
      await bridge.sync();
      expect(await live(), what).not.toContain(name(index));
    }
  });

  test('nor a member of a JSON file whose name cannot be one', async () => {
    const bridge = await met('trust', { files: { 'clip.json': clip('A', 'B', 'C') } });
    commit(bridge, clip('B', 'C', 'A').replace('"A": {', '"A\\\\": {'), 'clip.json');
    await bridge.sync();
    expect(await live('clip')).toEqual(['A', 'B', 'C']);
    commit(bridge, clip('C', 'A').replace('"A": {', '"A\\\\": {'), 'clip.json');
    await bridge.sync();
    expect(await live('clip')).toEqual(['A', 'C']);
  });

  test('nor one that is accepted with its file', async () => {
    const bridge = await met();
    const id = commit(
      bridge,
      csv(...rows(0, 10).map((each) => each.replace(',7,', ',seven,')), ...rows(10, 14)),
    );
    expect((await bridge.sync()).held).toMatchObject([
      { unreadable: 10, gone: 2, names: [name(14), name(15)] },
    ]);
    await accept(bridge, id);
    expect(await bridge.sync()).toMatchObject({ applied: 2, held: [] });
    expect(await live()).toHaveLength(14);
    expect((await bridge.sync()).held).toEqual([]);
    // Nor are they asked about again when another row changes.
    const broken = rows(0, 10).map((each) => each.replace(',7,', ',seven,'));
    commit(bridge, csv(...broken, row(10).replace('Tells', 'Tell'), ...rows(11, 14)));
    expect(await bridge.sync()).toMatchObject({ applied: 1, held: [] });
  });
});

test('a registry that meets a damaged file first is asked, too', async () => {
  const bridge = await met();
  const stranger = { ...bridge.repository, name: 'stranger' };
  commit(bridge, csv(...rows(10, few)));
  const report = await syncRepository(bridge.options, stranger, { dryRun: false });
  expect(report).toMatchObject({ applied: 0, held: [{ gone: 10, known: few }] });
  expect(await live()).toHaveLength(few);
});

test('a dry run says what would be asked, and asks nothing', async () => {
  const bridge = await met();
  commit(bridge, csv());
  expect(await bridge.sync({ dryRun: true })).toMatchObject({ proposed: [], held: [{ gone: few }] });
  expect((await state(bridge)).question).toBeNull();
});

test('a rewritten history goes to review, though it was accepted later', async () => {
  const bridge = await met();
  bridge.remote.commit({ 'models.csv': csv(...rows(10, few)) }, { parents: [] });
  await bridge.sync();
  const head = commit(bridge, csv(...rows(11, few)));
  await bridge.sync();
  await accept(bridge, head);
  expect(await bridge.sync()).toMatchObject({ applied: 0, held: [] });
  expect(await waiting()).toHaveLength(11);
  expect(await live()).toHaveLength(few);
});

test('while something is asked nothing is sent, and our branch stays as it is', async () => {
  const bridge = await met();
  await edit(bridge, 'text_generation', name(5), { description: 'ours' });
  expect((await bridge.sync()).sent).toMatchObject({ pushed: true });
  const branch = bridge.remote.head(bridgeBranch);
  commit(bridge, csv(...rows(0, 4)));
  expect(await bridge.sync()).toMatchObject({ sent: null });
  expect(bridge.remote.head(bridgeBranch)).toBe(branch);
});

test('an accepted commit with other addresses is taken in, and the next one of its kind asks again', async () => {
  const bridge = await met();
  commit(bridge, otherHost(few, few));
  expect(await bridge.sync()).toMatchObject({ proposed: [], applied: 0, held: [{}] });
  expect(await bridge.sync({ accepting: true })).toMatchObject({ applied: few, held: [] });
  expect(JSON.stringify(await given.live())).not.toContain('example.org');
  expect(await bridge.sync()).toMatchObject({ proposed: [], held: [] });
  commit(bridge, csv(...rows(0, few)));
  expect(await bridge.sync()).toMatchObject({ proposed: [], held: [{ file: 'models.csv' }] });
});

test('a few addresses change without a question, in one commit or several', async () => {
  const bridge = await met();
  for (const count of [5, 10]) {
    commit(bridge, otherHost(count, few));
    expect(await bridge.sync()).toMatchObject({ applied: 5, held: [] });
  }
  // Of one sync they count together.
  commit(bridge, otherHost(13, few));
  commit(bridge, otherHost(16, few));
  expect(await bridge.sync()).toMatchObject({ proposed: [], held: [{ gone: 0 }] });
});

test('with the policy review, what was accepted and waits for reviewers is not asked again', async () => {
  const bridge = await met('review');
  commit(bridge, otherHost(few, few));
  expect((await bridge.sync()).held).toHaveLength(1);
  expect((await bridge.sync({ accepting: true })).proposed).toHaveLength(few);
  commit(bridge, otherHost(few, few).replace('Tells stories', 'Tells tales'));
  expect(await bridge.sync()).toMatchObject({ held: [], proposed: [{ name: name(0) }] });
});

test('what the registry itself has changed is no question when it is merged', async () => {
  const bridge = await met();
  for (const each of await live())
    await edit(bridge, 'text_generation', each, { url: `https://example.net/${each}` });
  expect((await bridge.sync()).outgoing).toHaveLength(few);
  bridge.remote.setRef('refs/heads/main', bridge.remote.head(bridgeBranch));
  expect(await bridge.sync()).toMatchObject({ held: [], proposed: [], outgoing: [] });
});
