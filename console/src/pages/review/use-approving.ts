import { usePolicies } from '../../api/queue.ts';
import { useCaller } from '../../api/roles.ts';
import type { Approving } from './policies.ts';

export function useApproving(): Approving {
  return { policies: usePolicies(), userId: useCaller().user?.user_id };
}
