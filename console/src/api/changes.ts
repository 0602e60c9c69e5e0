import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from './client.ts';
import { useDeployment } from './deployment.ts';
import { useCaller } from './roles.ts';
import { session } from './session.ts';
import type { CategoryName, CategoryParameter, ChangeStatus, PendingChange } from './types.ts';

/** Where the queue is: the prefix that belongs to the deployment's format. Both answer on every primary. */
export const queue = '/model_references/v2/pending_queue';

/**
 * Pending and approved changes of one model: all of them for an approver, the caller's own for a requestor.
 * `visible` says whose they are; null when the caller may see none.
 */
export function useOpenChangesOf(category: CategoryName, name: string) {
  const { id } = session.use();
  const { isApprover, isRequestor } = useCaller();
  const { canReview } = useDeployment();
  const visible = !canReview ? null : isApprover ? 'all' : isRequestor ? 'own' : null;
  const query = useQuery({
    queryKey: ['changes', 'open', category, name, id, visible],
    queryFn: async ({ signal }): Promise<PendingChange[]> => {
      const statuses: ChangeStatus[] = ['pending', 'approved'];
      const filter = { statuses, categories: [category as CategoryParameter], limit: 500 };
      const page =
        visible === 'all'
          ? await unwrap(
              api.GET(`${queue}/changes`, {
                params: { query: { ...filter, model_name: name.slice(0, 200) } },
                signal,
              }),
            )
          : await unwrap(api.GET(`${queue}/my_changes`, { params: { query: filter }, signal }));
      return (page.items as PendingChange[]).filter((change) => change.model_name === name);
    },
    enabled: visible !== null,
  });
  return { ...query, visible };
}
