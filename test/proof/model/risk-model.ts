import { isOpen, type ModelChange, type Risk, unusedTarget, usedModel } from './rules.ts';

/** The facts about an open change that its risk depends on. */
export interface Surroundings {
  readonly changes: readonly ModelChange[];
  /** The live description; null when there is no such model. */
  readonly live: string | null;
  /** Whether the live record is another than the one that it was proposed for. */
  readonly stale: boolean;
  /** Whether a live model had the name before. */
  readonly isFormerName: boolean;
}

/** Returns the risk of a change by those rules that can apply in this test. */
export function riskOf(change: ModelChange, { changes, live, stale, isFormerName }: Surroundings): Risk {
  const { id, target, by } = change;
  if (takesAway(change, live) && target !== unusedTarget) return 'high';
  const others = changes.some((each) => each.target === target && each.id !== id && isOpen(each));
  // What was withdrawn is no rejection: nobody has given it the title of a batch.
  const own = (status: 'applied' | 'rejected') =>
    changes.filter((each) => each.by.userId === by.userId && each.status === status && each.title !== null)
      .length;
  const isNew = own('applied') === 0 || own('rejected') > own('applied');
  const isWarned = change.operation === 'create' && live === null && isFormerName;
  return isNew || others || stale || isWarned || reachesUsers(change, live) ? 'look' : 'low';
}

/** A deletion, a rename, or a change of a much-used model. */
function reachesUsers(change: ModelChange, live: string | null): boolean {
  if (takesAway(change, live) || change.renamesTo !== undefined) return true;
  if (change.target !== usedModel.target || live === null || change.operation === 'delete') return false;
  return change.operation === 'create' || change.description !== live;
}

/** Whether nobody finds the model by its name any more. */
function takesAway({ operation, renamesTo }: ModelChange, live: string | null): boolean {
  return (operation === 'delete' || renamesTo !== undefined) && live !== null;
}
