import fc from 'fast-check';
import type { Operation, Rules, Status } from './queue-model.ts';

/** Picks a change: mostly one that suits the step, now and then any other, or one that does not exist. */
export type ChangePick = { among: 'suiting' | 'all'; index: number } | { among: 'none' };

/** How long the client of a write stays. Only what has begun when they go is done. */
export type Client = 'stays' | 'gone before' | 'gone while waiting' | 'gone once begun';

export interface Proposing {
  do: 'propose';
  operation: Operation | 'fitting';
  target: string;
  description: string;
  by: 0 | 1 | 2;
  /** Under which it may be asked again. */
  key: number | null;
  client: Client;
}

/** Something that is done to the queue. */
export type Step =
  | Proposing
  /** The latest proposal that had a key, or another one under that key. */
  | { do: 'propose again'; what: 'same' | 'other'; client: Client }
  | { do: 'review'; approve: ChangePick[]; reject: ChangePick[]; by: 0 | 1 | 2; client: Client }
  | { do: 'apply'; changes: ChangePick[]; job: number | null; mixed: boolean; client: Client }
  | { do: 'apply one'; change: ChangePick; job: number | null; client: Client }
  /** Batches count back from the latest. */
  | { do: 'apply batch'; back: number; job: number | null; client: Client }
  | { do: 'withdraw'; change: ChangePick; by: 0 | 1 | 2; client: Client }
  | { do: 'unapprove'; change: ChangePick; client: Client }
  | { do: 'revise'; change: ChangePick; description: string; by: 0 | 1 | 2; version: -1 | 0 | null }
  | { do: 'request changes'; change: ChangePick; by: 0 | 1 | 2 }
  | { do: 'comment'; change: ChangePick; by: 0 | 1 | 2 }
  | { do: 'edit comment'; by: 0 | 1 | 2; deletes: boolean; late: boolean }
  | { do: 'bring back'; target: string; by: 0 | 1 | 2; client: Client }
  | { do: 'retry'; job: 'same' | 'other' }
  | { do: 'purge'; statuses: Status[]; part: string; client: Client }
  | { do: 'a day passes' }
  | { do: 'restart' };

export const categoriesOfSteps = ['clip', 'blip'] as const;

const target = fc.constantFrom('clip/a', 'clip/b', 'blip/a');
const someone = fc.constantFrom<0 | 1 | 2>(0, 0, 1, 1, 2);
const index = fc.nat(5);
const pick: fc.Arbitrary<ChangePick> = fc.oneof(
  { weight: 24, arbitrary: fc.record({ among: fc.constant<'suiting'>('suiting'), index }) },
  { weight: 2, arbitrary: fc.record({ among: fc.constant<'all'>('all'), index }) },
  { weight: 1, arbitrary: fc.constant<ChangePick>({ among: 'none' }) },
);
const picks = (maxLength: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.array(pick, { minLength: 1, maxLength, size: 'max' }) },
    { weight: 1, arbitrary: fc.constant<ChangePick[]>([]) },
  );
const client = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Client>('stays') },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Client>('gone before', 'gone while waiting', 'gone once begun'),
  },
);
const job = fc.option(fc.nat(2), { freq: 3 });
/** Mostly the latest batch, else an earlier one, or one that does not exist. */
const backwards = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: -1, max: 2 }) },
);
const description = fc.constantFrom('one', 'two', 'three');
const operation = fc.oneof(
  { weight: 6, arbitrary: fc.constant<'fitting'>('fitting') },
  { weight: 1, arbitrary: fc.constantFrom<Operation>('create', 'update', 'delete') },
);
const statuses = fc.subarray<Status>(['pending', 'approved', 'applied', 'rejected'], { minLength: 1 });
const fewRejected = fc.oneof(
  { weight: 4, arbitrary: fc.constant<ChangePick[]>([]) },
  { weight: 1, arbitrary: picks(2) },
);

const approvals = fc.record({
  do: fc.constant('review' as const),
  approve: picks(4),
  reject: fewRejected,
  by: someone,
  client,
});
const proposing = fc.record({
  do: fc.constant('propose' as const),
  operation,
  target,
  description,
  by: someone,
  key: fc.option(fc.nat(2), { freq: 2 }),
  client,
});
const proposingAgain = fc.record({
  do: fc.constant('propose again' as const),
  what: fc.constantFrom<'same' | 'other'>('same', 'same', 'other'),
  client,
});
const applying = fc.oneof(
  fc.record({ do: fc.constant('apply' as const), changes: picks(4), job, mixed: fc.boolean(), client }),
  fc.record({ do: fc.constant('apply one' as const), change: pick, job, client }),
  fc.record({ do: fc.constant('apply batch' as const), back: backwards, job, client }),
);
const retrying = fc.record({
  do: fc.constant('retry' as const),
  job: fc.constantFrom('same' as const, 'other' as const),
});
const takingBack: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('withdraw' as const), change: pick, by: someone, client }),
  fc.record({ do: fc.constant('unapprove' as const), change: pick, client }),
  fc.record({ do: fc.constant('bring back' as const), target, by: someone, client }),
);
const talking: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('revise' as const),
      change: pick,
      description,
      by: someone,
      version: fc.constantFrom<-1 | 0 | null>(0, 0, null, -1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('request changes' as const), change: pick, by: someone }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('comment' as const), change: pick, by: someone }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('edit comment' as const),
      by: someone,
      deletes: fc.boolean(),
      late: fc.constantFrom(false, false, true),
    }),
  },
);
const anything: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: proposing },
  { weight: 3, arbitrary: proposingAgain },
  { weight: 3, arbitrary: approvals },
  { weight: 4, arbitrary: applying },
  { weight: 5, arbitrary: retrying },
  { weight: 5, arbitrary: takingBack },
  { weight: 6, arbitrary: talking },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('purge' as const),
      statuses,
      part: fc.constantFrom('', 'a'),
      client,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('a day passes' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

/** The usual way of changes, with something else thrown in. */
const round: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(proposing, { minLength: 1, maxLength: 3, size: 'max' }),
    approvals,
    fc.array(anything, { maxLength: 1 }),
    applying,
    fc.array(anything, { maxLength: 2, size: 'max' }),
  )
  .map(([proposals, review, between, apply, after]) => [...proposals, review, ...between, apply, ...after]);

/** A short life of a registry. */
export const sequence = (format: Rules['format']) =>
  fc.record({
    rules: fc.record({
      format: fc.constant(format),
      applyConflicts: fc.constantFrom<Rules['applyConflicts']>('upsert', 'upsert', 'reject'),
      approvals: fc.constantFrom<Rules['approvals']>(
        { low: 1, look: 1 },
        { low: 1, look: 1 },
        { low: 1, look: 2 },
        { low: 2, look: 2 },
      ),
      bulkApproval: fc.constantFrom<Rules['bulkApproval']>('any', 'any', 'any', 'low'),
      applyWaitSeconds: fc.constantFrom(0, 0, 5),
      reviewPolicy: fc.constantFrom<Rules['reviewPolicy']>('any', 'any', 'any', 'four_eyes'),
    }),
    steps: fc.array(round, { minLength: 1, maxLength: 3, size: 'max' }).map((rounds) => rounds.flat()),
  });
