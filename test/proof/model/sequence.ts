import fc from 'fast-check';
import type { RequestDeed } from './request-model.ts';
import { type Operation, type Rules, type Status, targets } from './rules.ts';
import type { ChangePick, Client, Someone, Step, VersionPick } from './steps.ts';

const constant = <const Value>(value: Value) => fc.constant(value);
/** Steps of a kind, with these fields. */
const step = <Do extends Step['do'], Fields extends object>(
  what: Do,
  fields: { readonly [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
) => fc.record({ do: fc.constant(what), ...fields }) as unknown as fc.Arbitrary<{ do: Do } & Fields>;
const target = fc.constantFrom(...targets);
const someone = fc.constantFrom<Someone>(0, 0, 1, 1, 2);
const index = fc.nat(5);
const pick: fc.Arbitrary<ChangePick> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ among: constant('suiting'), index }) },
  { weight: 2, arbitrary: fc.record({ among: constant('all'), index }) },
  { weight: 1, arbitrary: fc.constant<ChangePick>({ among: 'none' }) },
);
const picks = (maxLength: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.array(pick, { minLength: 1, maxLength, size: 'max' }) },
    { weight: 1, arbitrary: fc.constant<ChangePick[]>([]) },
  );
const client = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Client>('stays') },
  { weight: 2, arbitrary: fc.constantFrom<Client>('gone before', 'gone while waiting', 'gone once begun') },
);
const write = { by: someone, client };
const keyed = { ...write, key: fc.option(fc.nat(2), { freq: 2 }) };
const version = fc.constantFrom<VersionPick>(0, 0, null, null, null, -1);
const job = fc.option(fc.nat(2), { freq: 3 });
/** Mostly the latest batch, else an earlier one, or one that does not exist. */
const back = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: -1, max: 2 }) },
);
const description = fc.constantFrom('one', 'two', 'three');
const operation = fc.oneof(
  { weight: 6, arbitrary: constant('fitting') },
  { weight: 1, arbitrary: fc.constantFrom<Operation>('create', 'update', 'delete') },
);
const statuses = fc.subarray<Status>(['pending', 'approved', 'applied', 'rejected'], { minLength: 1 });
const fewRejected = fc.oneof(
  { weight: 4, arbitrary: fc.constant<ChangePick[]>([]) },
  { weight: 1, arbitrary: picks(2) },
);

const approvals = step('review', {
  approve: picks(4),
  reject: fewRejected,
  version,
  careful: fc.constantFrom(true, true, false),
  ...write,
});
const proposing = step('propose', { operation, target, description, ...keyed });
const renaming = step('rename', {
  model: index,
  to: index,
  free: fc.constantFrom(true, true, true, true, false),
  ...write,
});
const writingDirectly = step('write directly', { operation, target, description, ...keyed });
const askingAgain = step('ask again', { what: fc.constantFrom('same', 'same', 'other'), client });
const applying = fc.oneof(
  step('apply', { changes: picks(4), job, mixed: fc.boolean(), ...write }),
  step('apply one', { change: pick, job, ...write }),
  step('apply batch', { back, job, ...write }),
);
const retrying = step('retry', { job: fc.constantFrom('same', 'other') });
const takingBack: fc.Arbitrary<Step> = fc.oneof(
  step('withdraw', { change: pick, ...write }),
  step('unapprove', { change: pick, ...write }),
  step('bring back', { target, ...write }),
  step('revert', { back, ...keyed }),
);
const talking: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: step('revise', { change: pick, description, version, ...keyed }) },
  { weight: 2, arbitrary: step('request changes', { change: pick, version, ...write }) },
  { weight: 2, arbitrary: step('comment', { change: pick, ...keyed }) },
  {
    weight: 2,
    arbitrary: step('edit comment', {
      own: fc.constantFrom(true, true, false),
      deletes: fc.boolean(),
      late: fc.constantFrom(false, false, true),
      ...write,
    }),
  },
);
const beingTold: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: step('read inbox', {
      by: someone,
      approver: fc.boolean(),
      unread: fc.constantFrom(null, null, true, false),
      kinds: fc.constantFrom([], [], ['proposed', 'comment'], ['approved', 'applied', 'conflict']),
    }),
  },
  {
    weight: 3,
    arbitrary: step('mark read', {
      entries: fc.oneof(constant('up to'), fc.array(index, { minLength: 1, maxLength: 3 })),
      ...write,
    }),
  },
  { weight: 2, arbitrary: step('trim inboxes', { most: fc.integer({ min: 1, max: 4 }) }) },
);
const askingForModel = step('ask for model', {
  target,
  anyway: fc.constantFrom(true, true, false),
  by: someone,
});
const deed = fc.constantFrom<RequestDeed>(
  ...(['second', 'second', 'unsecond', 'accept', 'decline', 'duplicate'] as const),
  ...(['reopen', 'hide', 'unhide'] as const),
);
const proposingForRequest = step('propose for request', { request: index, change: pick, by: someone });
const decidingRequest = step('request', { deed, request: index, of: index, by: someone });
const requesting: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: askingForModel },
  { weight: 6, arbitrary: decidingRequest },
  { weight: 2, arbitrary: proposingForRequest },
);
const purging = step('purge', {
  statuses,
  part: fc.constantFrom('', 'a'),
  category: fc.constantFrom(null, null, 'clip'),
  of: fc.constantFrom<Someone | null>(null, null, 0),
  ...write,
});
/** Steps that need nothing to be read before their transaction. */
const waiting: fc.Arbitrary<Step> = fc
  .oneof(
    { weight: 4, arbitrary: proposing },
    { weight: 2, arbitrary: renaming },
    { weight: 1, arbitrary: writingDirectly },
    { weight: 4, arbitrary: approvals },
    { weight: 5, arbitrary: applying },
    { weight: 1, arbitrary: purging },
    { weight: 1, arbitrary: step('withdraw', { change: pick, ...write }) },
    { weight: 1, arbitrary: step('unapprove', { change: pick, ...write }) },
    { weight: 1, arbitrary: step('revert', { back, ...keyed }) },
    { weight: 1, arbitrary: step('request changes', { change: pick, version, ...write }) },
    { weight: 1, arbitrary: step('comment', { change: pick, ...keyed }) },
  )
  .map((step): Step => ({ ...step, client: 'waits' }));
const atOnce = step('at once', { steps: fc.array(waiting, { minLength: 2, maxLength: 5, size: 'max' }) });
const anything: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: proposing },
  { weight: 3, arbitrary: renaming },
  { weight: 1, arbitrary: writingDirectly },
  { weight: 4, arbitrary: askingAgain },
  { weight: 3, arbitrary: approvals },
  { weight: 4, arbitrary: applying },
  { weight: 5, arbitrary: retrying },
  { weight: 6, arbitrary: takingBack },
  { weight: 7, arbitrary: talking },
  { weight: 8, arbitrary: beingTold },
  { weight: 8, arbitrary: requesting },
  { weight: 2, arbitrary: purging },
  { weight: 10, arbitrary: atOnce },
  { weight: 1, arbitrary: step('a day passes', {}) },
  { weight: 2, arbitrary: step('restart', {}) },
);

/** The usual way of changes, with something else thrown in. */
const round: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(askingForModel, { maxLength: 2 }),
    fc.array(decidingRequest, { maxLength: 3, size: 'max' }),
    fc.array(fc.oneof({ weight: 2, arbitrary: proposing }, { weight: 1, arbitrary: renaming }), {
      minLength: 1,
      maxLength: 4,
      size: 'max',
    }),
    fc.array(proposingForRequest, { maxLength: 1 }),
    approvals,
    fc.array(anything, { maxLength: 1 }),
    applying,
    fc.array(anything, { maxLength: 2, size: 'max' }),
  )
  .map(([wishes, wanted, proposals, named, review, between, apply, after]): Step[] => [
    ...wishes,
    ...wanted,
    ...proposals,
    ...named,
    review,
    ...between,
    apply,
    ...after,
  ]);

const sure = { by: someone, client: constant('stays'), key: constant(null) };
const some = fc.array(index, { minLength: 1, maxLength: 6, size: 'max' });
const suiting = some.map((all) => all.map((each): ChangePick => ({ among: 'suiting', index: each })));
const aboutClips = {
  operation: constant('fitting'),
  target: fc.constantFrom('clip/a', 'clip/b'),
  description,
};
const proposingSurely = step('propose', { ...aboutClips, ...sure });
const renamingSurely = step('rename', { model: index, to: index, free: constant(true), ...sure });
const approvingSurely = step('review', {
  approve: suiting,
  reject: fc.constant<ChangePick[]>([]),
  version: constant(null),
  careful: constant(true),
  ...sure,
});
const applyingSurely = step('apply', {
  changes: suiting,
  job: constant(null),
  mixed: constant(true),
  ...sure,
});
const following: fc.Arbitrary<Step> = fc.oneof(
  step('revert', { back: fc.nat(2), ...sure }),
  step('revert', { back: fc.nat(2), ...sure }),
  step('bring back', { target: fc.constantFrom('clip/a', 'clip/b'), ...sure }),
  step('revise', { change: pick, description, version: constant(null), ...sure }),
  step('write directly', { ...aboutClips, ...sure }),
  renamingSurely,
);

/** Changes and renames of the same models: most are approved, and applied in few calls. */
const renamingRound: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(step('write directly', { ...aboutClips, ...sure }), { maxLength: 2 }),
    fc.array(fc.oneof(proposingSurely, renamingSurely), { minLength: 2, maxLength: 5, size: 'max' }),
    fc.array(approvingSurely, { minLength: 2, maxLength: 3, size: 'max' }),
    fc.array(applyingSurely, { minLength: 1, maxLength: 3, size: 'max' }),
    fc.array(following, { maxLength: 2, size: 'max' }),
  )
  .map((parts): Step[] => parts.flat());

/** A short life of a registry. */
export const sequence = (format: Rules['format']) =>
  fc.record({
    rules: fc.record({
      format: fc.constant(format),
      applyConflicts: fc.constantFrom<Rules['applyConflicts']>('upsert', 'upsert', 'reject'),
      approvals: fc.constantFrom<Rules['approvals']>(1, 1, 2),
      reviewPolicy: fc.constantFrom<Rules['reviewPolicy']>('any', 'any', 'any', 'four_eyes'),
    }),
    steps: fc
      .array(fc.oneof({ weight: 3, arbitrary: round }, { weight: 2, arbitrary: renamingRound }), {
        minLength: 1,
        maxLength: 4,
        size: 'max',
      })
      .map((rounds) => rounds.flat()),
  });
