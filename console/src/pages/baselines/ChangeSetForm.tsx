import { Alert, Button, Select, Stack, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError } from '#client';
import type { Baseline, BaselineChangeSet } from '../../api/baseline-change-sets.ts';
import { dryRunBaselines, useBaselines, useProposeBaselines } from '../../api/baselines.ts';
import type { PendingChange } from '../../api/types.ts';
import { BaselineDifferences } from '../../parts/BaselineDifferences.tsx';
import { BaselineOption } from '../../parts/BaselineOption.tsx';
import { baselinesNamed } from '../../parts/baseline-choices.ts';
import { ChangeSetDialog } from '../../parts/ChangeSetDialog.tsx';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { NotDone } from '../../parts/NotDone.tsx';
import { useBaselineChoices } from '../../parts/use-baseline-choices.ts';
import { useUnsavedWarning } from '../propose/use-unsaved-warning.ts';
import { ChangeCard } from './ChangeCard.tsx';
import {
  changeOf,
  type DraftChange,
  draftChange,
  isUnchanged,
  type PlacedRefusal,
  placedRefusal,
  rebased,
} from './change-set-draft.ts';

const longestTitle = 160;

interface Props {
  readonly baselines: readonly Baseline[];
  readonly title: string;
  readonly start: readonly DraftChange[];
  /** The change of which this is a new version; undefined for a new proposal. */
  readonly revises: PendingChange | undefined;
  readonly onQueued: (change: PendingChange) => void;
}

/** A form for changes of several baselines. The service checks them before they are shown for sending. */
export function ChangeSetForm({ baselines, title: startTitle, start, revises, onQueued }: Props) {
  const [title, setTitle] = useState(startTitle);
  const [drafts, setDrafts] = useState(start);
  const [refusal, setRefusal] = useState<PlacedRefusal | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [checked, setChecked] = useState<BaselineChangeSet | null>(null);
  const nextId = useRef(start.length);
  const propose = useProposeBaselines();
  const { refetch } = useBaselines();
  const changed = drafts.filter((each) => !isUnchanged(each));
  const isDirty = title !== startTitle || drafts !== start;
  useUnsavedWarning(isDirty && propose.data === undefined, 'What you typed in this form is lost.');

  const add = (before: Baseline | null) => {
    setDrafts([...drafts, draftChange(nextId.current, before)]);
    nextId.current += 1;
  };
  const replace = (id: number, next: DraftChange) =>
    setDrafts(drafts.map((each) => (each.id === id ? next : each)));
  const refused = (error: Error) => {
    if (error instanceof ApiError && (error.status === 409 || error.status === 422)) {
      setRefusal(placedRefusal(error, changed));
      setChecked(null);
    } else setFailure(error);
  };
  const review = async () => {
    const changeSet = { title: title.trim(), changes: changed.map(changeOf) };
    setRefusal(null);
    setFailure(null);
    setChecking(true);
    try {
      await dryRunBaselines(changeSet);
      setChecked(changeSet);
    } catch (error) {
      refused(error as Error);
    } finally {
      setChecking(false);
    }
  };
  const send = (changeSet: BaselineChangeSet) =>
    propose.mutate({ changeSet, revises }, { onSuccess: onQueued, onError: refused });
  const loadPresent = async (draft: DraftChange) => {
    const { data = [] } = await refetch();
    replace(draft.id, rebased(draft, data.find(({ name }) => name === draft.record.name) ?? null));
    setRefusal(null);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void review();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Title"
          description="What the change set is for, such as: Prices of winter."
          maw="40rem"
          withAsterisk
          aria-required
          maxLength={longestTitle}
          autoComplete="off"
          value={title}
          error={refusal?.title}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
        {drafts.map((draft) => (
          <ChangeCard
            key={draft.id}
            draft={draft}
            errors={refusal?.changes.get(draft.id)}
            onChange={(next) => replace(draft.id, next)}
            onRemove={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
            onLoadPresent={refusal?.stale.has(draft.id) ? () => void loadPresent(draft) : undefined}
          />
        ))}
        <AddChange baselines={baselines} drafts={drafts} onAdd={add} />
        {refusal && refusal.elsewhere.length > 0 && (
          <Alert
            color="red"
            role="alert"
            icon={<Icon name="warning" />}
            title="It cannot be accepted like this"
          >
            {refusal.elsewhere.join(' ')}
          </Alert>
        )}
        {failure && <NotDone error={failure} done="queued" />}
        <div>
          <Button type="submit" loading={isChecking} disabled={changed.length === 0}>
            Review the proposal
          </Button>
        </div>
      </Stack>
      <ChangeSetDialog
        changeSet={checked}
        isSending={propose.isPending}
        error={propose.error}
        onSend={send}
        onClose={() => setChecked(null)}
      >
        {({ changes }) => <BaselineDifferences changes={changes} />}
      </ChangeSetDialog>
    </form>
  );
}

/** Adds a change: of a baseline of the catalogue that the form does not change yet, or a new baseline. */
function AddChange({
  baselines,
  drafts,
  onAdd,
}: {
  baselines: readonly Baseline[];
  drafts: readonly DraftChange[];
  onAdd: (before: Baseline | null) => void;
}) {
  const used = new Set(drafts.map(({ record }) => record.name));
  const choices = useBaselineChoices()?.filter(({ name, isLive }) => isLive && !used.has(name)) ?? [];
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
          baselinesNamed(choices, search).map(({ name }) => ({ value: name, label: name }))
        }
        renderOption={({ option }) => <BaselineOption choice={byName.get(option.value)} />}
        nothingFoundMessage="No baseline has such a name."
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
