import { isOpen, type ModelChange, type Risk, unusedTarget, usedModel } from './rules.ts';

/** The facts about an open change that its risk depends on. */
export interface Surroundings {
  readonly changes: readonly ModelChange[];
  /** The live description; null when there is no such model. */
  readonly live: string | null;
  /** Whether the live record is another than the one that it was proposed for. */
  readonly stale: boolean;
}

/** Gives the risk of a change by those rules that can apply in this test. */
export function riskOf(change: ModelChange, { changes, live, stale }: Surroundings): Risk {
  const { id, target, by } = change;
  if (deletes(change, live) && target !== unusedTarget) return 'high';
  const others = changes.some((each) => each.target === target && each.id !== id && isOpen(each));
  // What was withdrawn is no rejection: nobody has given it the title of a batch.
  const own = (status: 'applied' | 'rejected') =>
    changes.filter((each) => each.by.userId === by.userId && each.status === status && each.title !== null)
      .length;
  const isNew = own('applied') === 0 || own('rejected') > own('applied');
  return isNew || others || stale || reachesUsers(change, live) ? 'look' : 'low';
}

/** A deletion, or a change of a much-used model. */
export function reachesUsers(change: ModelChange, live: string | null): boolean {
  if (deletes(change, live)) return true;
  if (change.target !== usedModel.target || live === null || change.operation === 'delete') return false;
  return change.operation === 'create' || change.description !== live;
}

function deletes({ operation }: ModelChange, live: string | null): boolean {
  return operation === 'delete' && live !== null;
}
