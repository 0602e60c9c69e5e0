import { useQueryClient } from '@tanstack/react-query';
import { type DryRun, type Proposal, withTrimmedFiles } from '#client';
import { registry } from './client.ts';
import { useSendOnce } from './send-once.ts';
import type { PendingChange } from './types.ts';

export { type DryRun, isAddressable, type Proposal, type RecordDraft } from '#client';

/** The change that a proposal revises, in the version that the author has seen. */
export interface Revised {
  readonly changeId: number;
  readonly version: number;
}

/** Gives the id and the present version of a change, for a proposal that revises it. */
export function revisionOf(change: PendingChange): Revised {
  return { changeId: change.change_id, version: change.version ?? 1 };
}

/**
 * Lets the service check a proposal, without queuing it.
 * @throws ApiError the error that sending the proposal would cause: 422 with the wrong fields, 409, 404, 400,
 * 401, 503
 */
export function dryRun(proposal: Proposal): Promise<DryRun> {
  return registry.queue.dryRun(asSent(proposal));
}

/** Gives the proposal as the page sends it: without blanks around pasted file names, hashes and addresses. */
function asSent<Sent extends Proposal>(proposal: Sent): Sent {
  return { ...proposal, record: proposal.record && withTrimmedFiles(proposal.record) };
}

/** Queues a proposal, or a new version of the change that it revises; ignores a second click. */
export function usePropose() {
  const client = useQueryClient();
  return useSendOnce(
    {
      mutationFn: ({ revises, ...given }: Proposal & { readonly revises?: Revised | undefined }) => {
        const proposal = asSent(given);
        return revises && proposal.record
          ? registry.queue.revise(revises.changeId, proposal.record, { version: revises.version })
          : registry.queue.propose(proposal);
      },
      onSettled: () => client.invalidateQueries({ queryKey: ['changes'] }),
    },
    'refused',
  );
}
