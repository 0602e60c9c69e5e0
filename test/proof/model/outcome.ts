import { ShownError } from '../../../src/kernel/errors.ts';
import type { RevertResult } from '../../../src/modules/history/revert.ts';
import type { ApplyResult } from '../../../src/modules/queue/apply.ts';
import { type Applied, Refused, type Reverted } from './rules.ts';

/** An answer, or what it was refused with. */
export type Outcome = { answer: unknown } | { refused: string };

export function outcomeOfModel(step: () => unknown): Outcome {
  try {
    return { answer: step() };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.code };
    throw error;
  }
}

export function outcomeOfRegistry(step: Promise<unknown>): Promise<Outcome> {
  return step.then(
    (answer): Outcome => ({ answer }),
    (error: unknown): Outcome => {
      if (error instanceof ShownError) return { refused: error.code };
      throw error;
    },
  );
}

export function answerOf({ applied, failure, split }: ApplyResult): Applied {
  return {
    applied: applied.map((change) => change.change_id),
    failed: failure && [failure.changeId, failure.error.code as 'conflict'],
    split,
  };
}

export function revertedOf({ queued, skipped, changed_since }: RevertResult): Reverted {
  const targets = (notes: RevertResult['skipped']) =>
    notes.map(({ category, model_name }) => `${category}/${model_name}`);
  return {
    queued: queued.map((change) => change.change_id),
    skipped: targets(skipped),
    changedSince: targets(changed_since),
  };
}

/** Names the kind of an outcome, for the tally. */
export function namesOf(outcome: Outcome): string {
  if ('refused' in outcome) return `refused, ${outcome.refused}`;
  const { answer } = outcome;
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return 'done';
  if ('queued' in answer) return `${(answer as Reverted).queued.length} queued`;
  const { applied, failed, split } = answer as Applied;
  return `${applied.length} applied${failed ? `, stopped by ${failed[1]}` : ''}${split ? ', split' : ''}`;
}
