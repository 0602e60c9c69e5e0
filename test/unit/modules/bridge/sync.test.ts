import { describe, expect, test } from 'vitest';
import { RegistryError } from '../../../../src/kernel/errors.ts';
import type { JsonObject } from '../../../../src/kernel/json.ts';
import { auditStore } from '../../../../src/modules/audit/store.ts';
import { createBridge } from '../../../../src/modules/bridge/bridge.ts';
import {
  bridgeAccount,
  bridgeBranch,
  bridgeIdentity,
} from '../../../../src/modules/bridge/bridged-repository.ts';
import { bridgeStore } from '../../../../src/modules/bridge/store.ts';
import { syncRepository } from '../../../../src/modules/bridge/sync.ts';
import { modelStore } from '../../../../src/modules/catalog/store.ts';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { inboxStore, notifyInboxes } from '../../../../src/modules/inbox/index.ts';
import type { ListedChange } from '../../../../src/modules/queue/pending-change.ts';
import { computeProposedViews } from '../../../../src/modules/queue/proposed-views.ts';
import { changeStore } from '../../../../src/modules/queue/store.ts';
import { viewsOf } from '../../../../src/records/model-views.ts';
import {
  bridgeFixture,
  clip,
  csv,
  csvHeader,
  textFiles as filesOf,
  person,
} from '../../../support/bridge-fixture.ts';
import { type BridgeInMemory, type BridgeSetup, bridgeSetup } from '../../../support/bridge-setup.ts';
import { baselines } from '../../../support/categories.ts';
import { canCheckRepositories, notChecked, repositoryChecks } from '../../../support/repository-checks.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

const given = bridgeFixture();
const { live, edit, decide, ownChanges, inMemory: setup, met } = given;
/** For tests of what git does and says: each command is a process. */
const setupWithGit = (how: Parameters<typeof bridgeSetup>[2] = {}) =>
  bridgeSetup(given.store, given.atEnd, how);

const row = (name: string, description = '', style = 'chat') =>
  `acme/${name},7,,,,${description},${style},"b, a",ChatML,`;
/** The files of the text repository with these rows. */
const textFiles = (...rows: string[]) => filesOf(csv(...rows));

/** The repositories' own checks, on what our branch would merge. */
function checkOurCommit({ remote, repository }: BridgeSetup) {
  if (!canCheckRepositories) return;
  expect(repositoryChecks(remote, repository.kind, [`main..${bridgeBranch}`])).toEqual([]);
}

describe('the order of the live models', () => {
  const order = async (category: string) => Object.keys(await live(category));

  test('is that of the text file, where curators insert rows', async () => {
    const bridge = await met(textFiles(row('Alpha'), row('Omega')));
    await edit(bridge, 'text_generation', 'ours/Own', { parameters: 7e9, baseline: 'llama', nsfw: false });
    bridge.remote.commit(textFiles(row('Alpha'), row('Beta'), row('Omega')));
    await bridge.sync();
    expect(await order('text_generation')).toEqual(['acme/Alpha', 'acme/Beta', 'acme/Omega', 'ours/Own']);
    expect(await verifyStore(given.store)).toMatchObject({ problems: [] });
    const versions = await given.store.read((tx) => modelStore(tx).versions());
    await bridge.sync();
    expect(await given.store.read((tx) => modelStore(tx).versions())).toEqual(versions);
  });

  test.each(['trust', 'review'] as const)(
    'is that of the image file, where curators move models (%s)',
    async (policy) => {
      const bridge = setup({ kind: 'image', policy });
      const clip = (...names: string[]) => ({
        'clip.json': JSON.stringify(Object.fromEntries(names.map((name) => [name, { name, type: 'clip' }]))),
      });
      bridge.remote.commit(clip('a', 'b', 'c'));
      await bridge.sync();
      if (policy === 'review') for (const name of ['a', 'b', 'c']) await decide(bridge, name, true);
      bridge.remote.commit(clip('c', 'a', 'b'));
      const report = await bridge.sync({ dryRun: true });
      expect(await order('clip')).toEqual(['a', 'b', 'c']);
      expect(report.proposed).toEqual([]);
      await bridge.sync();
      expect(await order('clip')).toEqual(['c', 'a', 'b']);
      const [move] = (await given.store.read((tx) => auditStore(tx).events({}, 100))).slice(-1);
      expect(move).toMatchObject({
        model_name: 'c',
        operation: 'update',
        logical_user_id: bridgeAccount.userId,
        payload: { delta: {}, returned_behind: null },
      });
      expect(await verifyStore(given.store)).toMatchObject({ problems: [] });
    },
  );
});

describe('a commit in the repository', () => {
  test('becomes proposals, one batch with its author and message', async () => {
    const bridge = setup({ policy: 'review' });
    bridge.remote.commit(textFiles(row('One'), row('Two')), { message: 'Added One & Two\n\nBoth good.' });
    const report = await bridge.sync();
    expect(report.proposed).toEqual([
      { category: 'text_generation', name: 'acme/One', operation: 'create' },
      { category: 'text_generation', name: 'acme/Two', operation: 'create' },
    ]);
    expect(await live()).toEqual({});
    const [change] = await ownChanges();
    expect(change).toMatchObject({
      status: 'pending',
      notes: expect.stringContaining('by Cura Tor <curator@example.org>\n\nAdded One & Two\n\nBoth good.'),
      request_metadata: {
        bridge: { repository: 'text', commit: bridge.remote.head(), title: 'Added One & Two' },
      },
    });
    expect((await bridge.sync()).proposed).toEqual([]);
    await decide(bridge, 'acme/One', true);
    expect(await bridge.sync()).toMatchObject({ proposed: [], outgoing: [], conflicts: [], problems: [] });
  });

  test('is live at once where the repository is trusted, and comes out with the same bytes', async () => {
    const bridge = setup();
    const files = textFiles(
      row('One', '"a, ""b"""'),
      ' acme/Two , 12,Two,,,,,"y,x", odd ,',
      row('Two'),
      row('Zed'),
    );
    bridge.remote.commit(files);
    const report = await bridge.sync();
    expect(report).toMatchObject({ applied: 3, outgoing: [], sent: null });
    expect(Object.keys(await live())).toEqual(['acme/One', 'acme/Two', 'acme/Zed']);
    expect(await bridge.sync()).toMatchObject({ applied: 0, proposed: [], outgoing: [] });
  });

  test('that has a key in an address is live but for that row, which is held until the key is gone', async () => {
    const bridge = setup();
    const csv = (query: string) => `acme/Two,7,,https://civitai.com/api/download/models/1${query},,,chat,,,`;
    bridge.remote.commit(textFiles(row('One'), csv('?Token=SECRET')));
    for (const applied of [1, 0]) {
      const report = await bridge.sync();
      expect(report).toMatchObject({ applied, outgoing: [], sent: null });
      expect(report.problems).toEqual([
        {
          file: 'models.csv',
          name: 'acme/Two',
          line: null,
          reason:
            "body.url: URL must not contain the parameter 'token': it is a personal key, and records are public",
        },
      ]);
      expect(Object.keys(await live())).toEqual(['acme/One']);
    }
    const events = await given.store.read((tx) => auditStore(tx).events({ after: 0 }, 100));
    expect(JSON.stringify(events)).not.toContain('SECRET');
    bridge.remote.commit(textFiles(row('One'), csv('')));
    expect(await bridge.sync()).toMatchObject({ applied: 1, problems: [] });
  });

  test('each has its own batch, and what it undoes is withdrawn', async () => {
    const bridge = setup({ policy: 'review' });
    bridge.remote.commit(textFiles(row('One')), { message: 'First' });
    await bridge.sync();
    bridge.remote.commit(textFiles(row('One', 'better'), row('Two')), { message: 'Second' });
    bridge.remote.commit(textFiles(row('One', 'better')), { message: 'Third' });
    expect((await bridge.sync()).commits.map(({ title }) => title)).toEqual(['Second', 'Third']);
    const changes = await ownChanges();
    expect(
      changes.map(({ model_name, status, request_metadata }) => [
        model_name,
        status,
        (request_metadata?.bridge as JsonObject | undefined)?.title,
      ]),
    ).toEqual([
      ['acme/One', 'rejected', 'First'],
      ['acme/One', 'pending', 'Second'],
      ['acme/Two', 'rejected', 'Second'],
    ]);
  });

  test.each([
    ['withdrawing', 'withdraw', 'pending'],
    ['taking an approval back', 'unapprove', 'approved'],
  ] as const)(
    'leaves no obsolete proposal open when the database fails while %s',
    async (_what, step, status) => {
      const bridge = setup({ policy: 'review' });
      bridge.remote.commit(textFiles(row('One')), { message: 'First' });
      await bridge.sync();
      const [{ change_id: id }] = (await ownChanges()) as [ListedChange];
      if (status === 'approved') {
        const decision = { batch_title: 'Yes', approved_ids: [id] };
        await bridge.options.queue.review.processBatch(decision, person);
      }
      bridge.remote.commit({ 'models.csv': `${csvHeader}\r\n` }, { message: 'Second' });
      bridge.remote.commit(textFiles(row('Two')), { message: 'Third' });
      const away = await temporaryStore(given.atEnd);
      await away.close();
      const { queue } = bridge.options;
      const failing = { ...queue, takeBack: { ...queue.takeBack, [step]: () => away.read(async () => {}) } };
      const options = { ...bridge.options, queue: failing };
      await expect(syncRepository(options, bridge.repository, { dryRun: false })).rejects.toThrow(
        'The database has been closed.',
      );
      expect(await ownChanges()).toMatchObject([{ status }]);
      expect((await bridge.sync()).commits).toMatchObject([{ title: 'Second' }, { title: 'Third' }]);
      expect(await ownChanges()).toMatchObject([
        { status: 'rejected', rejected_by: bridgeAccount.userId },
        { model_name: 'acme/Two', status: 'pending' },
      ]);
    },
  );

  test('leaves no obsolete proposal open that is approved while it is withdrawn', async () => {
    const bridge = setup({ policy: 'review' });
    bridge.remote.commit(textFiles(row('One')), { message: 'First' });
    await bridge.sync();
    const [{ change_id: id }] = (await ownChanges()) as [ListedChange];
    bridge.remote.commit({ 'models.csv': `${csvHeader}\r\n` }, { message: 'Second' });
    const { takeBack, review } = bridge.options.queue;
    let decided = false;
    const withdraw: typeof takeBack.withdraw = async (...args) => {
      if (!decided) {
        decided = true;
        await review.processBatch({ batch_title: 'Yes', approved_ids: [id] }, person);
      }
      return takeBack.withdraw(...args);
    };
    const queue = { ...bridge.options.queue, takeBack: { ...takeBack, withdraw } };
    await syncRepository({ ...bridge.options, queue }, bridge.repository, { dryRun: false });
    expect(await ownChanges()).toMatchObject([{ status: 'rejected' }]);
  });

  test('is taken in as far as it can be read; the rest is reported by file, line and reason', async () => {
    const bridge = setup();
    const files = textFiles(row('One'), 'acme/Bad,seven,,,,,,,,', '"open,1,,,,,,,,', row('Two'));
    bridge.remote.commit(files);
    const report = await bridge.sync();
    expect(Object.keys(await live())).toEqual(['acme/One', 'acme/Two']);
    expect(report.problems).toEqual([
      expect.objectContaining({
        file: 'models.csv',
        line: 3,
        name: 'acme/Bad',
        reason: expect.stringContaining("'seven'"),
      }),
      expect.objectContaining({ file: 'models.csv', line: 4, reason: expect.stringContaining('quoted') }),
      expect.objectContaining({ file: 'models.csv', line: 3, name: null }),
    ]);
    expect(report.outgoing).toEqual([]);
  });
});

describe('a record that nothing can hold is named, and the others are taken in', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  test('in models.csv: settings of 100,000 nested brackets', async () => {
    const bridge = setup();
    const settings = `"{""temperature"": ${deep}}"`;
    bridge.remote.commit({
      'models.csv': [csvHeader, row('One'), `acme/Deep,7,,,,,chat,,,${settings}`, row('Two'), ''].join(
        '\r\n',
      ),
    });
    const report = await bridge.sync();
    expect(report).toMatchObject({ applied: 2, outgoing: [] });
    expect(report.problems).toContainEqual(
      expect.objectContaining({ file: 'models.csv', line: 3, name: 'acme/Deep' }),
    );
    for (const { reason } of report.problems) expect(reason.length).toBeLessThan(500);
    expect(Object.keys(await live())).toEqual(['acme/One', 'acme/Two']);
    await edit(bridge, 'text_generation', 'acme/Two', { description: 'ours' });
    expect(await bridge.sync()).toMatchObject({ outgoing: [{ name: 'acme/Two' }] });
    expect(bridge.remote.file('models.csv', bridgeBranch)).toContain(settings);
  });

  test.each<[string, string, RegExp]>([
    [
      'nested deeper than a record may be',
      `${'['.repeat(40)}${']'.repeat(40)}`,
      /nested deeper than 32 levels: more\.0\./,
    ],
    ['with U+0000', '"a\\u0000b"', /U\+0000/],
    ['with half of a surrogate pair', '"\\ud800"', /unicode/],
    ['with a number beyond the range', '1e999', /finite/],
    ['with a key that reaches for prototypes', '{"__proto__": 1}', /__proto__/],
  ])('in a JSON file: %s', async (_what, value, reason) => {
    const bridge = setup({ kind: 'image' });
    const record = (name: string, more = '') =>
      `"${name}": {"name": "${name}", "type": "clip"${more}, "config": {"files": [], "download": []}}`;
    bridge.remote.commit({
      'clip.json': `{${record('A')},\n${record('Odd', `, "more": ${value}`)},\n${record('Z')}}\n`,
    });
    expect(await bridge.sync()).toMatchObject({
      applied: 2,
      problems: [{ file: 'clip.json', line: 2, name: 'Odd', reason: expect.stringMatching(reason) }],
    });
    expect(Object.keys(await live('clip'))).toEqual(['A', 'Z']);
  });
});

test('a commit of which the queue refuses a batch is live as far as it can be', async () => {
  const bridge = setup({ kind: 'image' });
  bridge.remote.commit({ 'clip.json': clip('A', 'B', 'C', 'D', 'refused') });
  const { queue } = bridge.options;
  const processBatch: typeof queue.review.processBatch = async (batch, by) => {
    const ids = batch.approved_ids ?? [];
    const names = (await ownChanges()).flatMap(({ change_id, model_name }) =>
      ids.includes(change_id) ? [model_name] : [],
    );
    if (ids.length > 2 || names.includes('refused')) throw new RegistryError('too_large', 'Too much.');
    return queue.review.processBatch(batch, by);
  };
  const options = { ...bridge.options, queue: { ...queue, review: { ...queue.review, processBatch } } };
  expect(await syncRepository(options, bridge.repository, { dryRun: false })).toMatchObject({
    applied: 4,
    problems: [{ name: 'refused', reason: 'Too much.' }],
  });
  expect(Object.keys(await live('clip'))).toEqual(['A', 'B', 'C', 'D']);
  await decide(bridge, 'refused', false);
  expect(await bridge.sync()).toMatchObject({ proposed: [], applied: 0, problems: [] });
});

test('a record of a JSON file is stored as the file has it, with what v1 clients cannot speak of', async () => {
  const bridge = setup({ kind: 'image', policy: 'review' });
  const known = { name: 'A', type: 'clip', config: { files: [], download: [] } };
  const more = { ...known, style: null, config: { ...known.config, showcases: ['a.png'] } };
  for (const record of [more, known, more]) {
    bridge.remote.commit({ 'clip.json': `${JSON.stringify({ A: record }, null, 4)}\n` });
    await bridge.sync();
    const change = (await ownChanges()).find(({ status }) => status === 'pending') as ListedChange;
    const row = await given.store.read((tx) => modelStore(tx).get('clip', 'A'));
    const { proposed } = await given.store.read((tx) =>
      computeProposedViews(tx, change, row && viewsOf(row), baselines),
    );
    expect(proposed).toEqual(record);
    await decide(bridge, 'A', true);
    expect(await live('clip')).toEqual({ A: record });
    expect(await bridge.sync()).toMatchObject({ proposed: [], outgoing: [], sent: null, problems: [] });
  }
  const body = { ...known, description: 'By a v1 client.' };
  const ofClient = { category: 'clip', operation: 'update', name: 'A', format: 'legacy' } as const;
  await bridge.write({ ...ofClient, record: body, caller: person });
  expect(await live('clip')).toEqual({ A: { ...body, config: more.config } });
  expect((await verifyStore(given.store)).problems).toEqual([]);
});

describe('blanks around the files of a record', () => {
  const hash = 'a'.repeat(64);
  const address = 'https://example.org/a.bin';
  const text = (sha256sum: string, file_url: string, name = 'a.bin', description = 'x') =>
    `${JSON.stringify({ A: { name: 'A', type: 'clip', description, config: { files: [{ path: name, sha256sum }], download: [{ file_name: name, file_path: '', file_url }] } } }, null, 4)}\n`;
  const filesOf = async () => (await live('clip')).A?.config;
  const plain = {
    files: [{ path: 'a.bin', sha256sum: hash }],
    download: [{ file_name: 'a.bin', file_path: '', file_url: address }],
  };

  test('do not come in, and are no difference afterwards', async () => {
    const bridge = setup({ kind: 'image', policy: 'trust' });
    const padded = text(` ${hash}\n`, `\u200B${address}\u00A0`, 'a.bin ');
    bridge.remote.commit({ 'clip.json': padded });
    expect(await bridge.sync()).toMatchObject({ applied: 1, problems: [] });
    expect(await filesOf()).toEqual(plain);
    const nothing = { proposed: [], outgoing: [], sent: null, conflicts: [], problems: [] };
    expect(await bridge.sync()).toMatchObject(nothing);
    bridge.remote.commit({ 'clip.json': text(hash, ` ${address}`) });
    expect(await bridge.sync()).toMatchObject(nothing);
    expect(await filesOf()).toEqual(plain);
  });

  test('do not go out with a change, and are left where they stand without one', async () => {
    const bridge = setup({ kind: 'image', policy: 'trust', out: 'push' });
    const other = JSON.parse(text(` ${hash}`, address)).A;
    const both = { ...JSON.parse(text(` ${hash}`, address)), B: { ...other, name: 'B' } };
    bridge.remote.commit({ 'clip.json': `${JSON.stringify(both, null, 4)}\n` });
    await bridge.sync();
    await edit(bridge, 'clip', 'A', { description: 'ours' });
    expect(await bridge.sync()).toMatchObject({ conflicts: [], sent: { pushed: true } });
    const sent = JSON.parse(bridge.remote.file('clip.json') ?? '');
    expect(sent.A).toMatchObject({ description: 'ours', config: { files: [{ sha256sum: hash }] } });
    expect(sent.B.config.files[0].sha256sum).toBe(` ${hash}`);
  });
});

describe('a change here', () => {
  test('becomes one commit on one branch, with only its own lines', async ({ skip }) => {
    const bridge = await setupWithGit();
    bridge.remote.commit(textFiles(row('One', 'x'), row('Two'), row('Two'), row('Zed')));
    await bridge.sync();
    await edit(bridge, 'text_generation', 'acme/Two', { description: 'Better, now.' });
    await edit(bridge, 'text_generation', 'acme/New', { parameters: 3_000_000_000, style: 'chat' });
    const report = await bridge.sync();
    expect(report.sent).toMatchObject({ branch: bridgeBranch, pushed: true });
    expect(bridge.remote.git('diff', '--numstat', 'main', bridgeBranch, '--', 'models.csv')).toBe(
      '2\t1\tmodels.csv',
    );
    expect(bridge.remote.file('models.csv', bridgeBranch).split('\r\n')).toEqual([
      csvHeader,
      'acme/New,3,,,,,chat,,,',
      row('One', 'x'),
      row('Two'),
      row('Two', '"Better, now."'),
      row('Zed'),
      '',
    ]);
    expect(bridge.remote.git('log', '--format=%an|%B', '-1', bridgeBranch)).toBe(
      'modelref bridge|Registry: 1 added, 1 changed\n\nAdded:\n- acme/New (text_generation)\n\nChanged:\n- acme/Two (text_generation)',
    );
    expect(textFilesOf(bridge)['db.json']).toBe(bridge.remote.file('db.json', bridgeBranch));
    checkOurCommit(bridge);
    const again = await bridge.sync();
    expect(again.sent).toEqual({ ...report.sent, pushed: false });
    skip(!canCheckRepositories, notChecked);
  });

  function textFilesOf({ remote }: BridgeSetup) {
    return textFiles(...remote.file('models.csv', bridgeBranch).split('\r\n').slice(1, -1));
  }

  test.each<[string, (parents: { readonly ours: string; readonly theirs: string }) => string[]]>([
    ['merged', ({ ours, theirs }) => [theirs, ours]],
    ['squashed or rebased', ({ theirs }) => [theirs]],
  ])('follows when their branch moves on, and is agreed upon when it is %s', async (_how, parentsOf) => {
    const bridge = setup();
    const { remote } = bridge;
    remote.commit(textFiles(row('One')));
    await bridge.sync();
    await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
    await bridge.sync();
    const first = remote.head(bridgeBranch);
    remote.commit(textFiles(row('One'), row('Two')));
    await bridge.sync();
    const ours = remote.head(bridgeBranch) as string;
    expect(ours).not.toBe(first);
    expect(remote.look(ours).parents).toEqual([remote.head()]);
    const theirs = remote.commit(textFiles(row('One'), row('Two'), row('Three')));
    const [, ...merged] = remote.file('models.csv', bridgeBranch).trimEnd().split('\r\n');
    remote.commit(textFiles(...merged, row('Three')), { parents: parentsOf({ ours, theirs }) });
    const three = { name: 'acme/Three', operation: 'create' };
    expect(await bridge.sync()).toMatchObject({ proposed: [three], outgoing: [], sent: null });
  });

  test('goes to their branch itself where that is allowed', async () => {
    const bridge = await met(textFiles(row('One')), { out: 'push' });
    await edit(bridge, 'text_generation', 'acme/One', null);
    expect((await bridge.sync()).sent).toMatchObject({ branch: 'main', pushed: true });
    expect(bridge.remote.file('models.csv')).toBe(`${csvHeader}\r\n`);
    expect(await bridge.sync()).toMatchObject({ proposed: [], outgoing: [], sent: null });
  });

  test('is no removal by an import, though a change had once removed the model', async () => {
    const bridge = await met(textFiles(row('One'), row('Two')));
    const model = { category: 'text_generation', name: 'acme/Two', format: 'v2' } as const;
    const found = await given.store.read((tx) => modelStore(tx).get(model.category, model.name));
    const removal = { ...model, operation: 'delete', record: null } as const;
    const { proposals, review, apply } = bridge.options.queue;
    const [change] = await proposals.proposeAll([{ ...removal, caller: person, route: '' }]);
    const ids = [change?.change_id ?? 0];
    await review.processBatch({ batch_title: 'Removed', approved_ids: ids }, person);
    await apply.applyMany({ changeIds: ids, allowMixedBatch: true }, person);
    await edit(bridge, model.category, model.name, JSON.parse(found?.v2 ?? '{}') as JsonObject);
    await bridge.sync();
    await bridge.write({ ...removal, caller: { ...person, userId: 'import' } });
    expect(await bridge.sync()).toMatchObject({
      outgoing: [],
      problems: [{ name: 'acme/Two', reason: expect.stringContaining('no change has deleted it') }],
    });
  });

  test.each<[string, Parameters<BridgeInMemory['remote']['commit']>[1]]>([
    ['a commit', {}],
    ['our own, amended', { author: `${bridgeIdentity.name} <${bridgeIdentity.email}>` }],
  ])('does not go over what others did on our branch: %s', async (_what, how) => {
    const bridge = await met(textFiles(row('One')));
    await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
    await bridge.sync();
    const theirs = bridge.remote.commit({ 'notes.txt': 'mine' }, { branch: bridgeBranch, ...how });
    await edit(bridge, 'text_generation', 'acme/One', { description: 'ours again' });
    const report = await bridge.sync();
    expect(report.sent).toBeNull();
    expect(report.problems.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('commits that the bridge did not make'),
    ]);
    expect(bridge.remote.head(bridgeBranch)).toBe(theirs);
  });
});

describe('both sides', () => {
  test('changes of different fields go together', async () => {
    const bridge = await met(textFiles(row('One')));
    await edit(bridge, 'text_generation', 'acme/One', { nsfw: true, description: 'ours' });
    bridge.remote.commit(textFiles(row('One', '', 'story')));
    await bridge.sync();
    expect((await live())['acme/One']).toMatchObject({
      nsfw: true,
      description: 'ours',
      style: 'story',
    });
    expect(bridge.remote.file('models.csv', bridgeBranch).split('\r\n')[1]).toBe(row('One', 'ours', 'story'));
  });

  test.each([
    ['queued', 'proposals', 'proposeAll', 'during'],
    ['applied', 'review', 'processBatch', 'during'],
    ['applied, when the process is killed', 'review', 'processBatch', 'after'],
  ] as const)('keep what is changed here before the commit is %s', async (_, part, name, when) => {
    const bridge = await met(textFiles(row('One')));
    bridge.remote.commit(textFiles(row('One', '', 'story')));
    const change = () => edit(bridge, 'text_generation', 'acme/One', { nsfw: true, description: 'ours' });
    const methods = bridge.options.queue[part] as unknown as Record<string, (...args: unknown[]) => unknown>;
    const method = methods[name]!;
    methods[name] = async (...args) => {
      methods[name] = method;
      if (when === 'after') throw new Error('killed');
      await change();
      return method(...args);
    };
    const { options, repository } = bridge;
    const open = async () => repository;
    const rounds = createBridge({ ...options, renewLease: async () => true }, [
      { ...repository, url: '', github: null, open },
    ]);
    const [outcome] = await rounds.sync({ dryRun: false });
    if (when === 'after') {
      expect(outcome).toMatchObject({ error: expect.stringContaining('killed') });
      await change();
      await bridge.sync();
    }
    expect((await live())['acme/One']).toMatchObject({ nsfw: true, description: 'ours', style: 'story' });
    expect((await ownChanges()).map(({ status }) => status)).not.toContain('approved');
  });

  async function inConflict(policy: 'review' | 'trust' = 'trust') {
    const bridge = await met(textFiles(row('One')), { policy });
    if (policy === 'review') await decide(bridge, 'acme/One', true);
    await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
    bridge.remote.commit(textFiles(row('One', 'theirs')));
    const report = await bridge.sync();
    expect(report).toMatchObject({ conflicts: ['text_generation/acme/One'], applied: 0, outgoing: [] });
    return bridge;
  }

  test('a conflict is a proposal that says both sides, and nothing is overwritten', async () => {
    const bridge = await inConflict();
    expect((await live())['acme/One']).toMatchObject({ description: 'ours' });
    expect(bridge.remote.head(bridgeBranch)).toBeNull();
    expect((await ownChanges()).at(-1)).toMatchObject({
      status: 'pending',
      notes: expect.stringContaining('CONFLICT: both sides changed description.'),
      request_metadata: { bridge: { conflict: [{ path: 'description', theirs: 'theirs', ours: 'ours' }] } },
    });
    expect((await bridge.sync()).proposed).toEqual([]);
  });

  test('who proposed what the registry holds is told of the conflict, as approvers are of the proposal', async () => {
    const bridge = await met(textFiles(row('One')), { tell: notifyInboxes([person.userId]) });
    const found = await given.store.read((tx) => modelStore(tx).get('text_generation', 'acme/One'));
    const record = { ...(JSON.parse(found?.v2 ?? '') as JsonObject), description: 'ours' };
    const caller = { userId: '8', username: 'Rita#8', isRequestor: true, isApprover: true };
    const { proposals, review, apply } = bridge.options.queue;
    const what = { category: 'text_generation', operation: 'update', name: 'acme/One', record } as const;
    const { change_id: own } = await proposals.propose({ ...what, format: 'v2', caller, route: 'test' });
    await review.processBatch({ batch_title: 'Ours', approved_ids: [own] }, person);
    await apply.applyMany({ changeIds: [own], allowMixedBatch: true }, person);
    bridge.remote.commit(textFiles(row('One', 'theirs')));
    await bridge.sync();
    const told = (user_id: string) =>
      given.store.read((tx) => inboxStore(tx).list({ user_id, kinds: ['conflict', 'proposed'] }, 1));
    const asked = (await ownChanges()).at(-1)?.change_id;
    expect(await told('8')).toMatchObject([
      {
        ...{ kind: 'conflict', because: 'requested', change_id: own, actor_id: 'bridge' },
        excerpt: expect.stringMatching(`^Change ${asked}: CONFLICT: both sides changed description\\.`),
      },
    ]);
    expect(await told(person.userId)).toMatchObject([{ kind: 'proposed', change_id: asked }]);
  });

  test('a conflict whose proposal is applied is decided for the repository', async () => {
    const bridge = await inConflict();
    await decide(bridge, 'acme/One', true);
    expect(await bridge.sync()).toMatchObject({ conflicts: [], outgoing: [], sent: null });
  });

  test('a conflict whose proposal is rejected is decided for the registry', async () => {
    const bridge = await inConflict('review');
    await decide(bridge, 'acme/One', false);
    expect(await bridge.sync()).toMatchObject({ conflicts: [], proposed: [] });
    expect(bridge.remote.file('models.csv', bridgeBranch).split('\r\n')[1]).toBe(row('One', 'ours'));
  });

  test.each(['trust', 'review'] as const)(
    'an edit there of a model that was renamed here does not bring it back (%s)',
    async (policy) => {
      const bridge = await met(textFiles(row('One')), { policy });
      if (policy === 'review') {
        await decide(bridge, 'acme/One', true);
        bridge.remote.commit(textFiles(row('One', 'waits')));
        await bridge.sync();
      }
      const { proposals, review, apply } = bridge.options.queue;
      const found = await given.store.read((tx) => modelStore(tx).get('text_generation', 'acme/One'));
      const { change_id } = await proposals.propose({
        ...{ category: 'text_generation', operation: 'update', name: 'acme/One', format: 'v2' },
        ...{ renamesTo: 'acme/Two', record: JSON.parse(found?.v2 ?? ''), caller: person, route: 'test' },
      });
      await review.processBatch({ batch_title: 'Rename', approved_ids: [change_id] }, person);
      await apply.applyMany({ changeIds: [change_id] }, person);
      if (policy === 'review') {
        // The proposal from before the rename.
        await decide(bridge, 'acme/One', true);
        expect(Object.keys(await live())).toEqual(['acme/Two']);
      }
      bridge.remote.commit(textFiles(row('One', 'theirs')));
      await bridge.sync();
      expect(Object.keys(await live())).toEqual(['acme/Two']);
      expect((await ownChanges()).at(-1)).toMatchObject({
        ...{ status: 'pending', operation: 'create', model_name: 'acme/One' },
        notes: expect.stringContaining('CONFLICT: both sides changed the whole record.'),
      });
    },
  );

  test('what reviewers refuse stays as it is on both sides', async () => {
    const bridge = await met(textFiles(row('One')), { policy: 'review' });
    await decide(bridge, 'acme/One', false);
    expect(await bridge.sync()).toMatchObject({ proposed: [], outgoing: [], sent: null });
    bridge.remote.commit(textFiles(row('One', 'better')));
    expect((await bridge.sync()).proposed).toHaveLength(1);
  });
});

describe('a history that was rewritten', () => {
  test('is taken in for review, even where the repository is trusted', async () => {
    const bridge = setup();
    const first = bridge.remote.commit(textFiles(row('One')));
    bridge.remote.commit(textFiles(row('Two'), row('One')));
    await bridge.sync();
    bridge.remote.setRef('refs/heads/main', first);
    expect(await bridge.sync()).toMatchObject({
      applied: 0,
      outgoing: [],
      proposed: [{ name: 'acme/Two', operation: 'delete' }],
    });
    expect(await bridge.sync()).toMatchObject({ applied: 0, outgoing: [], proposed: [] });
  });

  /** A trusted repository whose rewritten history waits for review: it changes `acme/Two`. */
  const rewritten = async () => {
    const bridge = await met(textFiles(row('One'), row('Two'), row('Three')));
    bridge.remote.commit(textFiles(row('One'), row('Two', 'rewritten'), row('Three')), { parents: [] });
    expect(await bridge.sync()).toMatchObject({ applied: 0, proposed: [{ name: 'acme/Two' }] });
    return bridge;
  };
  const three = textFiles(row('One'), row('Two', 'rewritten'), row('Three', 'new'));

  test('is proposed again for review when its proposals are purged', async () => {
    const bridge = await rewritten();
    await bridge.options.queue.review.purge({ purge_all: true }, person);
    expect(await bridge.sync()).toMatchObject({ applied: 0, proposed: [{ name: 'acme/Two' }] });
    await bridge.options.queue.review.purge({ purge_all: true }, person);
    bridge.remote.commit(three);
    expect(await bridge.sync()).toMatchObject({ applied: 0, proposed: [{}, {}] });
  });

  test('is not live by a later commit to the same model', async () => {
    const bridge = await rewritten();
    bridge.remote.commit(textFiles(row('One'), row('Two', 'rewritten', 'story'), row('Three')));
    expect(await bridge.sync()).toMatchObject({ applied: 0, proposed: [{ name: 'acme/Two' }] });
  });

  test.each([true, false])('keeps no later commit from trust once it is decided: %s', async (decision) => {
    const bridge = await rewritten();
    await decide(bridge, 'acme/Two', decision);
    await bridge.sync();
    bridge.remote.commit(three);
    expect(await bridge.sync()).toMatchObject({ applied: 1, proposed: [{ name: 'acme/Three' }] });
  });
});

test('a registry with an old state next to a repository that moved on asks for nothing', async () => {
  const first = setup();
  first.remote.commit(textFiles(row('One'), row('Two')));
  await first.sync();
  first.remote.commit(textFiles(row('One', 'edited'), row('New1'), row('New2')));
  // Seeded from the first commit, it has never heard of the repository.
  await given.store.write(async (tx) => {
    const known = await bridgeStore(tx).records('text', 'text_generation');
    await bridgeStore(tx).put(known.map((record) => ({ ...record, repository: 'elsewhere' })));
  });
  const second = setup({ remote: first.remote, policy: 'review' });
  const stranger = { ...second.repository, name: 'stranger' };
  const report = await syncRepository(second.options, stranger, { dryRun: false });
  expect(report.outgoing).toEqual([]);
  expect(report.proposed.map(({ name, operation }) => [name, operation]).sort()).toEqual([
    ['acme/New1', 'create'],
    ['acme/New2', 'create'],
    ['acme/One', 'update'],
    ['acme/Two', 'delete'],
  ]);
});

test('what was changed here before they first met is asked for, by what the model was before', async () => {
  const bridge = setup();
  const first = bridge.remote.commit(textFiles(row('One', 'first'), row('Two')));
  // As from files: the registry was filled before it heard of the repository.
  await edit(bridge, 'text_generation', 'acme/One', {
    ...{ record_type: 'text_generation', parameters: 7_000_000_000, description: 'first' },
    ...{ style: 'chat', tags: ['b', 'a'], instruct_format: 'ChatML' },
  });
  await edit(bridge, 'text_generation', 'acme/One', { description: 'ours' });
  bridge.remote.commit(textFiles(row('One', 'first', 'story'), row('Two')), { parents: [first] });
  expect(await bridge.sync()).toMatchObject({ conflicts: [], outgoing: [{ name: 'acme/One' }] });
  expect(bridge.remote.file('models.csv', bridgeBranch).split('\r\n')[1]).toBe(row('One', 'ours', 'story'));
});

test('a dry run says the same and does nothing', async () => {
  const bridge = await met(textFiles(row('One')));
  await edit(bridge, 'text_generation', 'acme/One', { style: 'story' });
  bridge.remote.commit(textFiles(row('One'), row('Two')));
  const dry = await bridge.sync({ dryRun: true });
  expect(dry).toMatchObject({
    proposed: [{ name: 'acme/Two' }],
    outgoing: [{ name: 'acme/One' }],
    sent: { pushed: false },
  });
  expect(await ownChanges()).toHaveLength(1);
  expect(bridge.remote.head(bridgeBranch)).toBeNull();
  const real = await bridge.sync();
  expect(real.proposed).toEqual(dry.proposed);
  expect(real.sent).toEqual({ ...dry.sent, pushed: true });
});

test('the image repository gets its second commit, which names the first', async ({ skip }) => {
  const bridge = await setupWithGit({ kind: 'image' });
  const model = {
    name: 'A',
    baseline: 'stable diffusion 1',
    type: 'ckpt',
    inpainting: false,
    description: 'A.',
    version: '1',
    style: 'generalist',
    nsfw: false,
    download_all: false,
    config: {
      files: [{ path: 'a.safetensors', sha256sum: 'ab'.repeat(32) }],
      download: [{ file_name: 'a.safetensors', file_path: '', file_url: 'https://huggingface.co/a' }],
    },
    available: false,
    features_not_supported: ['hires_fix'],
  };
  const text = `${JSON.stringify({ A: model }, null, 4)}\n`;
  const added = bridge.remote.commit({ 'stable_diffusion.json': text });
  const time = bridge.remote.git('log', '-1', '--format=%ct');
  const dates = {
    commit_added: added,
    date_added: Number(time),
    commit_modified: added,
    date_modified: Number(time),
    commit_removed: null,
    date_removed: null,
  };
  bridge.remote.commit({ 'model_mod_data.json': `${JSON.stringify({ A: dates }, null, 4)}\n` });
  expect(await bridge.sync()).toMatchObject({ applied: 1, problems: [], outgoing: [] });
  await edit(bridge, 'image_generation', 'A', { description: 'Better.' });
  await bridge.sync();
  expect(bridge.remote.git('log', '--format=%s', `main..${bridgeBranch}`)).toBe(
    'Date info\nRegistry: 1 changed',
  );
  expect(bridge.remote.git('diff', '--numstat', 'main', `${bridgeBranch}^`)).toBe(
    '1\t1\tstable_diffusion.json',
  );
  checkOurCommit(bridge);
  const made = JSON.parse(bridge.remote.file('model_mod_data.json', bridgeBranch)) as { A: typeof dates };
  expect(made.A).toMatchObject({
    commit_added: added,
    commit_modified: bridge.remote.git('rev-parse', `${bridgeBranch}^`),
  });
  skip(!canCheckRepositories, notChecked);
});

test('a long title is stored shortened, wherever it is kept', async () => {
  const bridge = setup({ kind: 'image', policy: 'review' });
  bridge.remote.commit({ 'clip.json': clip('A', 'B') }, { message: `${'long '.repeat(5_000)}\n\nBody.` });
  await bridge.sync();
  const kept = await given.store.read(async (tx) => [
    ...(await changeStore(tx).list({}, { limit: 9, offset: 0 })).items,
    await bridgeStore(tx).state('image'),
  ]);
  expect(kept).toHaveLength(3);
  for (const each of kept) expect(JSON.stringify(each).length).toBeLessThan(12_000);
});

test('a merge commit with changes of its own is taken in as a whole', async () => {
  const bridge = setup({ kind: 'image' });
  const { remote } = bridge;
  const base = remote.commit({ 'clip.json': clip('A') });
  await bridge.sync();
  const side = remote.commit({ 'clip.json': clip('A', 'B') }, { branch: 'side', parents: [base] });
  const ours = remote.commit({ 'clip.json': clip('A', 'C') }, { parents: [base] });
  remote.commit({ 'clip.json': clip('A', 'B', 'C', 'Evil') }, { parents: [ours, side], message: 'Merged' });
  const report = await bridge.sync();
  expect(report.commits.map(({ title, proposed }) => [title, proposed])).toEqual([
    ['Added X', 1],
    ['Merged', 2],
  ]);
  expect(Object.keys(await live('clip'))).toEqual(['A', 'B', 'C', 'Evil']);
});

test('what only the registry has of a text model stays when its row is edited there', async () => {
  const bridge = setup();
  const file = (description: string) => ({ 'models.csv': csv(`acme/One,7,,,,${description},chat,,,`) });
  bridge.remote.commit(file(''));
  await bridge.sync();
  const own = { name: 'acme/One', parameters: 7e9, style: 'chat', license: 'mit' };
  const mit = { license_expression: 'MIT', license_ids: ['MIT'] };
  const licensing = { ...mit, commercial_use: 'allowed', redistribution: 'allowed' };
  await edit(bridge, 'text_generation', 'acme/One', { licensing });
  await bridge.write({
    ...{ category: 'text_generation', operation: 'update', name: 'acme/One', record: own, format: 'legacy' },
    caller: person,
  });
  expect(await bridge.sync()).toMatchObject({ outgoing: [] });
  bridge.remote.commit(file('theirs'));
  expect(await bridge.sync()).toMatchObject({ applied: 1, outgoing: [] });
  expect((await live())['acme/One']).toMatchObject({ description: 'theirs', license: 'mit' });
  const stored = await given.store.read((tx) => modelStore(tx).get('text_generation', 'acme/One'));
  expect(JSON.parse(stored!.v2).licensing).toMatchObject(licensing);
});
