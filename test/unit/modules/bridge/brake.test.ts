import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { acceptCommit, readState } from '../../../../src/modules/bridge/bridge-state.ts';
import { bridgeAccount, bridgeBranch } from '../../../../src/modules/bridge/bridged-repository.ts';
import { syncRepository } from '../../../../src/modules/bridge/sync.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import type { Store } from '../../../../src/store/store.ts';
import { type BridgeInMemory, bridgeInMemory } from '../../../support/bridge-setup.ts';
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
const name = (index: number) => `acme/M-${String(index).padStart(2, '0')}`;
const row = (index: number, description = '') =>
  `${name(index)},7,,https://example.org/${index},,${description},chat,"b, a",ChatML,`;
const bare = (text: string) => text.replaceAll('"', '');
const csv = (...rows: string[]) => [header, ...rows, ''].join('\r\n');
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));
const all = 60;
/** 5 % of 60. */
const allowed = 3;

const clip = (...names: string[]) =>
  `${JSON.stringify(Object.fromEntries(names.map((each) => [each, { name: each, type: 'clip', config: {} }])), null, 4)}\n`;

/** A registry that has taken in a repository with 60 text models, or some of CLIP. */
async function met(
  policy: 'trust' | 'review',
  how: { kind?: 'image' | 'text'; files?: Record<string, string> } = {},
): Promise<BridgeInMemory> {
  const kind = how.kind ?? 'text';
  const files = how.files ?? { 'models.csv': csv(...rows(0, all)) };
  const first = bridgeInMemory(store, { kind });
  first.remote.commit(files);
  await first.sync();
  return bridgeInMemory(store, { kind, policy, remote: first.remote });
}
const commit = ({ remote }: BridgeInMemory, text: string | null, file = 'models.csv') =>
  remote.commit({ [file]: text }, { message: 'Changed it' });
async function live(category = 'text_generation'): Promise<string[]> {
  return (await store.read((tx) => modelStore(tx).list(category))).map((each) => each.name);
}
async function waiting() {
  const { items } = await store.read((tx) =>
    changeStore(tx).list(
      { requested_by: [bridgeAccount.userId], statuses: ['pending'] },
      { limit: 500, offset: 0 },
    ),
  );
  return items;
}
const state = ({ repository }: BridgeInMemory) => readState(store, repository.name);
const accept = ({ repository, options }: BridgeInMemory, id: string) =>
  acceptCommit(options, repository.name, id, 'Ada#7');
/** What is read of these files: too little. */
const damaged = {
  'header only': csv(),
  'cut in the middle': csv(...rows(0, all)).slice(0, csv(...rows(0, all)).length / 2),
  'two columns swapped': csv(...rows(0, all)).replace('name,parameters_bn', 'parameters_bn,name'),
  'many renamed': csv(...rows(0, 10), ...rows(100, 150)),
  'one model more than may go': csv(...rows(allowed + 1, all)),
  'a tenth and more cannot be read': csv(
    ...rows(0, 53),
    ...rows(53, all).map((each) => each.replace(',7,', ',seven,')),
  ),
};
/** Of these nothing at all can be read: there is nothing to accept. */
const unreadable = { 'empty file': '', vanished: null, 'no header': 'nothing\r\nof,this\r\n' };

describe.each(['trust', 'review'] as const)('with the policy %s', (policy) => {
  test('each damaged file: one question, and nothing changes', async () => {
    const bridge = await met(policy);
    for (const [what, text] of Object.entries(damaged)) {
      const id = commit(bridge, text);
      for (let times = 0; times < 2; times += 1) {
        const report = await bridge.sync();
        expect(report, what).toMatchObject({ proposed: [], applied: 0, outgoing: [], sent: null });
        expect(report.held, what).toMatchObject([
          { file: 'models.csv', category: 'text_generation', known: all },
        ]);
        expect(await state(bridge), what).toMatchObject({
          commit: id,
          question: { commit: id, title: 'Changed it', rewritten: false },
          accepted: null,
        });
      }
    }
    expect(await live()).toHaveLength(all);
    expect(await waiting()).toEqual([]);
  });

  test('each unreadable file: nothing changes', async () => {
    const bridge = await met(policy);
    for (const [what, text] of Object.entries(unreadable)) {
      commit(bridge, text);
      const report = await bridge.sync();
      expect(report, what).toMatchObject({ proposed: [], applied: 0, outgoing: [], held: [] });
      expect(report.problems, what).toContainEqual(expect.objectContaining({ file: 'models.csv' }));
    }
    expect(await live()).toHaveLength(all);
    expect(await waiting()).toEqual([]);
  });

  test('a JSON file without models, or none, removes nothing', async () => {
    const bridge = await met(policy, { kind: 'image', files: { 'clip.json': clip('A', 'B', 'C') } });
    for (const text of ['{}', '{"A": null}', '{"A": 1, "B": 2, "C": 3}', '[]', 'null', '', '{"A": {"na']) {
      commit(bridge, text, 'clip.json');
      expect(await bridge.sync(), text).toMatchObject({ proposed: [], applied: 0, outgoing: [] });
      expect(await live('clip'), text).toEqual(['A', 'B', 'C']);
      expect(await waiting(), text).toEqual([]);
    }
    commit(bridge, clip('A', 'B', 'C', 'D'), 'clip.json');
    expect(await bridge.sync()).toMatchObject({ held: [], proposed: [{ name: 'D' }] });
    expect((await state(bridge)).question).toBeNull();
  });

  test('what may go without asking goes', async () => {
    const bridge = await met(policy);
    commit(bridge, csv(...rows(allowed, all)));
    const report = await bridge.sync();
    expect(report).toMatchObject({ held: [], applied: policy === 'trust' ? allowed : 0 });
    expect(report.proposed).toHaveLength(allowed);
  });

  test('commits that each remove little, and together much, are one question', async () => {
    const bridge = await met(policy);
    commit(bridge, csv(...rows(2, all)));
    const head = commit(bridge, csv(...rows(4, all)));
    const report = await bridge.sync();
    expect(report).toMatchObject({ proposed: [], held: [{ gone: 4 }] });
    expect(await state(bridge)).toMatchObject({ behind: 0, question: { commit: head } });
    expect(await live()).toHaveLength(all);
    expect((await bridge.sync()).proposed).toEqual([]);
  });

  test('a commit that the next one mends is passed over', async () => {
    const bridge = await met(policy);
    commit(bridge, csv());
    commit(bridge, csv(row(0, 'better'), ...rows(1, all)));
    const report = await bridge.sync();
    expect(report).toMatchObject({ held: [], proposed: [{ name: name(0), operation: 'update' }] });
    expect(await live()).toHaveLength(all);
  });

  test('a question disappears when the next commit mends the file', async () => {
    const bridge = await met(policy);
    const id = commit(bridge, csv());
    await bridge.sync();
    await accept(bridge, id);
    commit(bridge, csv(...rows(0, all), row(all)));
    expect(await bridge.sync()).toMatchObject({ held: [], proposed: [{ name: name(all) }] });
    expect(await state(bridge)).toMatchObject({ question: null, accepted: null });
    expect((await live()).length).toBeGreaterThanOrEqual(all);
  });

  test('who accepts lets in what was asked about, once', async () => {
    const bridge = await met(policy);
    const id = commit(bridge, csv(...rows(40, all)));
    await bridge.sync();
    const refused = expect.objectContaining({ code: 'conflict' });
    await expect(accept(bridge, bridge.remote.look('main').parent ?? '')).rejects.toEqual(refused);
    await accept(bridge, id);
    await expect(accept(bridge, id)).rejects.toEqual(refused);
    // Another process goes on where this one stops.
    const again = bridgeInMemory(store, { policy, remote: bridge.remote });
    const report = await again.sync();
    expect(report.proposed).toHaveLength(40);
    expect(report.held).toEqual([]);
    expect(await state(bridge)).toMatchObject({ question: null, accepted: null });
    await expect(accept(bridge, id)).rejects.toEqual(refused);
    const marks = await store.read(async (tx) => {
      const { items } = await changeStore(tx).list({ operations: ['delete'] }, { limit: 1, offset: 0 });
      return items.map(({ request_metadata }) => request_metadata?.bridge as JsonObject);
    });
    expect(marks).toMatchObject([{ commit: id, accepted_by: 'Ada#7' }]);
    expect(await waiting()).toHaveLength(policy === 'trust' ? 0 : 40);
    expect(await live()).toHaveLength(policy === 'trust' ? 20 : all);
    expect(await bridge.sync()).toMatchObject({ proposed: [], applied: 0, outgoing: [], held: [] });
    if (policy === 'review') return;

    // The same content again asks again.
    commit(bridge, csv(...rows(0, all)));
    await bridge.sync({ accepting: true });
    commit(bridge, csv(...rows(40, all)));
    expect((await bridge.sync()).held).toMatchObject([{ gone: 40 }]);
  });

  test('a word about a commit that is not the head any more counts for nothing', async () => {
    const bridge = await met(policy);
    const id = commit(bridge, csv(...rows(40, all)));
    await bridge.sync();
    await accept(bridge, id);
    const head = commit(bridge, csv(...rows(41, all)));
    expect(await bridge.sync()).toMatchObject({ proposed: [], held: [{ gone: 41 }] });
    expect(await state(bridge)).toMatchObject({ question: { commit: head }, accepted: null });
    expect(await live()).toHaveLength(all);
  });

  test('other files of the commit are taken in meanwhile', async () => {
    const bridge = await met(policy, {
      kind: 'image',
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
    'too many cells': (index) => `x,${row(index)},,,`,
    'no name': (index) => row(index).slice(name(index).length),
    'a name that no model can have': (index) => row(index).replace('acme/', 'acme\\'),
    'a name that is generated': (index) => `koboldcpp/${row(index)}`,
    'swallowed by a quote of the row before': (index) => `"${bare(row(99))}\r\n${bare(row(index))},"`,
  };

  test('of models.csv', async () => {
    const bridge = await met('trust');
    for (const [index, [what, made]] of Object.entries(bad).entries()) {
      const others = rows(index + 1, all);
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
    const bridge = await met('trust', { kind: 'image', files: { 'clip.json': clip('A', 'B', 'C') } });
    commit(bridge, clip('B', 'C', 'A').replace('"A": {', '"A\\\\": {'), 'clip.json');
    await bridge.sync();
    expect(await live('clip')).toEqual(['A', 'B', 'C']);
    commit(bridge, clip('C', 'A').replace('"A": {', '"A\\\\": {'), 'clip.json');
    await bridge.sync();
    expect(await live('clip')).toEqual(['A', 'C']);
  });

  test('nor one that is accepted with its file', async () => {
    const bridge = await met('trust');
    const id = commit(
      bridge,
      csv(...rows(0, 50).map((each) => each.replace(',7,', ',seven,')), ...rows(50, 58)),
    );
    expect((await bridge.sync()).held).toMatchObject([
      { unreadable: 50, gone: 2, names: [name(58), name(59)] },
    ]);
    await accept(bridge, id);
    expect(await bridge.sync()).toMatchObject({ applied: 2, held: [] });
    expect(await live()).toHaveLength(58);
    expect((await bridge.sync()).held).toEqual([]);
    // Nor are they asked about again when another row changes.
    const broken = rows(0, 50).map((each) => each.replace(',7,', ',seven,'));
    commit(bridge, csv(...broken, row(50, 'better'), ...rows(51, 58)));
    expect(await bridge.sync()).toMatchObject({ applied: 1, held: [] });
  });
});

describe('small files', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`);
  test.each([
    [8, 7, false],
    [8, 6, true],
    [8, 0, true],
    [3, 2, false],
    [3, 1, true],
    [2, 1, false],
    [1, 0, true],
  ])('of %i models to %i: asked %s', async (before, after, asked) => {
    const bridge = await met('trust', { kind: 'image', files: { 'clip.json': clip(...names(before)) } });
    commit(bridge, clip(...names(after)), 'clip.json');
    expect((await bridge.sync()).held).toHaveLength(asked ? 1 : 0);
    expect(await live('clip')).toHaveLength(asked ? before : after);
  });

  test('one model after the other, the last one does not go by itself', async () => {
    const bridge = await met('trust', { kind: 'image', files: { 'clip.json': clip(...names(3)) } });
    for (const left of [2, 1, 0]) {
      commit(bridge, clip(...names(left)), 'clip.json');
      await bridge.sync();
    }
    expect(await live('clip')).toEqual(['C0']);
  });
});

test('a registry that meets a damaged file first is asked, too', async () => {
  const bridge = await met('trust');
  const stranger = { ...bridge.repository, name: 'stranger' };
  commit(bridge, csv(...rows(10, all)));
  const report = await syncRepository(bridge.options, stranger, { dryRun: false });
  expect(report).toMatchObject({ applied: 0, held: [{ gone: 10, known: all }] });
  expect(await live()).toHaveLength(all);
});

test('a dry run says what would be asked, and asks nothing', async () => {
  const bridge = await met('trust');
  commit(bridge, csv());
  expect(await bridge.sync({ dryRun: true })).toMatchObject({ proposed: [], held: [{ gone: all }] });
  expect((await state(bridge)).question).toBeNull();
});

test('a rewritten history goes to review, though it was accepted later', async () => {
  const bridge = await met('trust');
  bridge.remote.commit({ 'models.csv': csv(...rows(40, all)) }, { parent: null });
  await bridge.sync();
  const head = commit(bridge, csv(...rows(41, all)));
  await bridge.sync();
  await accept(bridge, head);
  expect(await bridge.sync()).toMatchObject({ applied: 0, held: [] });
  expect(await waiting()).toHaveLength(41);
  expect(await live()).toHaveLength(all);
});

test('while something is asked nothing is sent, and our branch stays as it is', async () => {
  const bridge = await met('trust');
  const person = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };
  const found = await store.read((tx) => modelStore(tx).get('text_generation', name(5)));
  const record = { ...(JSON.parse(found?.v2 ?? '{}') as JsonObject), description: 'ours' };
  const update = { category: 'text_generation', operation: 'update', name: name(5), format: 'v2' } as const;
  await bridge.write({ ...update, record, caller: person });
  expect((await bridge.sync()).sent).toMatchObject({ pushed: true });
  const branch = bridge.remote.head(bridgeBranch);
  commit(bridge, csv(...rows(0, 20)));
  expect(await bridge.sync()).toMatchObject({ sent: null });
  expect(bridge.remote.head(bridgeBranch)).toBe(branch);
});
