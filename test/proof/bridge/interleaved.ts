import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { categoriesOf } from '../../../src/modules/bridge/bridged-repository.ts';
import type { SyncReport } from '../../../src/modules/bridge/sync.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import { exportReferences } from '../../../src/modules/transfer/export.ts';
import { readRecordFile } from '../../../src/modules/transfer/repository-files/record-file.ts';
import type { ModelRecord } from '../../../src/records/categories/category.ts';
import { categories } from '../../../src/records/categories/index.ts';
import type { Store } from '../../../src/store/store.ts';
import { bridgeSetup, type GitRemote } from '../../support/bridge-setup.ts';
import { Random } from '../abuse/random.ts';
import { firstParents, waitsToBeMended } from './history.ts';
import { checkOurFile } from './our-lines.ts';
import { standingRecords } from './standing-records.ts';

export interface Interleaved {
  /** The number of their commits that were taken in. */
  commits: number;
  /** The number of changes that were made here between them. */
  changes: { created: number; edited: number; removed: number; takenBack: number };
  conflicts: number;
  /** The number of rows and records whose bytes our commits left as they were. */
  untouched: number;
  /** The range that each of our commits would merge, `theirs..ours`. */
  ranges: string[];
  /** The number of states in which the legacy export had the bytes of our commit. */
  exports: number;
}

const person = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };

/** The number of models that wait to be merged before some changes are taken back. */
const mostWaiting = 6;

/**
 * Takes in a public repository commit by commit, while people change records here, now and then one that the
 * next commit changes too. After each commit the branch of the bridge holds both sides' changes, nothing is
 * lost, and only the lines of models that were changed here differ.
 *
 * @param newest the number of the newest commits to take in
 * @param remote gets the history and our commits
 */
export async function interleaveHistory(
  store: Store,
  remote: GitRemote,
  bundle: string,
  kind: 'image' | 'text',
  { newest, seed }: { newest: number; seed: number },
  onCommit: (done: number, all: number) => void = () => {},
): Promise<Interleaved> {
  await using undo = new AsyncDisposableStack();
  const random = new Random(seed);
  const line = firstParents(remote, bundle).slice(-newest - 1);
  const { sync, write, options } = await bridgeSetup(store, (undone) => undo.defer(undone), { kind, remote });
  const definitions = categoriesOf(kind, categories);
  const fileNames = definitions.map(({ legacy }) => legacy.fileName);
  const found: Interleaved = {
    commits: 0,
    changes: { created: 0, edited: 0, removed: 0, takenBack: 0 },
    ...{ conflicts: 0, untouched: 0, ranges: [], exports: 0 },
  };
  /** Models changed here, `category/name`, whose files may differ. */
  const touched = new Set<string>();
  /** The names of the live models after the last commit that could be answered, by category. */
  const lastLive = new Map<string, string[]>();
  let made = 0;
  for (const [index, commit] of line.entries()) {
    remote.git('update-ref', 'refs/heads/main', commit);
    const report = await sync({ accepting: true });
    await check(commit, report);
    if (report.conflicts.length > 0) {
      found.conflicts += report.conflicts.length;
      await decide();
      const decided = await sync({ accepting: true });
      deepStrictEqual(decided.conflicts, [], `${commit}: all are decided`);
      await check(commit, decided);
    }
    found.commits += 1;
    onCommit(found.commits, line.length);
    const next = line[index + 1];
    for (let some = random.below(3); next && some > 0; some -= 1) await change(commit, next);
  }
  return found;

  async function live(category: string): Promise<Map<string, JsonObject>> {
    const rows = await store.read((tx) => modelStore(tx).list(category));
    return new Map(rows.map(({ name, v2 }) => [name, JSON.parse(v2) as JsonObject]));
  }

  async function check(commit: string, report: SyncReport): Promise<void> {
    const ours = report.sent?.commit ?? commit;
    if (ours !== commit) found.ranges.push(`${commit}..${ours}`);
    for (const { category, name } of report.outgoing)
      ok(touched.has(`${category}/${name}`), `${commit}: nobody has changed ${name} here`);
    const exported = new Map(
      (await exportReferences(store, categories, 'legacy')).map(({ name, text }) => [name, text]),
    );
    const texts = remote.files(fileNames, commit);
    const ourTexts = ours === commit ? texts : remote.files(fileNames, ours);
    for (const definition of definitions) {
      const { name: category, legacy } = definition;
      const [there = null, here = null] = [texts, ourTexts].map((each) => each.get(legacy.fileName));
      if (there === null || here === null) {
        strictEqual(here, there, `${commit}: ${legacy.fileName}`);
        continue;
      }
      const file = readRecordFile(definition, there);
      if (!file.readable) {
        strictEqual(here, there, `${commit}: ${legacy.fileName} cannot be read, and is left alone`);
        continue;
      }
      const rows = await live(category);
      const waits = waitsToBeMended(report);
      // A quotation mark that is not closed hides the rows behind it, whose models stay.
      const standing = new Set(waits ? standingRecords(legacy.fileName, there)?.map(({ name }) => name) : []);
      for (const name of lastLive.get(category) ?? [])
        if (standing.has(name) && !touched.has(`${category}/${name}`))
          ok(rows.has(name), `${commit}: ${name} is not live`);
      lastLive.set(category, [...rows.keys()]);
      const models = waits ? [] : report.outgoing.filter((model) => model.category === category);
      found.untouched += checkOurFile(
        remote,
        { commit, ours, fileName: legacy.fileName },
        { there, here },
        models,
      );
      const mine = here === there ? file : readRecordFile(definition, here);
      for (const name of file.records.keys()) {
        const gone = models.some((model) => model.name === name && model.change === 'removed');
        strictEqual(mine.records.has(name), !gone, `${commit}: ${name}`);
      }
      for (const name of file.records.keys())
        if (!touched.has(`${category}/${name}`)) ok(rows.has(name), `${commit}: ${name} is not live`);
      for (const name of rows.keys())
        if (!touched.has(`${category}/${name}`) && !file.unreadable.has(name) && !standing.has(name))
          ok(file.records.has(name), `${commit}: ${name} is live`);
      if (report.conflicts.length > 0 || waits) continue;
      // The export is made of live records, our commit of three versions: both come to the same.
      strictEqual(exported.get(legacy.fileName), here, `${commit}: ${legacy.fileName}, exported`);
      found.exports += 1;
      for (const key of touched) {
        const [of, name] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)];
        if (of === category && !models.some((model) => model.name === name)) touched.delete(key);
      }
    }
  }

  /** Decides conflicts as reviewers, one way or the other. */
  async function decide(): Promise<void> {
    const ids = await store.read((tx) =>
      changeStore(tx).ids({ statuses: ['pending'], requested_by: ['bridge'] }),
    );
    for (const id of ids) {
      const isTheirs = random.chance(0.5);
      const decision = isTheirs ? { approved_ids: [id] } : { rejected_ids: [id], reject_reason: 'Ours.' };
      await options.queue.review.processBatch({ batch_title: 'Decided', ...decision }, person);
      if (isTheirs) await options.queue.apply.applyMany({ changeIds: [id], allowMixedBatch: true }, person);
    }
  }

  /** Changes a record here, or takes a change back. */
  async function change(commit: string, next: string): Promise<void> {
    const definition = random.chance(kind === 'text' ? 1 : 0.25)
      ? random.pick(definitions)
      : definitions.find(({ name }) => name === 'image_generation');
    if (!definition) return;
    const { name: category, legacy } = definition;
    const there = remote.files([legacy.fileName], commit).get(legacy.fileName) ?? null;
    const file = there === null ? null : readRecordFile(definition, there);
    if (!file?.readable) return;
    const rows = await live(category);
    const put = (name: string, record: JsonObject | null) => {
      touched.add(`${category}/${name}`);
      const operation = record === null ? 'delete' : rows.has(name) ? 'update' : 'create';
      return write({ category, operation, name, record, format: 'v2', caller: person });
    };
    const waiting = [...touched].filter((key) => key.startsWith(`${category}/`));
    if (waiting.length > random.below(mostWaiting)) {
      const name = random.pick(waiting).slice(category.length + 1);
      const before = file.records.get(name);
      if (!before && !rows.has(name)) return;
      const known = (rows.get(name) ?? null) as ModelRecord | null;
      await put(name, before ? definition.legacy.toV2(name, before, known) : null);
      found.changes.takenBack += 1;
      return;
    }
    const names = [...rows.keys()].filter((name) => !file.unreadable.has(name));
    const coming = random.chance(0.4) ? comingIn(there as string, next, legacy.fileName) : [];
    const candidates = coming.filter((name) => rows.has(name));
    const name =
      candidates.length > 0 ? random.pick(candidates) : names.length > 0 ? random.pick(names) : null;
    const record = name === null ? null : (rows.get(name) as JsonObject);
    if (record === null || name === null) return;
    made += 1;
    if (random.chance(0.1)) {
      await put(name, null);
      found.changes.removed += 1;
    } else if (random.chance(0.2)) {
      const fresh = `${name.split('/').length > 1 ? 'Here/' : ''}Ours-${made}`;
      await put(fresh, { ...record, name: fresh });
      found.changes.created += 1;
    } else {
      const tags = ['q', `t${made}`];
      const edit = random.pick<JsonObject>([
        { description: `Changed here, "${made}", – and more.` },
        { description: `${made}`, ...(kind === 'text' && { tags }) },
        kind === 'text' ? { style: 'story', tags } : { version: `${made}.0` },
        kind === 'text' ? { url: `https://huggingface.co/ours/${made}` } : { description: '' },
      ]);
      await put(name, { ...record, ...edit });
      found.changes.edited += 1;
    }
  }

  /** Gives the records that the next commit changes there. */
  function comingIn(there: string, next: string, fileName: string): string[] {
    const text = remote.files([fileName], next).get(fileName);
    const [before, after] = [there, text ?? ''].map((each) => standingRecords(fileName, each));
    const known = new Map(before?.map(({ name, raw }) => [name, raw]));
    return (after ?? []).flatMap(({ name, raw }) =>
      known.has(name) && known.get(name) !== raw ? [name] : [],
    );
  }
}
