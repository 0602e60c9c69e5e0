import { useQueryClient } from '@tanstack/react-query';
import { registry } from './client.ts';
import { useSendWithKey } from './idempotency-key.ts';
import { useSendOnce } from './send-once.ts';
import type { CategoryName, PendingChange } from './types.ts';

function useQueueMutation<Input, Answer = PendingChange>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useSendOnce(
    {
      mutationFn,
      onSettled: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: ['changes'] }),
          client.invalidateQueries({ queryKey: ['batches'] }),
        ]),
    },
    'answered',
  );
}

export function useWithdraw() {
  return useQueueMutation((changeId: number) => registry.queue.withdraw(changeId));
}

/** Returns an approved change to pending. */
export function useUnapprove() {
  return useQueueMutation((changeId: number) => registry.queue.unapprove(changeId));
}

/** Proposes to re-create a deleted model from its last record. */
export function useBringBack(category: CategoryName, name: string) {
  const sendWithKey = useSendWithKey();
  return useQueueMutation(() =>
    sendWithKey([category, name], (idempotencyKey) =>
      registry.queue.bringBack(category, name, { idempotencyKey }),
    ),
  );
}
