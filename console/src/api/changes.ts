import { useQuery } from '@tanstack/react-query';
import { registry } from './client.ts';
import { useDeployment } from './deployment.ts';
import { useCaller } from './roles.ts';
import { session } from './session.ts';
import type { CategoryName, PendingChange } from './types.ts';

/**
 * Loads the pending and approved changes of a model that the caller may see. `visibility` is `all` for
 * approvers, `own` for requestors, and null for callers who may see no changes, as on a replica.
 */
export function useOpenChangesOf(category: CategoryName, name: string) {
  const { id } = session.use();
  const { isApprover, isRequestor } = useCaller();
  const { canReview } = useDeployment();
  const visibility = !canReview ? null : isApprover ? 'all' : isRequestor ? 'own' : null;
  const query = useQuery({
    queryKey: ['changes', 'open', category, name, id, visibility],
    queryFn: async ({ signal }): Promise<PendingChange[]> => {
      const { items } = await registry.queue.page(
        {
          statuses: ['pending', 'approved'],
          categories: [category],
          model_name: name,
          mine: visibility === 'own',
          limit: 500,
        },
        { signal },
      );
      return items.filter((change) => change.model_name === name);
    },
    enabled: visibility !== null,
  });
  return { ...query, visibility: visibility };
}
