import { afterAll, expect, test } from 'vitest';
import type { ContentRepository } from '../../../src/outside/content-repository.ts';
import {
  BranchMoved,
  notFile,
  notText,
  RepositoryUnavailable,
  tooLarge,
} from '../../../src/outside/content-repository.ts';
import { openGitRepository } from '../../../src/outside/git-repository.ts';
import { GitRemote } from '../../support/bridge-setup.ts';
import { newFolder } from '../../support/new-folder.ts';
import {
  type CommitInput,
  type CommitOptions,
  RepositoryInMemory,
} from '../../support/repository-in-memory.ts';

const remote = new GitRemote();
const memory = new RepositoryInMemory();
afterAll(() => remote.remove());

const [main, ours, merges] = ['main', 'ours', 'merges'].map((name) => `refs/heads/${name}`) as [
  string,
  string,
  string,
];

/** Commits to both. */
function commit(files: Record<string, CommitInput>, message = 'Changed it', how: CommitOptions = {}): string {
  const id = memory.commit(files, { message, ...how });
  expect(remote.commit(files, { message, ...how }), message).toBe(id);
  return id;
}

test('git and the repository in memory, which tests use in its place, answer alike', async () => {
  // More than git prints at once.
  const large = 'é\n'.repeat(1_000_000);
  const first = commit({ 'a.json': '{}\n', 'b.csv': 'é,1\r\n', large }, 'First\n\nWith a body.\n');
  const second = commit({ 'b.csv': 'é,2\r\n' });
  const removed = commit({ 'a.json': null, 'Z.md': '' });
  const side = commit({ 'b.csv': 'side\n' }, 'Aside', { branch: 'ours', parents: [first] });
  const head = commit({ 'a.json': '[]' }, 'Back again');
  const orphan = commit({ 'a.json': '0' }, 'Anew', { branch: 'anew', parents: [], time: 0 });
  const odd = commit(
    {
      ...{ latin: { bytes: Buffer.from('Ä', 'latin1') }, bom: '\ufeffa', nul: 'a\0' },
      huge: { bytes: Buffer.alloc(2 ** 22 + 1, 'a') },
      ...{ link: { link: 'a.json' }, submodule: { submodule: first } },
    },
    'Odd',
    { branch: 'odd', parents: [head], author: 'A Nother <a@example.org>', time: 99_999_999_999 },
  );
  const merge = commit({ 'a.json': 'merged' }, 'Merged', { branch: 'merges', parents: [head, side] });
  const theirs = commit({ 'b.csv': 'side\n' }, 'Merged theirs', { branch: 'merges', parents: [merge, side] });
  const lost = commit({ 'b.csv': 'lost' }, 'Not fetched', { branch: 'lost' });
  const git = await openGitRepository({
    ...{
      url: remote.path,
      directory: newFolder(),
      token: null,
      timeoutMs: { network: 20_000, local: 20_000 },
    },
  });

  const both = async <T>(ask: (content: ContentRepository) => Promise<T>): Promise<T> => {
    const said = await ask(git);
    expect(await ask(memory.content), String(ask)).toEqual(said);
    return said;
  };
  expect(await both((content) => content.has(head))).toBe(false);
  await both((content) => content.fetch([main, ours, merges, 'refs/heads/anew', 'refs/heads/odd']));
  for (const content of [git, memory.content])
    await expect(content.fetch(['refs/pull/1/head'])).rejects.toThrow(RepositoryUnavailable);
  expect(await both((content) => content.refs([main, ours, 'refs/heads/none']))).toEqual(
    new Map([
      [main, head],
      [ours, side],
    ]),
  );
  for (const id of [first, removed, side, orphan, odd, theirs]) {
    await both((content) => content.commit(id));
    await both((content) => content.names(id));
    await both((content) =>
      content.files(id, ['a.json', 'b.csv', 'large', 'none', 'latin', 'bom', 'nul', 'link', 'submodule']),
    );
    await both((content) => content.isAncestor(second, id));
    await both((content) => content.mergeBase(id, side));
    await both((content) => content.history(id, 'b.csv'));
    await both((content) => content.commits(null, id, ['a.json', 'b.csv', 'none'], 9));
  }
  expect(await both((content) => content.has(head))).toBe(true);
  expect(await both((content) => content.has(lost))).toBe(false);
  expect(await both((content) => content.has('1'.repeat(40)))).toBe(false);
  const from = await both((content) => content.commits(first, head, ['a.json', 'b.csv'], 9));
  expect(from.map(({ id }) => id)).toEqual([second, removed, head]);
  const newest = await both((content) => content.commits(first, head, ['a.json', 'b.csv'], 2));
  expect(newest.map(({ id }) => id)).toEqual([removed, head]);
  const merged = await both((content) => content.commits(head, theirs, ['a.json', 'b.csv'], 9));
  expect(merged.map(({ id }) => id)).toEqual([merge, theirs]);
  expect(await both((content) => content.history(head, 'a.json'))).toHaveLength(3);
  expect(await both((content) => content.versions([first, removed, head], 'a.json'))).toEqual([
    '{}\n',
    null,
    '[]',
  ]);
  const entries = await both((content) => content.files(odd, ['latin', 'link', 'submodule', 'huge']));
  expect([...entries.values()]).toEqual([notText, notFile, notFile, tooLarge]);
  await both((content) => content.versions([odd], 'latin'));
  await both((content) => content.versions([odd], 'huge'));

  const by = { name: 'The bridge', email: 'bridge@example.org' };
  const files = new Map([['a.json', '{"a": 1}\n']]);
  const made = await both((content) =>
    content.make({ parent: head, files, message: 'Made\n', by, time: 1_800_000_000 }),
  );
  await both((content) => content.commit(made));
  await both((content) => content.push('ours', made, side));
  await both((content) => content.push('new', made, null));
  for (const content of [git, memory.content]) {
    await expect(content.push('ours', head, side)).rejects.toThrow(BranchMoved);
    await expect(content.push('new', head, null)).rejects.toThrow(BranchMoved);
  }
  expect([remote.head('ours'), remote.head('new')]).toEqual([made, made]);
  expect([memory.head('ours'), memory.head('new')]).toEqual([made, made]);
});
