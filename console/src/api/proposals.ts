import { useQueryClient } from '@tanstack/react-query';
import { type DryRun, type Proposal, withTrimmedFiles } from '#client';
import { registry } from './client.ts';
import { useSendOnce } from './send-once.ts';
import type { PendingChange } from './types.ts';

export { type DryRun, isAddressable, type Proposal, type RecordDraft } from '#client';

/** The change, and its version, that a proposal revises. */
export interface Revised {
  readonly changeId: number;
  readonly version: number;
}

/** Names a change as the one that a proposal revises. */
export function revisionOf(change: PendingChange): Revised {
  return { changeId: change.change_id, version: change.version ?? 1 };
}

/**
 * Checks a proposal as sending it would.
 * @throws ApiError as sending it would: 422 with the wrong fields, 409, 404, 400, 401, 503
 */
export function dryRun(proposal: Proposal): Promise<DryRun> {
  return registry.queue.dryRun(asSent(proposal));
}

/** Gives the proposal as it is sent: without the blanks that came along with a pasted file name, hash or address. */
function asSent<Sent extends Proposal>(proposal: Sent): Sent {
  return { ...proposal, record: proposal.record && withTrimmedFiles(proposal.record) };
}

/** Queues a proposal, once. */
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
