import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { acceptCommit } from '../../../src/modules/bridge/bridge-state.ts';
import { bridgeBranch } from '../../../src/modules/bridge/bridged-repository.ts';
import { syncRepository } from '../../../src/modules/bridge/sync.ts';
import { modelStore } from '../../../src/modules/catalog/store.ts';
import { changeStore } from '../../../src/modules/queue/store.ts';
import type { Store } from '../../../src/store/store.ts';
import { bridgeSetup } from '../../support/bridge-setup.ts';
import { canCheckRepositories, repositoryChecks } from '../../support/repository-checks.ts';
import type { Fields, Format, Models } from './formats.ts';
import { Killed, mortal } from './mortal.ts';

export type Step =
  | {
      readonly do: 'here' | 'there' | 'amend';
      readonly name: string;
      readonly change: Partial<Fields> | null;
    }
  | { readonly do: 'rename'; readonly name: string; readonly to: string }
  | { readonly do: 'rewind' | 'revert' | 'merge' | 'squash' }
  | { readonly do: 'sync'; readonly killAt: number | null; readonly decide: 'apply' | 'reject' | null };

const name = fc.constantFrom('a', 'b', 'c');
const value = fc.constantFrom('x', 'y', 'z');
const change = fc.option(
  fc.oneof(
    fc.record({ description: value }),
    fc.record({ version: value }),
    fc.record({ description: value, version: value }),
  ),
  { freq: 5 },
);
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('here', 'there'), name, change }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('amend'), name, change }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('rename'), name, to: name }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('rewind', 'revert', 'merge', 'squash') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('sync'),
        killAt: fc.option(fc.nat(40)),
        decide: fc.option(fc.constantFrom('apply', 'reject')),
      }),
    },
  ) as fc.Arbitrary<Step>,
  { minLength: 3, maxLength: 10 },
);

const fields = ['description', 'version'] as const;
const same = (a?: Fields, b?: Fields) => fields.every((field) => a?.[field] === b?.[field]) && !a === !b;

/** Merges three ways as the rules say, written apart from the product's code: one model, two fields. */
function merged(base: Fields | undefined, theirs: Fields | undefined, ours: Fields | undefined) {
  if (same(theirs, ours)) return { who: 'nobody', result: ours };
  if (same(base, ours)) return { who: 'theirs', result: theirs };
  if (same(base, theirs)) return { who: 'ours', result: ours };
  if (!theirs || !ours) return { who: 'conflict', result: theirs };
  let who = 'both';
  const result = { ...theirs };
  for (const field of fields) {
    const [b, t, o] = [base?.[field], theirs[field], ours[field]];
    if (t === o || o === b) continue;
    if (t === b) result[field] = o;
    else who = 'conflict';
  }
  return { who, result };
}

/** The expected content of both sides. */
class Expected {
  ours: Record<string, Fields> = {};
  base: Record<string, Fields> = {};
  /** Changes of a rewritten history that reviewers have not decided. */
  readonly held = new Map<string, string>();
  conflicts: string[] = [];
  out: Record<string, Fields> = {};

  takeIn(theirs: Models, forced: boolean): void {
    this.conflicts = [];
    this.out = { ...theirs };
    for (const each of new Set([
      ...Object.keys(theirs),
      ...Object.keys(this.ours),
      ...Object.keys(this.base),
    ])) {
      const { who, result } = merged(this.base[each], theirs[each], this.ours[each]);
      const asked = JSON.stringify(theirs[each] ?? null);
      if (who === 'nobody') set(this.base, each, theirs[each]);
      if (who === 'nobody' || who === 'ours') this.held.delete(each);
      if (who === 'conflict') this.conflicts.push(each);
      if (who === 'ours' || who === 'both') set(this.out, each, result);
      if (who !== 'theirs' && who !== 'both') continue;
      if (this.held.get(each) !== asked && forced) this.held.set(each, asked);
      if (this.held.get(each) === asked) continue;
      this.held.delete(each);
      set(this.ours, each, result);
      set(this.base, each, theirs[each]);
    }
  }
}

function set(models: Record<string, Fields>, key: string, to: Fields | undefined): void {
  if (to) models[key] = to;
  else delete models[key];
}

const person = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };
/** Runs the steps on a real repository and a real registry, and compares both with the expected content. */
export async function checkTwoSides(
  store: Store,
  format: Format,
  todo: readonly Step[],
): Promise<{ ourCommits: number }> {
  await using undo = new AsyncDisposableStack();
  const { kind, category, fileName, filesOf, modelsIn } = format;
  const setup = await bridgeSetup(store, (undone) => undo.defer(undone), { kind });
  const { remote, options, repository, write } = setup;
  const expected = new Expected();
  let seen: string | null = null;
  remote.commit(filesOf({}));
  /** The range that each of our commits would merge. */
  const ranges = new Set<string>();

  const theirs = (commit = 'main') => modelsIn(remote.file(fileName, commit));
  const first = remote.head() as string;
  const onto = (parent: string | null, models: Models) => {
    remote.commit(filesOf(models), parent ? { parents: [parent] } : {});
  };
  const parentOf = (commit: string) => (commit === first ? null : remote.git('rev-parse', `${commit}^`));
  const changed = (models: Models, at: string, to: Partial<Fields> | null): Models => {
    const next: Record<string, Fields> = { ...models };
    if (to === null) delete next[at];
    else next[at] = { description: 'd', version: 'v', ...models[at], ...to };
    return next;
  };

  const here = async (at: string, to: Partial<Fields> | null) => {
    const before = expected.ours[at];
    if (to === null && !before) return;
    expected.ours = { ...changed(expected.ours, at, to) };
    const operation = to === null ? 'delete' : before ? 'update' : 'create';
    const record = to === null ? null : format.record(at, expected.ours[at] as Fields);
    await write({
      category,
      operation,
      name: at,
      record,
      format: 'v2',
      caller: person,
    });
  };

  const sync = async (killAt: number | null) => {
    const head = remote.head() as string;
    const known = seen;
    const rewritten = known !== null && known !== head && !isAncestor(known, head);
    const states =
      known === null || known === head || rewritten
        ? [head]
        : remote
            .git('rev-list', '--first-parent', '--reverse', head, `^${known}`, '--', fileName)
            .split('\n');
    for (const commit of states.filter((each) => each !== '')) expected.takeIn(theirs(commit), rewritten);
    if (states.join('') === '') expected.takeIn(theirs(head), false);
    // What was taken in is sent out together with what was changed here.
    expected.takeIn(theirs(head), false);
    seen = head;
    const dies = async () => {
      if (killAt === null) return;
      const { watch } = mortal((_, call) => (call !== killAt ? null : killAt % 2 === 0 ? 'before' : 'after'));
      const dying = { ...repository, content: watch(repository.content, 'content') };
      await syncRepository({ ...options, store: watch(store, 'store') }, dying, { dryRun: false }).catch(
        (error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        },
      );
    };
    await dies();
    let report = await setup.sync();
    if (report.held.length > 0) {
      deepStrictEqual([report.applied, report.outgoing, report.sent], [0, [], null], 'nothing while it asks');
      await acceptCommit(options, repository.name, head, person.username);
      await dies();
      report = await setup.sync();
    }
    deepStrictEqual(
      report.conflicts,
      expected.conflicts.map((each) => `${category}/${each}`).sort(byPlace(report.conflicts)),
    );
    // Curators do not keep the file of dates.
    deepStrictEqual(
      report.problems.filter(({ file }) => file !== 'model_mod_data.json'),
      [],
    );
    const rows = await store.read((tx) => modelStore(tx).list(category));
    deepStrictEqual(Object.fromEntries(rows.map(({ name, legacy }) => [name, live(legacy)])), expected.ours);
    deepStrictEqual(report.sent ? theirs(report.sent.commit) : theirs(head), expected.out);
    if (report.sent) {
      checkLines(report.sent.commit);
      ranges.add(`${head}..${report.sent.commit}`);
    }
  };

  /** Checks that our commit touches only lines of the models that it names. */
  const checkLines = (commit: string) => {
    const [before, after] = [theirs('main'), theirs(commit)];
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const touched = [...names].filter((each) => !same(before[each], after[each]));
    const lines = remote
      .git('diff', '--unified=0', 'main', commit, '--', fileName)
      .split('\n')
      .filter((line) => format.line.test(line)).length;
    const most = touched.reduce((sum, each) => sum + (before[each] && after[each] ? 4 : 2), 0);
    if (lines > most) throw new Error(`${lines} lines of fields for ${touched.length} models`);
  };

  const isAncestor = (one: string, other: string) => {
    try {
      remote.git('merge-base', '--is-ancestor', one, other);
      return true;
    } catch {
      return false;
    }
  };

  // They meet before anything happens: what a first meeting makes of a history has tests of its own.
  await sync(null);
  for (const step of todo) {
    const head = remote.head() as string;
    const parent = parentOf(head);
    if (step.do === 'here') await here(step.name, step.change);
    else if (step.do === 'there') onto(null, changed(theirs(), step.name, step.change));
    else if (step.do === 'amend' && parent) onto(parent, changed(theirs(), step.name, step.change));
    else if (step.do === 'rename') {
      const { [step.name]: moved, ...others } = theirs();
      if (moved) onto(null, { ...others, [step.to]: moved });
    } else if (step.do === 'rewind' && parent) remote.git('update-ref', 'refs/heads/main', parent);
    else if (step.do === 'revert' && parent) onto(null, theirs(parent));
    else if (step.do === 'merge' || step.do === 'squash') {
      const branch = remote.head(bridgeBranch);
      if (branch === null || branch === head || !isAncestor(head, branch)) continue;
      if (step.do === 'merge') remote.git('update-ref', 'refs/heads/main', branch);
      else {
        const changedFiles = remote.git('diff', '--name-only', head, branch).split('\n');
        remote.commit(Object.fromEntries(changedFiles.map((file) => [file, remote.file(file, branch)])));
      }
    } else if (step.do === 'sync') {
      await sync(step.killAt);
      if (step.decide) await decide(step.decide);
    }
  }
  await sync(null);
  if (canCheckRepositories) deepStrictEqual(repositoryChecks(remote, kind, [...ranges]), []);
  return { ourCommits: ranges.size };

  async function decide(how: 'apply' | 'reject'): Promise<void> {
    for (const each of expected.conflicts) {
      const ids = await store.read((tx) =>
        changeStore(tx).ids({
          categories: [category],
          model_name_exact: each,
          statuses: ['pending'],
          requested_by: ['bridge'],
        }),
      );
      deepStrictEqual(ids.length, 1, `one proposal for the conflict in ${each}`);
      const decision =
        how === 'apply' ? { approved_ids: ids } : { rejected_ids: ids, reject_reason: 'Ours.' };
      await options.queue.review.processBatch({ batch_title: 'Decided', ...decision }, person);
      const now = theirs()[each];
      if (how === 'apply') {
        await options.queue.apply.applyMany({ changeIds: ids, allowMixedBatch: true }, person);
        set(expected.ours, each, merged(expected.base[each], now, expected.ours[each]).result);
      }
      set(expected.base, each, now);
    }
  }
}

/** Reads the fields of a live model from its legacy record. */
function live(legacy: string | null): Fields {
  const { description, version, style, parameters } = JSON.parse(legacy ?? '{}') as Record<string, string>;
  return { description: description ?? '', version: (parameters === undefined ? version : style) ?? '' };
}

function byPlace(order: readonly string[]) {
  return (a: string, b: string) => order.indexOf(a) - order.indexOf(b);
}
