import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PendingChange } from '../../api/types.ts';
import { isChangeSet } from '../../parts/change-sets.ts';
import { Icon } from '../../parts/Icon.tsx';
import { newNameOf, shownName } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { ProposedFor } from '../wanted/ProposedFor.tsx';
import { operationNames } from './ReviewDialog.tsx';

/** Confirms that a proposal is queued, and explains the next steps. */
export function Queued({
  change,
  onAnother,
  next,
  request,
}: {
  change: PendingChange;
  /** The id of the request that the change was proposed for, if any. */
  request?: number | undefined;
  onAnother?: () => void;
  /** A link to the next step, such as proposing the next draft. */
  next?: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const operation = newNameOf(change) === null ? operationNames[change.operation] : 'rename';
  const related = change.related_models ?? [];
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="status"
      color="green"
      icon={<Icon name="check" />}
      title={`Queued as change ${change.change_id}`}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          The {isChangeSet(change) ? 'change set' : `${operation} of`}{' '}
          <b>
            <ShownText text={shownName(change)} />
          </b>{' '}
          waits for an approver. Until it is applied, workers read the registry as it is now.
          {related.length > 0 && !isChangeSet(change) && ` ${related.join(' and ')} will follow it.`}
        </Text>
        {request !== undefined && <ProposedFor requestId={request} changeId={change.change_id} />}
        <Group gap="xs">
          <Button
            component={Link}
            to="/changes/$changeId"
            params={{ changeId: String(change.change_id) } as never}
            size="xs"
          >
            See change {change.change_id}
          </Button>
          <Button component={Link} to="/changes" size="xs" variant="default">
            My changes
          </Button>
          {next}
          {onAnother && (
            <Button size="xs" variant="default" onClick={onAnother}>
              Propose another
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
