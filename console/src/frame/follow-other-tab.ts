import { notifications } from '@mantine/notifications';
import { clearKeyedQueries } from '../api/keyed-queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { Session } from '../api/session.ts';

/**
 * Applies a sign-in or sign-out of another tab: clears the data of the previous account, retries failed
 * reads, and notifies a user who was signed in here.
 */
export function followOtherTab(before: Session, after: Session): void {
  if (before.id !== after.id) clearKeyedQueries(queryClient);
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => query.state.status === 'error',
  });
  if (before.key === null || before.id === after.id) return;
  notifications.show({
    color: 'yellow',
    message:
      after.key === null ? 'Signed out in another tab.' : 'Signed in with another account in another tab.',
  });
}
