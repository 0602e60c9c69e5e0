import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Draft } from '#client';
import type { RecordDraft } from '../../../api/proposals.ts';
import { discardDraft, type StoredDraft, storeEdits, useStoredDrafts } from '../../../api/stored-drafts.ts';
import { EmptyState } from '../../../parts/QueryState.tsx';
import { DraftHead } from './DraftHead.tsx';
import { formatDraftName } from './draft-name.ts';
import { Findings } from './Findings.tsx';

/** A draft and its callbacks, as `FromDraft` passes them to the editor. */
export interface OpenDraft {
  readonly made: Draft;
  /**
   * The record with the user's earlier edits. Undefined if there are none, or if they were made in a proposal
   * for another model.
   */
  readonly storedEdits: RecordDraft | undefined;
  readonly onEdit: (record: RecordDraft) => void;
  /** Removes the draft from the browser. Called once the draft is proposed. */
  readonly discard: () => void;
  /** The id of the model request that the draft was created for, if any. */
  readonly requestId: number | undefined;
  /** A link to the next stored draft, shown once this draft is proposed. */
  readonly nextDraftLink: ReactNode;
}

/**
 * Shows the findings of a stored draft, and below them an editor that starts with the draft.
 *
 * @param model the name of the model that the editor changes; null for a new model
 */
export function FromDraft(props: {
  id: string;
  model: string | null;
  children: (draft: OpenDraft) => ReactNode;
}) {
  const { id, model, children } = props;
  const drafts = useStoredDrafts();
  // The draft as it was when it was opened. A draft is no longer stored once it is proposed.
  const [openedDraft] = useState(() => drafts.find((draft) => draft.id === id));
  if (openedDraft === undefined) {
    return (
      <EmptyState title="This draft is not in this browser any more.">
        It was proposed or thrown away. <Link to="/propose">Paste the link again</Link>
      </EmptyState>
    );
  }
  const isStored = drafts.some((draft) => draft.id === id);
  const { made, edited } = openedDraft;
  return (
    <>
      {isStored && <DraftHead draft={drafts.find((draft) => draft.id === id) ?? openedDraft} />}
      {isStored && <Findings draft={openedDraft} editing={model} />}
      {children({
        made,
        requestId: openedDraft.request,
        storedEdits: edited !== null && edited.model === model ? edited.record : undefined,
        onEdit: (record) => storeEdits(openedDraft, { model, record }),
        discard: () => discardDraft(id),
        nextDraftLink: <NextDraft waiting={drafts.filter((draft) => draft.id !== id)} />,
      })}
    </>
  );
}

function NextDraft({ waiting: otherDrafts }: { waiting: readonly StoredDraft[] }) {
  const [next] = otherDrafts;
  if (next === undefined) return null;
  return (
    <Button
      component={Link}
      to="/propose/$category"
      params={{ category: next.made.category } as never}
      search={{ draft: next.id } as never}
      size="xs"
      variant="default"
    >
      Next draft: {formatDraftName(next)}
    </Button>
  );
}
