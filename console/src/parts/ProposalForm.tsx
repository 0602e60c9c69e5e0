import { Button, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { bounds } from '../api/bounds.ts';
import { ChangeSetDialog } from './ChangeSetDialog.tsx';
import type { Proposal } from './use-proposal.ts';
import { WriteFailure } from './WriteFailure.tsx';

/** Maximum length of a change set's title, in characters. */
export const maxTitleLength = bounds.fields.TextGuidanceChangeSet.title.maxLength;

interface Props<ChangeSet extends { readonly title: string }> {
  readonly proposal: Proposal<ChangeSet>;
  readonly title: string;
  readonly titleHelp?: string;
  readonly titleError: string | undefined;
  readonly onTitle: (title: string) => void;
  readonly canReview: boolean;
  /** Called when the user submits the form for review. */
  readonly onReview: () => void;
  /** Renders the differences of a change set. */
  readonly differences: (changeSet: ChangeSet) => ReactNode;
  /** The controls between the title and the submit button. */
  readonly children: ReactNode;
  /** Shown directly above the submit button. */
  readonly status?: ReactNode;
}

/** A form for a change set. A dialog shows the change set before it is queued. */
export function ProposalForm<ChangeSet extends { readonly title: string }>(props: Props<ChangeSet>) {
  const { proposal, title, titleHelp, titleError, onTitle, canReview, onReview, children, status } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onReview();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Title"
          description={titleHelp}
          maw="40rem"
          withAsterisk
          aria-required
          maxLength={maxTitleLength}
          autoComplete="off"
          value={title}
          error={titleError}
          onChange={({ currentTarget: { value } }) => onTitle(value)}
        />
        {children}
        {proposal.failure && <WriteFailure error={proposal.failure} done="queued" />}
        {status}
        <div>
          <Button type="submit" loading={proposal.isChecking} disabled={!canReview}>
            Review the proposal
          </Button>
        </div>
      </Stack>
      <ChangeSetDialog
        changeSet={proposal.checked}
        isSending={proposal.isSending}
        error={proposal.sendError}
        onSend={proposal.send}
        onClose={proposal.back}
      >
        {props.differences}
      </ChangeSetDialog>
    </form>
  );
}
