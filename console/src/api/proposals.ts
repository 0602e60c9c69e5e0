import { useQueryClient } from '@tanstack/react-query';
import { type components, type DryRun, type Proposal, withTrimmedFiles } from '#client';
import { registry } from './client.ts';
import { useSendWithKey } from './idempotency-key.ts';
import { useSendOnce } from './send-once.ts';
import type { PendingChange } from './types.ts';

export { type DryRun, isAddressable, type Proposal, type RecordDraft } from '#client';

/** The change that a proposal revises, and the version of it that the author saw. */
export interface Revision {
  readonly changeId: number;
  readonly version: number;
}

export function revisionOf(change: PendingChange): Revision {
  return { changeId: change.change_id, version: change.version ?? 1 };
}

/**
 * Checks a proposal without queuing it.
 * @throws ApiError the error that queuing the proposal would cause: 422 lists the invalid fields; also 400,
 *   401, 404, 409, 503
 */
export function dryRun(proposal: Proposal): Promise<DryRun> {
  return registry.queue.dryRun(trimProposal(proposal));
}

type Schemas = components['schemas'];
export type QueuedRename = PendingChange & Pick<Schemas['QueuedRename'], 'following_change_ids'>;

/** A rename to propose. With `follow`, references to the model in other models are renamed too. */
export interface RenameProposal {
  readonly category: string;
  readonly from: string;
  readonly to: string;
  readonly follow: boolean;
}

const renamePath = (category: string) => `/model_references/v2/${encodeURIComponent(category)}/rename`;

/**
 * Checks a rename without queuing it.
 * @throws ApiError under the same conditions as `dryRun`
 */
export function dryRunRename({ category, ...body }: RenameProposal): Promise<Schemas['RenameDryRun']> {
  return registry.send('POST', `${renamePath(category)}?dry_run=true`, { body });
}

/** Queues a rename and the changes that update references to the model. Ignores a second click. */
export function useProposeRename() {
  const client = useQueryClient();
  const sendWithKey = useSendWithKey();
  return useSendOnce(
    {
      mutationFn: ({ category, ...body }: RenameProposal) =>
        sendWithKey([category, body], (idempotencyKey) =>
          registry.send<QueuedRename>('POST', renamePath(category), {
            body,
            headers: { 'idempotency-key': idempotencyKey },
          }),
        ),
      onSettled: () => client.invalidateQueries({ queryKey: ['changes'] }),
    },
    'refused',
  );
}

/** Returns the proposal to send: trims the file names, hashes and URLs in its record. */
function trimProposal<Sent extends Proposal>(proposal: Sent): Sent {
  return { ...proposal, record: proposal.record && withTrimmedFiles(proposal.record) };
}

/** Queues a proposal, or a new version of the change that the proposal revises. Ignores a second click. */
export function usePropose() {
  const client = useQueryClient();
  const sendWithKey = useSendWithKey();
  return useSendOnce(
    {
      mutationFn: ({ revises, ...untrimmed }: Proposal & { readonly revises?: Revision | undefined }) => {
        const proposal = trimProposal(untrimmed);
        return sendWithKey([proposal, revises], (idempotencyKey) =>
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
