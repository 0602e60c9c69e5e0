import { useQueryClient } from '@tanstack/react-query';
import type { DryRun, PendingChange } from '#client';
import { registry } from './client.ts';
import { useSendWithKey } from './idempotency-key.ts';
import { useSendOnce } from './send-once.ts';

/**
 * Checks a change set without queuing it.
 * @param path the path to which change sets of the catalogue are posted
 * @throws ApiError the error that queuing the change set would cause
 */
export function dryRunChangeSet(path: string, changeSet: object): Promise<DryRun> {
  return registry.send('POST', `${path}?dry_run=true`, { body: changeSet });
}

/** A change set to queue, and the change that it revises, if any. */
export interface ProposedChangeSet<ChangeSet> {
  readonly changeSet: ChangeSet;
  readonly revises: PendingChange | undefined;
}

/** Queues a change set, or a new version of a queued one. Ignores a second click. */
export function useProposeChangeSet<ChangeSet extends object>(path: string) {
  const client = useQueryClient();
  const sendWithKey = useSendWithKey();
  return useSendOnce(
    {
      mutationFn: ({ changeSet, revises }: ProposedChangeSet<ChangeSet>): Promise<PendingChange> =>
        sendWithKey([changeSet, revises?.change_id], (idempotencyKey) =>
          revises
            ? registry.queue.revise(
                revises.change_id,
                { ...changeSet } as Readonly<Record<string, unknown>>,
                { version: revises.version ?? 1, idempotencyKey },
              )
            : registry.send('POST', path, {
                body: changeSet,
                headers: { 'idempotency-key': idempotencyKey },
              }),
        ),
      onSettled: () => client.invalidateQueries({ queryKey: ['changes'] }),
    },
    'refused',
  );
}
