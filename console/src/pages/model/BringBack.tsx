import { Alert, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeployment } from '../../api/deployment.ts';
import { useHistory } from '../../api/history.ts';
import { useCaller } from '../../api/roles.ts';
import { useBringBack } from '../../api/take-back.ts';
import { formatTime } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';

/** Button on the page of a deleted model that proposes to re-create it. */
export function BringBack({ category, name }: { category: string; name: string }) {
  const { isRequestor } = useCaller();
  const { canReview } = useDeployment();
  const history = useHistory(category, name);
  const bringBack = useBringBack(category, name);
  const latestEvent = history.data?.pages[0]?.items[0];
  if (!isRequestor || !canReview || latestEvent?.operation !== 'delete') return null;
  if (bringBack.data) {
    const { change_id: id } = bringBack.data;
    return (
      <Alert color="green" role="status" icon={<Icon name="check" />} title={`Queued as change ${id}`}>
        It waits for an approver.{' '}
        <Link to="/changes/$changeId" params={{ changeId: String(id) } as never}>
          See change {id}
        </Link>
      </Alert>
    );
  }
  return (
    <Alert
      color="gray"
      icon={<Icon name="info" />}
      title={`This model was deleted on ${formatTime(latestEvent.timestamp)}.`}
    >
      <Text size="sm" mb="sm">
        You can propose to restore its last record, in both API versions.
      </Text>
      <Button size="xs" loading={bringBack.isPending} onClick={() => bringBack.mutate(undefined)}>
        Propose to restore it
      </Button>
      {bringBack.error && (
        <Text size="sm" c="red" role="alert" mt="sm">
          {bringBack.error.message}
        </Text>
      )}
    </Alert>
  );
}
