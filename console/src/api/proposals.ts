import { useQueryClient } from '@tanstack/react-query';
import type { DryRun, Proposal } from '#client';
import { registry } from './client.ts';
import { useSendOnce } from './send-once.ts';

export { type DryRun, isAddressable, type Proposal, type RecordDraft } from '#client';

/**
 * @throws ApiError what sending it would be answered with: 422 with the wrong fields, 409, 404, 400, 401, 503
 */
export function dryRun(proposal: Proposal): Promise<DryRun> {
  return registry.queue.dryRun(proposal);
}

/** Queues a proposal, once. */
export function usePropose() {
  const client = useQueryClient();
  return useSendOnce(
    {
      mutationFn: (proposal: Proposal) => registry.queue.propose(proposal),
      onSettled: () => client.invalidateQueries({ queryKey: ['changes'] }),
    },
    'refused',
  );
}
