import { useQueryClient } from '@tanstack/react-query';
import { type DryRun, type Proposal, withTrimmedFiles } from '#client';
import { registry } from './client.ts';
import { useSendOnce } from './send-once.ts';
import type { PendingChange } from './types.ts';

export { type DryRun, isAddressable, type Proposal, type RecordDraft } from '#client';

/** The change, and the version of it, that a proposal is a new version of. */
export interface Revised {
  readonly changeId: number;
  readonly version: number;
}

/** What makes a proposal a new version of this change. */
export function revisionOf(change: PendingChange): Revised {
  return { changeId: change.change_id, version: change.version ?? 1 };
}

/**
 * @throws ApiError what sending it would be answered with: 422 with the wrong fields, 409, 404, 400, 401, 503
 */
export function dryRun(proposal: Proposal): Promise<DryRun> {
  return registry.queue.dryRun(asSent(proposal));
}

/** Nobody means the blanks that come along with a pasted hash or address. */
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
