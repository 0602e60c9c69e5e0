import { useQueryClient } from '@tanstack/react-query';
import { type DryRun, type Proposal, withTrimmedFiles } from '#client';
import { registry } from './client.ts';
import { useSendWithKey } from './idempotency-key.ts';
import { useSendOnce } from './send-once.ts';
import type { PendingChange } from './types.ts';

export { type DryRun, isAddressable, type Proposal, type RecordDraft } from '#client';

/** The change that a proposal revises, and the version of this change that the author has seen. */
export interface Revision {
  readonly changeId: number;
  readonly version: number;
}

export function revisionOf(change: PendingChange): Revision {
  return { changeId: change.change_id, version: change.version ?? 1 };
}

/**
 * Asks the service to check a proposal without queuing it.
 * @throws ApiError the same error that queuing the proposal would cause: 422 lists the wrong fields; also
 * 400, 401, 404, 409, 503
 */
export function dryRun(proposal: Proposal): Promise<DryRun> {
  return registry.queue.dryRun(bodyToSend(proposal));
}

/**
 * Returns the proposal to send: removes blanks before and after the file names, hashes and addresses in its
 * record.
 */
function bodyToSend<Sent extends Proposal>(proposal: Sent): Sent {
  return { ...proposal, record: proposal.record && withTrimmedFiles(proposal.record) };
}

/**
 * Queues a proposal. If it revises a change, adds a new version to that change instead. Ignores a second
 * click.
 */
export function usePropose() {
  const client = useQueryClient();
  const keyed = useSendWithKey();
  return useSendOnce(
    {
      mutationFn: ({ revises, ...given }: Proposal & { readonly revises?: Revision | undefined }) => {
        const proposal = bodyToSend(given);
        return keyed([proposal, revises], (idempotencyKey) =>
          revises && proposal.record
            ? registry.queue.revise(revises.changeId, proposal.record, {
                version: revises.version,
                idempotencyKey,
              })
            : registry.queue.propose(proposal, { idempotencyKey }),
        );
      },
      onSettled: () => client.invalidateQueries({ queryKey: ['changes'] }),
    },
    'refused',
  );
}
