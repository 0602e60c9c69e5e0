import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { categoriesOf, companions } from '../../../src/modules/bridge/bridged-repository.ts';
import type { SyncReport } from '../../../src/modules/bridge/sync.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { exportReferences } from '../../../src/modules/transfer/export.ts';
import { readRecordFile } from '../../../src/modules/transfer/repository-files/record-file.ts';
import { categories } from '../../../src/records/categories/index.ts';
import type { Store } from '../../../src/store/store.ts';
import { bridgeSetup, GitRemote } from '../../support/bridge-setup.ts';
import { standingRecords } from './standing-records.ts';

export interface Replayed {
  commits: number;
  /** The number of files that were compared byte for byte. */
  files: number;
  /** The number of models that were compared, over all commits. */
  models: number;
  /**
   * The number of records that the registry cannot hold, and of models whose rows cannot be told apart, over
   * all commits; they stay in their files.
   */
  unreadable: number;
}

/**
 * Takes in a public repository commit by commit, along its first-parent line, as a trusted one. After each
 * commit the bridge has nothing to send back, the legacy export has the same bytes, and every readable record
 * is live.
 *
 * @param newest the number of the newest commits to replay, after the one before them
 */
export async function replayHistory(
  store: Store,
  bundle: string,
  kind: 'image' | 'text',
  newest: number,
  onCommit: (done: number, all: number) => void = () => {},
): Promise<Replayed> {
  await using undo = new AsyncDisposableStack();
  const remote = new GitRemote();
  undo.defer(() => remote.remove());
  const line = firstParents(remote, bundle).slice(-newest - 1);
  const { sync } = await bridgeSetup(store, (undone) => undo.defer(undone), { kind, remote });
  const definitions = categoriesOf(kind, categories);
  const fileNames = definitions.map(({ legacy }) => legacy.fileName);
  if (kind === 'text') fileNames.push(companions.made);
  const replayed: Replayed = { commits: 0, files: 0, models: 0, unreadable: 0 };
  for (const commit of line) {
    remote.git('update-ref', 'refs/heads/main', commit);
    const report = await sync({ accepting: true });
    deepStrictEqual(report.outgoing, [], `${commit}: nothing is sent back`);
    strictEqual(report.sent, null, `${commit}: no byte differs`);
    const exported = new Map(
      (await exportReferences(store, categories, 'legacy')).map(({ name, text }) => [name, text]),
    );
    const texts = remote.files(fileNames, commit);
    for (const definition of definitions) {
      const { fileName } = definition.legacy;
      const text = texts.get(fileName) ?? null;
      if (text === null) continue;
      const file = readRecordFile(definition, text);
      if (!file.readable) continue;
      const live = await store.read((tx) => modelStore(tx).list(definition.name));
      // A quotation mark that is not closed hides the rows behind it, whose models stay.
      const standing = new Set(standingRecords(fileName, text)?.map(({ name }) => name));
      const isRead = (name: string) => file.records.has(name) || file.unreadable.has(name);
      const hidden = waitsToBeMended(report)
        ? live.filter(({ name }) => standing.has(name) && !isRead(name))
        : [];
      const unread = new Set([...file.unreadable.keys(), ...hidden.map(({ name }) => name)]);
      deepStrictEqual(
        new Set(live.map(({ name }) => name).filter((name) => !unread.has(name))),
        new Set(file.records.keys()),
        `${commit}: ${fileName}`,
      );
      const out = exported.get(fileName) ?? '';
      if (hidden.length === 0) strictEqual(out, text, `${commit}: ${fileName} comes out as it went in`);
      const { records } = readRecordFile(definition, out);
      for (const { name } of hidden) ok(records.has(name), `${commit}: ${name} is exported`);
      replayed.files += 1;
      replayed.models += live.length;
      replayed.unreadable += unread.size;
      const made = texts.get(companions.made) ?? null;
      if (made !== null && hidden.length === 0)
        strictEqual(exported.get(companions.made), made, `${commit}: ${companions.made}`);
    }
    replayed.commits += 1;
    onCommit(replayed.commits, line.length);
  }
  return replayed;
}

/** Whether the bridge sends nothing because the generator of the repository would stop at a row. */
export function waitsToBeMended({ problems }: Pick<SyncReport, 'problems'>): boolean {
  return problems.some(({ reason }) => reason.endsWith('nothing is sent until that is mended'));
}

/**
 * Gives the commits of a bundle's branch, oldest first, in a repository that has none of them on a branch of
 * its own.
 */
export function firstParents(remote: GitRemote, bundle: string): string[] {
  execFileSync('git', ['-C', remote.path, 'fetch', '--quiet', bundle, 'main:refs/heads/all'], {
    stdio: 'pipe',
  });
  return remote.git('rev-list', '--first-parent', '--reverse', 'all').split('\n');
}

export const bundleOf = (folder: string, kind: 'image' | 'text') => join(folder, 'history', `${kind}.bundle`);
