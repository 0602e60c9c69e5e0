import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { bounds } from '../../api/bounds.ts';
import { useDecide } from '../../api/requests.ts';
import layout from '../../parts/layout.module.css';
import { ErrorState } from '../../parts/QueryState.tsx';

/**
 * Button for approvers that hides a text of a request: a comment, or an account's reason for supporting it.
 */
export function HideText({
  id,
  what,
  label,
}: {
  id: number;
  what: { readonly comment: number } | { readonly user_id: string };
  label: string;
}) {
  const [reason, setReason] = useState<string | null>(null);
  const decideRequest = useDecide(id);
  if (reason === null) {
    return (
      <Button size="compact-xs" variant="default" aria-label={label} onClick={() => setReason('')}>
        Hide
      </Button>
    );
  }
  return (
    <div className={layout.fields}>
      <TextInput
        size="xs"
        label={`${label}: reason`}
        description="The reason is public."
        maxLength={bounds.fields.DecideRequest.reason.maxLength}
        autoFocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button
        size="xs"
        disabled={reason.trim() === ''}
        loading={decideRequest.isPending}
        onClick={() =>
          decideRequest.mutate(
            { decision: 'hide_comment', reason, ...what },
            { onSuccess: () => setReason(null) },
          )
        }
      >
        Hide it
      </Button>
      <Button size="xs" variant="default" onClick={() => setReason(null)}>
        Cancel
      </Button>
      {decideRequest.error && <ErrorState error={decideRequest.error} />}
    </div>
  );
}
