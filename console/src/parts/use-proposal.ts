import { useState } from 'react';
import { ApiError } from '#client';
import { dryRunChangeSet, useProposeChangeSet } from '../api/change-sets.ts';
import type { PendingChange } from '../api/types.ts';

interface Options {
  /** The path to which change sets of the catalogue are posted. */
  readonly path: string;
  /** The change that the proposal revises; undefined for a new proposal. */
  readonly revises: PendingChange | undefined;
  readonly onQueued: (change: PendingChange) => void;
  /** Called with the service's refusal (409 or 422), and with null before each check. */
  readonly onRefusal: (refusal: ApiError | null) => void;
}

export type Proposal<ChangeSet extends object> = ReturnType<typeof useProposal<ChangeSet>>;

/**
 * The state of a form that proposes a change set. The service checks the change set before the user can send
 * it.
 */
export function useProposal<ChangeSet extends object>({ path, revises, onQueued, onRefusal }: Options) {
  const [failure, setFailure] = useState<Error | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [checkedChangeSet, setCheckedChangeSet] = useState<ChangeSet | null>(null);
  const propose = useProposeChangeSet<ChangeSet>(path);
  const showError = (error: Error) => {
    if (error instanceof ApiError && (error.status === 409 || error.status === 422)) {
      onRefusal(error);
      setCheckedChangeSet(null);
    } else setFailure(error);
  };
  return {
    /** The error of the last dry run or send. Refusals (409 and 422) go to `onRefusal` instead. */
    failure,
    isChecking,
    /** The change set that a dry run has accepted; null while none is shown. */
    checked: checkedChangeSet,
    isSending: propose.isPending,
    sendError: propose.error,
    isQueued: propose.data !== undefined,
    fail: showError,
    check: async (changeSet: ChangeSet) => {
      onRefusal(null);
      setFailure(null);
      setChecking(true);
      try {
        await dryRunChangeSet(path, changeSet);
        setCheckedChangeSet(changeSet);
      } catch (error) {
        showError(error as Error);
      } finally {
        setChecking(false);
      }
    },
    send: (changeSet: ChangeSet) =>
      propose.mutate({ changeSet, revises }, { onSuccess: onQueued, onError: showError }),
    back: () => setCheckedChangeSet(null),
  };
}
