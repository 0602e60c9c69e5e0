import { Button, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Baseline, BaselineChangeSet } from '../../api/baseline-change-sets.ts';
import { baselineChangeSets, useBaselines } from '../../api/baselines.ts';
import type { PendingChange } from '../../api/types.ts';
import { BaselineDifferences } from '../../parts/BaselineDifferences.tsx';
import { BaselineOption } from '../../parts/BaselineOption.tsx';
import { findBaselinesByName } from '../../parts/baseline-choices.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { ProposalForm } from '../../parts/ProposalForm.tsx';
import { RefusalAlert } from '../../parts/RefusalAlert.tsx';
import { useBaselineChoices } from '../../parts/use-baseline-choices.ts';
import { useProposal } from '../../parts/use-proposal.ts';
import { useUnsavedWarning } from '../propose/use-unsaved-warning.ts';
import { ChangeCard } from './ChangeCard.tsx';
import {
  assignRefusalMessages,
  createDraftChange,
  createSentChange,
  type DraftChange,
  isUnchanged,
  type RefusalMessages,
  rebaseChange,
} from './change-set-draft.ts';

interface Props {
  readonly baselines: readonly Baseline[];
  readonly title: string;
  readonly initialChanges: readonly DraftChange[];
  /** The change that the form revises; undefined for a new proposal. */
  readonly revises: PendingChange | undefined;
  readonly onQueued: (change: PendingChange) => void;
}

/** A form for changes of several baselines. The service checks them before the user can send them. */
export function ChangeSetForm({ baselines, title: initialTitle, initialChanges, revises, onQueued }: Props) {
  const [title, setTitle] = useState(initialTitle);
  const [drafts, setDrafts] = useState(initialChanges);
  const [refusal, setRefusal] = useState<RefusalMessages | null>(null);
  const nextId = useRef(initialChanges.length);
  const { refetch } = useBaselines();
  const editedDrafts = drafts.filter((each) => !isUnchanged(each));
  const isDirty = title !== initialTitle || drafts !== initialChanges;
  const proposal = useProposal<BaselineChangeSet>({
    path: baselineChangeSets,
    revises,
    onQueued,
    onRefusal: (error) => setRefusal(error && assignRefusalMessages(error, editedDrafts)),
  });
  useUnsavedWarning(isDirty && !proposal.isQueued, 'Your input in this form is lost.');

  const addChange = (before: Baseline | null) => {
    setDrafts([...drafts, createDraftChange(nextId.current, before)]);
    nextId.current += 1;
  };
  const replaceDraft = (id: number, newDraft: DraftChange) =>
    setDrafts(drafts.map((each) => (each.id === id ? newDraft : each)));
  const loadCurrentBaseline = async (draft: DraftChange) => {
    const { data = [] } = await refetch();
    replaceDraft(draft.id, rebaseChange(draft, data.find(({ name }) => name === draft.record.name) ?? null));
    setRefusal(null);
  };

  return (
    <ProposalForm
      proposal={proposal}
      title={title}
      titleHelp="Purpose of the change set, for example: Winter prices."
      titleError={refusal?.title}
      onTitle={setTitle}
      canReview={editedDrafts.length > 0}
      onReview={() =>
        void proposal.check({ title: title.trim(), changes: editedDrafts.map(createSentChange) })
      }
      differences={({ changes }) => <BaselineDifferences changes={changes} />}
    >
      {drafts.map((draft) => (
        <ChangeCard
          key={draft.id}
          draft={draft}
          errors={refusal?.changes.get(draft.id)}
          onChange={(next) => replaceDraft(draft.id, next)}
          onRemove={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
          onLoadCurrent={
            refusal?.staleChangeIds.has(draft.id) ? () => void loadCurrentBaseline(draft) : undefined
          }
        />
      ))}
      <AddChange baselines={baselines} drafts={drafts} onAdd={addChange} />
      {refusal && refusal.otherMessages.length > 0 && (
        <RefusalAlert title="Not valid" text={refusal.otherMessages.join(' ')} />
      )}
    </ProposalForm>
  );
}

/** Adds a change to the form: a change of a baseline that the form does not change yet, or a new baseline. */
function AddChange({
  baselines,
  drafts,
  onAdd,
}: {
  baselines: readonly Baseline[];
  drafts: readonly DraftChange[];
  onAdd: (before: Baseline | null) => void;
}) {
  const usedNames = new Set(drafts.map(({ record }) => record.name));
  const choices = useBaselineChoices()?.filter(({ name, isLive }) => isLive && !usedNames.has(name)) ?? [];
  const byName = new Map(choices.map((each) => [each.name, each]));
  return (
    <div className={layout.fields}>
      <Select
        label="Change a baseline"
        placeholder="Any of its names"
        searchable
        w="min(100%, 22rem)"
        data={[...byName.keys()]}
        filter={({ search }) =>
          findBaselinesByName(choices, search).map(({ name }) => ({ value: name, label: name }))
        }
        renderOption={({ option }) => <BaselineOption choice={byName.get(option.value)} />}
        nothingFoundMessage="No baseline matches."
        value={null}
        onChange={(name) => {
          const before = baselines.find((each) => each.name === name);
          if (before) onAdd(before);
        }}
      />
      <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={() => onAdd(null)}>
        Add a new baseline
      </Button>
    </div>
  );
}
