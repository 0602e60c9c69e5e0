import { useEffect, useRef, useState } from 'react';
import { ApiError, hasStatus } from '#client';
import { type DryRun, dryRun, type Proposal } from '../../api/proposals.ts';
import { type Problem, problemsOf, problemsOfDraft } from './problems.ts';
import type { Field } from './record-fields.ts';

export interface CheckOutcome {
  readonly problems: readonly Problem[];
  /**
   * The error with which the service refused the proposal. Null when the service accepted the proposal, and
   * also when it only listed wrong fields: these are then in `problems`.
   */
  readonly refusal: ApiError | null;
}

const nothingWrong: CheckOutcome = { problems: [], refusal: null };

/** Milliseconds after the last key press until the form checks the draft. */
export const typingPause = 500;

/**
 * Turns the error of a dry run into the outcome of the check. If the service refused the proposal itself
 * (400, 409 or 422) without a list of wrong fields, for example because the name is taken, the field `name`
 * shows the message. After any other error, such as a wrong key, no field shows it.
 * @param own the problems that the page found without the service
 * @throws the error if it does not come from the service
 */
function outcomeOf(error: unknown, { operation }: Proposal, own: readonly Problem[]): CheckOutcome {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 422 && error.problems.length > 0) {
    // The service looks at names only once all fields are of the right kind.
    return { problems: [...own, ...problemsOf(error.problems)], refusal: null };
  }
  if (error.status === 400 || error.status === 409 || error.status === 422) {
    // The name field shows this; the link to an edit stands below the form.
    const isTaken = error.status === 409 && operation === 'create';
    const message = isTaken ? 'There is a model of this name already.' : error.message;
    return { problems: [{ path: ['name'], message }], refusal: error };
  }
  return { problems: [], refusal: error };
}

/**
 * Checks a proposal after a pause in typing, and whenever the page calls `run`. The service checks it in a
 * dry run. If `mayAsk` is false, the check after a pause does not ask the service, but uses the rules that
 * the page knows. If `isLive` is false, there is no check after a pause.
 */
export function useCheck(
  proposal: Proposal,
  fields: readonly Field[],
  { isLive, mayAsk }: { readonly isLive: boolean; readonly mayAsk: boolean },
) {
  const [outcome, setOutcome] = useState<CheckOutcome>(nothingWrong);
  const latest = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /**
   * Asks the service for a dry run of a proposal, and returns the result. Null when the dry run fails, or
   * when another check has begun meanwhile.
   */
  const run = async (given: Proposal): Promise<DryRun | null> => {
    // A scheduled check would only repeat this one.
    clearTimeout(timer.current);
    latest.current += 1;
    const ticket = latest.current;
    try {
      const result = await dryRun(given);
      if (ticket !== latest.current) return null;
      setOutcome(nothingWrong);
      return result;
    } catch (error) {
      if (ticket === latest.current)
        setOutcome(outcomeOf(error, given, problemsOfDraft(fields, given.record)));
      return null;
    }
  };

  const text = JSON.stringify(proposal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is all of the proposal
  useEffect(() => {
    if (!isLive) return;
    timer.current = setTimeout(() => {
      if (mayAsk) void run(proposal);
      else setOutcome({ problems: problemsOfDraft(fields, proposal.record), refusal: null });
    }, typingPause);
    return () => clearTimeout(timer.current);
  }, [text, isLive, mayAsk]);

  return { ...outcome, run, isTaken: hasStatus(outcome.refusal, 409) };
}
