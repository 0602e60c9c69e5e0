import { useEffect, useRef, useState } from 'react';
import { ApiError, hasStatus } from '#client';
import { type DryRun, dryRun, type Proposal } from '../../api/proposals.ts';
import { convertProblems, findDraftProblems, type Problem } from './problems.ts';
import type { Field } from './record-fields.ts';

export interface CheckOutcome {
  readonly problems: readonly Problem[];
  /**
   * The error of a refused proposal. Null if the service accepted the proposal or only reported invalid
   * fields, which are then in `problems`.
   */
  readonly refusal: ApiError | null;
}

const nothingWrong: CheckOutcome = { problems: [], refusal: null };

/** Milliseconds without input before the form checks the draft. */
export const typingDelayMs = 500;

/**
 * Converts the error of a dry run to the outcome of the check. If the service refused the proposal (400, 409
 * or 422) without a list of invalid fields, for example because the name is taken, the field `name` shows the
 * message. After any other error, such as an invalid key, no field shows it.
 * @param localProblems the problems that the page detected without the service
 * @throws the error if it does not come from the service
 */
function createOutcome(
  error: unknown,
  { operation }: Proposal,
  localProblems: readonly Problem[],
): CheckOutcome {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 422 && error.problems.length > 0) {
    // The service checks names only after all field types are valid.
    return { problems: [...localProblems, ...convertProblems(error.problems)], refusal: null };
  }
  if (error.status === 400 || error.status === 409 || error.status === 422) {
    // The name field shows this message. The link to edit the existing model is below the form.
    const isTaken = error.status === 409 && operation === 'create';
    const message = isTaken ? 'There is a model of this name already.' : error.message;
    return { problems: [{ path: ['name'], message }], refusal: error };
  }
  return { problems: [], refusal: error };
}

/**
 * Checks a proposal by a dry run after a pause in typing, and whenever the page calls `run`. If `mayAsk` is
 * false, the check after a pause uses only the rules known to the page. If `isLive` is false, there is no
 * check after a pause.
 */
export function useCheck(
  proposal: Proposal,
  fields: readonly Field[],
  { isLive, mayAsk: canCallService }: { readonly isLive: boolean; readonly mayAsk: boolean },
) {
  const [outcome, setOutcome] = useState<CheckOutcome>(nothingWrong);
  const latestRun = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /**
   * Runs a dry run of a proposal and returns the result. Null if it fails, or if another check has started
   * meanwhile.
   */
  const runCheck = async (checkedProposal: Proposal): Promise<DryRun | null> => {
    // Cancels the scheduled check, which would only repeat this one.
    clearTimeout(timer.current);
    latestRun.current += 1;
    const runNumber = latestRun.current;
    try {
      const result = await dryRun(checkedProposal);
      if (runNumber !== latestRun.current) return null;
      setOutcome(nothingWrong);
      return result;
    } catch (error) {
      if (runNumber === latestRun.current)
        setOutcome(createOutcome(error, checkedProposal, findDraftProblems(fields, checkedProposal.record)));
      return null;
    }
  };

  const proposalJson = JSON.stringify(proposal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is all of the proposal
  useEffect(() => {
    if (!isLive) return;
    timer.current = setTimeout(() => {
      if (canCallService) void runCheck(proposal);
      else setOutcome({ problems: findDraftProblems(fields, proposal.record), refusal: null });
    }, typingDelayMs);
    return () => clearTimeout(timer.current);
  }, [proposalJson, isLive, canCallService]);

  return { ...outcome, run: runCheck, isTaken: hasStatus(outcome.refusal, 409) };
}
