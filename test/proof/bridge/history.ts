import { deepStrictEqual, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { categories } from '../../../src/registry/categories/index.ts';
import type { JsonObject } from '../../../src/registry/json.ts';
import { readRecordFile } from '../../../src/registry/repository-files/record-file.ts';
import { categoriesOf, companions } from '../../../src/services/bridge/bridged-repository.ts';
import type { Store } from '../../../src/services/ports/store/store.ts';
import { exportReferences } from '../../../src/services/transfer/export.ts';
import { bridgeSetup, GitRemote } from '../../support/bridge-setup.ts';
import { repositoryChecks } from '../../support/repository-checks.ts';

export interface Replayed {
  commits: number;
  /** Files that were compared byte for byte. */
  files: number;
  /** Models that were compared, over all commits. */
  models: number;
  /** Records that the registry cannot hold, over all commits; they stay in their files. */
  unreadable: number;
  /** Commits of ours, each with one change, that the repositories' own checks had nothing against. */
  ours: number;
}

/**
 * Takes in a public repository commit by commit, along its first-parent line, as a trusted one: after each, the
 * bridge has nothing to send back, the legacy export has the same bytes, and every readable record is live. Now
 * and then a record is changed here: the commit that comes of it passes the repositories' own checks, and
 * nothing is left of it when the change is taken back.
 *
 * @param newest how many of the newest commits, after the one before them
 */
export async function replayHistory(
  store: Store,
  bundle: string,
  kind: 'image' | 'text',
  newest: number,
  {
    changeEvery,
    onCommit = () => {},
  }: {
    /** After how many commits a record is changed here. */
    changeEvery: number;
    onCommit?: (done: number, all: number) => void;
  },
): Promise<Replayed> {
  await using undo = new AsyncDisposableStack();
  const remote = new GitRemote();
  undo.defer(() => remote.remove());
  execFileSync('git', ['-C', remote.path, 'fetch', '--quiet', bundle, 'main:refs/heads/all'], {
    stdio: 'pipe',
  });
  const line = remote
    .git('rev-list', '--first-parent', '--reverse', 'all')
    .split('\n')
    .slice(-newest - 1);
  const { sync, write } = await bridgeSetup(store, (undone) => undo.defer(undone), { kind, remote });
  const definitions = categoriesOf(kind, categories);
  const replayed: Replayed = { commits: 0, files: 0, models: 0, unreadable: 0, ours: 0 };
  for (const commit of line) {
    remote.git('update-ref', 'refs/heads/main', commit);
    const report = await sync();
    deepStrictEqual(report.outgoing, [], `${commit}: nothing is sent back`);
    strictEqual(report.sent, null, `${commit}: no byte differs`);
    const exported = new Map(
      (await exportReferences(store, categories, 'legacy')).map(({ name, text }) => [name, text]),
    );
    for (const definition of definitions) {
      const { fileName } = definition.legacy;
      const text = textOf(remote, commit, fileName);
      if (text === null) continue;
      const file = readRecordFile(definition, text);
      if (!file.readable) continue;
      const live = await store.read(({ models }) => models.list(definition.name));
      deepStrictEqual(
        new Set(live.map(({ name }) => name).filter((name) => !file.unreadable.has(name))),
        new Set(file.records.keys()),
        `${commit}: ${fileName}`,
      );
      strictEqual(exported.get(fileName), text, `${commit}: ${fileName} comes out as it went in`);
      replayed.files += 1;
      replayed.models += live.length;
      replayed.unreadable += file.unreadable.size;
      const made = kind === 'text' ? textOf(remote, commit, companions.made) : null;
      if (made !== null) strictEqual(exported.get(companions.made), made, `${commit}: ${companions.made}`);
    }
    replayed.commits += 1;
    const at = replayed.commits / changeEvery;
    if (Number.isInteger(at) && (await changeOne(commit, at))) replayed.ours += 1;
    onCommit(replayed.commits, line.length);
  }
  return replayed;

  /** False where the file that is changed cannot be read. */
  async function changeOne(commit: string, at: number): Promise<boolean> {
    const category = kind === 'text' ? 'text_generation' : 'image_generation';
    const rows = await store.read(({ models }) => models.list(category));
    const row = rows[(at * 97) % rows.length];
    if (!row) return false;
    const { name } = row;
    const before = JSON.parse(row.v2) as JsonObject;
    const put = (record: JsonObject) =>
      write({ category, operation: 'update', name, record, format: 'v2', caller: person });
    await put({ ...before, description: `Changed here, "${at}", – and back.` });
    const { sent, outgoing, problems } = await sync();
    await put(before);
    strictEqual((await sync()).sent, null, `${commit}: nothing is left of a change`);
    if (sent === null || problems.some(({ file, name: of }) => file === 'models.csv' && of === null))
      return false;
    deepStrictEqual(
      outgoing.map((each) => [each.name, each.change]),
      [[name, 'changed']],
    );
    deepStrictEqual(repositoryChecks(remote, kind, [`${commit}..${sent.commit}`]), [], commit);
    return true;
  }
}

const person = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };

function textOf(remote: GitRemote, commit: string, name: string): string | null {
  try {
    return remote.file(name, commit);
  } catch {
    return null;
  }
}

export const bundleOf = (folder: string, kind: 'image' | 'text') => join(folder, 'history', `${kind}.bundle`);
