/** The settings of a deployment, and the words of the queue's model. */

export type Format = 'v2' | 'legacy';
export type Operation = 'create' | 'update' | 'delete';
export type Status = 'pending' | 'approved' | 'applied' | 'rejected';
export type Risk = 'low' | 'look' | 'high';

export interface Person {
  readonly userId: string;
  readonly username: string;
}

/** The people who act. All of them are approvers. */
export const people: readonly [Person, Person, Person] = [
  { userId: '11', username: 'rita#11' },
  { userId: '22', username: 'anna#22' },
  { userId: '33', username: 'cleo#33' },
];

/** The last one never does anything, but is told of what waits for approvers. */
export const approverIds: readonly string[] = [...people.map(({ userId }) => userId), '44'];

export const targets = ['clip/a', 'clip/b', 'clip/c', 'blip/a'] as const;

/** The names that renames give. */
export const newNames = ['a', 'b', 'c'] as const;

/** The one model that workers serve, and how often a month it is used, which is much. */
export const usedModel = { target: 'blip/a', workers: 1, month: 1_000 } as const;
/** The one that is known to be used by nobody. Of the others nothing is known. */
export const unusedTarget = 'clip/b';

export interface Rules {
  readonly format: Format;
  readonly applyConflicts: 'upsert' | 'reject';
  readonly reviewPolicy: 'any' | 'four_eyes';
  /** The number of people who have to approve a change. */
  readonly approvals: 1 | 2;
}

/** A live record, as far as the steps of the test write it. */
export interface ModelRecord {
  readonly description: string;
  readonly created_at: number;
  readonly created_by: string;
  readonly updated_at: number;
  readonly updated_by: string;
  /** The names that it had before, the latest first; absent when there are none. */
  readonly renamed_from?: readonly string[];
}

/** Stands for a model, whatever it is called. */
export type Identity = object;

export interface ModelChange {
  readonly id: number;
  readonly operation: Operation;
  /** `category/name`. */
  target: string;
  /** The target to which it renames its model; absent where it does not. */
  readonly renamesTo?: string;
  /** Whether it undoes a rename, and so leaves no former name. */
  readonly isUndoing?: boolean;
  description: string;
  /** The former names that the proposed record has. */
  formerNames?: readonly string[] | undefined;
  readonly by: Person;
  base: string | null;
  /** The model that it was proposed for. */
  model: Identity;
  /** When it was proposed, by the count of the live models' writes. */
  since: number;
  version: number;
  /** The reviewer who has asked for another version. */
  asker: string | null;
  /** The reviewers who have approved it, when that was not enough. */
  approvals: readonly string[];
  /** The reviewer whose approval was the last that it needed. */
  approvedBy: string | null;
  /** The record that it brings back as it was. */
  restores?: ModelRecord;
  status: Status;
  /** The risk at the time of the decision. */
  decidedRisk: Risk | null;
  batch: number | null;
  title: string | null;
  job: string | null;
  before: ModelRecord | null;
  after: ModelRecord | null;
}

export interface Split {
  readonly original_batch_id: number;
  readonly new_batch_id: number;
  readonly reassigned_change_ids: number[];
  /** What the call was to apply of them, when it stopped. */
  readonly unapplied_change_ids?: number[];
}

export interface Applied {
  readonly applied: number[];
  /** The change at which the call stopped, and why. */
  readonly failed: readonly [id: number, code: Refusal] | null;
  readonly split: Split | null;
}

/** The changes that undo a batch, and the models of which there is something to say. */
export interface Reverted {
  readonly queued: number[];
  readonly skipped: string[];
  readonly changedSince: string[];
}

export type Refusal = 'bad_request' | 'not_found' | 'conflict' | 'key_reused';

/** The write that somebody asks for, with the key under which they may ask again. */
export interface Asked {
  readonly operation: Operation;
  readonly target: string;
  readonly description: string;
  readonly by: Person;
  readonly key: string | null;
}

/** Thrown for a request that the queue refuses. */
export class Refused extends Error {
  readonly code: Refusal;
  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}

export function isOpen({ status }: Pick<ModelChange, 'status'>): boolean {
  return status === 'pending' || status === 'approved';
}
