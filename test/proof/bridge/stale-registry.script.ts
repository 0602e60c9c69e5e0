import { deepStrictEqual, ok } from 'node:assert';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { bridgeBranch } from '../../../src/modules/bridge/bridged-repository.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { importReferences } from '../../../src/modules/transfer/import.ts';
import { readReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import { generateDbJson } from '../../../src/modules/transfer/repository-files/db-json.ts';
import { categories } from '../../../src/records/categories/index.ts';
import { openStore } from '../../../src/store/open.ts';
import { bridgeSetup, GitRemote } from '../../support/bridge-setup.ts';
import { canCheckRepositories, repositoryChecks } from '../../support/repository-checks.ts';
import { sharedData } from '../../support/shared-data-folder.ts';
import { bundleOf, firstParents } from './history.ts';
import { checkOurFile } from './our-lines.ts';
import { standingRecords } from './standing-records.ts';

const person = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };
const kinds = {
  // One of the names that the file has twice.
  text: ['text_generation', 'models.csv', 'lightblue/Karasu-Mixtral-8x22B-v0.1'],
  image: ['image_generation', 'stable_diffusion.json', 'AlbedoBase XL (SDXL)'],
} as const;
if (sharedData === null || !canCheckRepositories) {
  console.error('needs MODELREF_SHARED_DATA with history/ and legacy/, and python3');
  process.exit(2);
}
for (const kind of ['text', 'image'] as const) await checkStaleRegistry(sharedData, kind);

/**
 * Fills a registry from the state that ends the bundle, changes one model, and meets the repository as the
 * curators have it half a year later.
 */
async function checkStaleRegistry(folder: string, kind: 'text' | 'image'): Promise<void> {
  const [category, fileName, name] = kinds[kind];
  await using undo = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'modelref-stale-'));
  undo.defer(() => rm(directory, { recursive: true, force: true }));
  const store = await openStore(`sqlite:${join(directory, 'registry.db')}`);
  undo.defer(() => store.close());
  const remote = new GitRemote();
  undo.defer(() => remote.remove());
  const left = firstParents(remote, bundleOf(folder, kind)).at(-1) as string;
  const now: Record<string, string> = {};
  for (const each of await readdir(join(folder, 'legacy', kind)))
    now[each] = await readFile(join(folder, 'legacy', kind, each), 'utf8');
  const old = remote.files(Object.keys(now), left);
  if (kind === 'text') now['db.json'] = dbJson(now);
  remote.commit(now, { parents: [left] });

  const source = { label: (path: string) => path, read: async (path: string) => old.get(path) ?? null };
  const read = await readReferenceFiles(source, categories, null);
  await importReferences(store, read, { canonicalFormat: 'v2', now: 1000, skipInvalid: true });
  const setup = await bridgeSetup(store, (end) => undo.defer(end), { kind, remote, policy: 'review' });
  const row = await store.read((tx) => modelStore(tx).get(category, name));
  ok(row, `${name} is here`);
  const record = { ...(JSON.parse(row.v2) as JsonObject), description: 'Changed here.' };
  await setup.write({ category, operation: 'update', name, record, format: 'v2', caller: person });

  const { outgoing, conflicts, proposed, sent } = await setup.sync({ accepting: true });
  deepStrictEqual(
    outgoing,
    [{ category, name, change: 'changed' }],
    'only what was changed here is asked for',
  );
  deepStrictEqual(conflicts, []);
  const [before, there] = [old.get(fileName) ?? '', now[fileName] ?? ''].map(
    (text) => new Set(standingRecords(fileName, text)?.map((each) => each.name)),
  );
  const asked = (operation: string) =>
    proposed
      .filter((each) => each.category === category && each.operation === operation)
      .map((each) => each.name);
  const without = (some: Iterable<string> = [], others?: ReadonlySet<string>) =>
    [...some].filter((each) => !others?.has(each)).sort();
  deepStrictEqual(asked('create').sort(), without(there, before), 'what curators have added');
  deepStrictEqual(asked('delete').sort(), without(before, there), 'what curators have removed');

  const ours = sent?.commit ?? '';
  const texts = { there: now[fileName] ?? '', here: remote.file(fileName, ours) };
  const kept = checkOurFile(remote, { commit: 'main', ours, fileName }, texts, outgoing);
  const lineEnds = (text: string) => [...text.matchAll(/\r?\n/g)].map(([end]) => end).join('');
  deepStrictEqual(lineEnds(texts.here), lineEnds(texts.there), 'line ends');
  deepStrictEqual(repositoryChecks(remote, kind, [`main..${ours}`]), []);
  const [counts = ''] = remote.git('diff', '--numstat', 'main', bridgeBranch, '--', fileName).split('\n');
  console.log(
    `${kind}: ${asked('create').length} added there, ${asked('update').length} changed, ${asked('delete').length} removed: proposed here. ` +
      `Sent: 0 removals, ${counts.split('\t').slice(0, 2).join(' and ')} lines of ${fileName}, ${kept} records as they were`,
  );
}

function dbJson(files: Readonly<Record<string, string>>): string {
  const {
    'models.csv': csv = '',
    'defaults.json': defaults = '',
    'generation_params.json': more = '',
  } = files;
  const made = generateDbJson(csv, { defaults, generationParams: more });
  if (!('text' in made)) throw new Error(made.reason);
  return made.text;
}
