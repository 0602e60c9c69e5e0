import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Draft } from '#client';
import type { RecordDraft } from '../../../api/proposals.ts';
import { discardDraft, type StoredDraft, storeEdits, useStoredDrafts } from '../../../api/stored-drafts.ts';
import { EmptyState } from '../../../parts/QueryState.tsx';
import { DraftHead } from './DraftHead.tsx';
import { draftName } from './draft-name.ts';
import { Findings } from './Findings.tsx';

/** A draft and its callbacks, as `FromDraft` passes them to the editor. */
export interface DraftAtWork {
  readonly made: Draft;
  /**
   * The record with the user's earlier edits. Undefined if there are none, or if they were made in a proposal
   * for another model.
   */
  readonly left: RecordDraft | undefined;
  readonly onEdit: (record: RecordDraft) => void;
  /** Removes the draft from the browser. Called once the draft is proposed. */
  readonly done: () => void;
  /** The id of the model request that the draft was created for, if any. */
  readonly request: number | undefined;
  /** A link to the next stored draft, shown once this draft is proposed. */
  readonly next: ReactNode;
}

/**
 * Shows the findings of a stored draft, and below them an editor that starts with the draft.
 *
 * @param model the name of the model that the editor changes; null for a new model
 */
export function FromDraft(props: {
  id: string;
  model: string | null;
  children: (draft: DraftAtWork) => ReactNode;
}) {
  const { id, model, children } = props;
  const drafts = useStoredDrafts();
  // The draft as it was when it was opened. A draft is no longer stored once it is proposed.
  const [opened] = useState(() => drafts.find((draft) => draft.id === id));
  if (opened === undefined) {
    return (
      <EmptyState title="This draft is not in this browser any more.">
        It was proposed or thrown away. <Link to="/propose">Paste the link again</Link>
      </EmptyState>
    );
  }
  const isKept = drafts.some((draft) => draft.id === id);
  const { made, edited } = opened;
  return (
    <>
      {isKept && <DraftHead draft={drafts.find((draft) => draft.id === id) ?? opened} />}
      {isKept && <Findings draft={opened} editing={model} />}
      {children({
        made,
        request: opened.request,
        left: edited !== null && edited.model === model ? edited.record : undefined,
        onEdit: (record) => storeEdits(opened, { model, record }),
        done: () => discardDraft(id),
        next: <NextDraft waiting={drafts.filter((draft) => draft.id !== id)} />,
      })}
    </>
  );
}

function NextDraft({ waiting }: { waiting: readonly StoredDraft[] }) {
  const [next] = waiting;
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
      Next draft: {draftName(next)}
    </Button>
  );
}
