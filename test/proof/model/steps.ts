import type { RequestDeed } from './request-model.ts';
import type { Operation, Status } from './rules.ts';

/** Picks a change: mostly one that suits the step, now and then any other, or one that does not exist. */
export type ChangePick = { among: 'suiting' | 'all'; index: number } | { among: 'none' };

/**
 * The client of a write: when it goes, only a write that has begun is done. Clients that wait share a
 * transaction.
 */
export type Client = 'stays' | 'waits' | 'gone before' | 'gone while waiting' | 'gone once begun';

/** The index of the person who acts. */
export type Someone = 0 | 1 | 2;

/** A write by a person. */
interface Write {
  readonly by: Someone;
  readonly client: Client;
}

/** The same that can be asked for again under a key. */
interface Keyed extends Write {
  readonly key: number | null;
}

export interface Writing extends Keyed {
  do: 'propose' | 'write directly';
  operation: Operation | 'fitting';
  target: string;
  description: string;
}

/** The version that a request names: the present one, an older one, or none. */
export type VersionPick = -1 | 0 | null;

export interface Reviewing extends Write {
  do: 'review';
  approve: ChangePick[];
  reject: ChangePick[];
  version: VersionPick;
  /** Leaves out what the policies do not let them approve. */
  careful: boolean;
}

/** Something that is done to the queue, or to what accounts are told of it. */
export type Step =
  | Writing
  /** The latest write that had a key; a proposal also with other words under that key. */
  | { do: 'ask again'; what: 'same' | 'other'; client: Client }
  /** `model` picks among the live ones, `to` among the names that are free, or else among all. */
  | ({ do: 'rename'; model: number; to: number; free: boolean } & Write)
  | Reviewing
  | ({ do: 'apply'; changes: ChangePick[]; job: number | null; mixed: boolean } & Write)
  | ({ do: 'apply one'; change: ChangePick; job: number | null } & Write)
  /** Batches count back from the latest. */
  | ({ do: 'apply batch'; back: number; job: number | null } & Write)
  | ({ do: 'revert'; back: number } & Keyed)
  | ({ do: 'withdraw'; change: ChangePick } & Write)
  | ({ do: 'unapprove'; change: ChangePick } & Write)
  | ({ do: 'revise'; change: ChangePick; description: string; version: VersionPick } & Keyed)
  | ({ do: 'request changes'; change: ChangePick; version: VersionPick } & Write)
  | ({ do: 'comment'; change: ChangePick } & Keyed)
  | ({ do: 'edit comment'; own: boolean; deletes: boolean; late: boolean } & Write)
  | ({ do: 'bring back'; target: string } & Write)
  | { do: 'retry'; job: 'same' | 'other' }
  | ({ do: 'purge'; statuses: Status[]; part: string; category: string | null; of: Someone | null } & Write)
  | { do: 'read inbox'; by: Someone; approver: boolean; unread: boolean | null; kinds: readonly string[] }
  | ({ do: 'mark read'; entries: number[] | 'up to' } & Write)
  | { do: 'ask for model'; target: string; anyway: boolean; by: Someone }
  /** `request` and `of` pick among those that were asked for. */
  | { do: 'request'; deed: RequestDeed; request: number; of: number; by: Someone }
  | { do: 'propose for request'; request: number; change: ChangePick; by: Someone }
  | { do: 'trim inboxes'; most: number }
  /** Each waits for the others, and all are done in one transaction, in this order. */
  | { do: 'at once'; steps: Step[] }
  | { do: 'a day passes' }
  | { do: 'restart' };
