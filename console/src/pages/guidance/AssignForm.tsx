import { Alert, Button, MultiSelect, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ApiError } from '#client';
import {
  type Assignment,
  dryRunGuidance,
  type ProfileItem,
  type ProfileKind,
  useAssignments,
  useProposeGuidance,
} from '../../api/guidance.ts';
import { changesIn, type GuidanceChangeSet } from '../../api/guidance-change-sets.ts';
import type { PendingChange } from '../../api/types.ts';
import { ChangeSetDialog } from '../../parts/ChangeSetDialog.tsx';
import { GuidanceDifferences } from '../../parts/GuidanceDifferences.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { NotDone } from '../../parts/NotDone.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { useUnsavedWarning } from '../propose/use-unsaved-warning.ts';
import { assignmentChanges, type Choice, type PlacedRefusal, placedRefusal } from './assignment-draft.ts';
import { ChosenModels } from './ChosenModels.tsx';

const longestTitle = 160;

interface Props {
  readonly models: readonly string[];
  readonly profiles: readonly ProfileItem[];
  readonly assignments: readonly Assignment[];
  readonly title: string;
  /** The profiles that the form starts with. */
  readonly start: Choice | null;
  /** The change of which this is a new version; undefined for a new proposal. */
  readonly revises: PendingChange | undefined;
  readonly onQueued: (change: PendingChange) => void;
}

/** A form that assigns profiles to models, as one change set. The service checks it before it is sent. */
export function AssignForm({
  models,
  profiles,
  assignments,
  title: startTitle,
  start,
  revises,
  onQueued,
}: Props) {
  const [title, setTitle] = useState(startTitle);
  const [removes, setRemoves] = useState(false);
  const [primary, setPrimary] = useState(start?.primary ?? null);
  const [supplemental, setSupplemental] = useState<readonly string[]>(start?.supplemental ?? []);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(models));
  const [refusal, setRefusal] = useState<PlacedRefusal | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [checked, setChecked] = useState<GuidanceChangeSet | null>(null);
  const propose = useProposeGuidance();
  const { refetch } = useAssignments();
  const present = useMemo(() => new Map(assignments.map((each) => [each.model_name, each])), [assignments]);
  const choice = primary === null ? null : { primary, supplemental };
  const changes =
    !removes && choice === null
      ? []
      : assignmentChanges(
          models.filter((name) => chosen.has(name)),
          present,
          removes ? null : choice,
        );
  const isDirty =
    title !== startTitle ||
    removes ||
    primary !== (start?.primary ?? null) ||
    supplemental.join() !== (start?.supplemental ?? []).join();
  useUnsavedWarning(isDirty && propose.data === undefined, 'What you chose in this form is lost.');

  const refused = (error: Error) => {
    if (error instanceof ApiError && (error.status === 409 || error.status === 422)) {
      setRefusal(placedRefusal(error, changes));
      setChecked(null);
    } else setFailure(error);
  };
  const review = async () => {
    const changeSet: GuidanceChangeSet = { title: title.trim(), assignment_changes: changes };
    setRefusal(null);
    setFailure(null);
    setChecking(true);
    try {
      await dryRunGuidance(changeSet);
      setChecked(changeSet);
    } catch (error) {
      refused(error as Error);
    } finally {
      setChecking(false);
    }
  };
  const options = (kind: ProfileKind) =>
    profiles
      .filter((each) => each.kind === kind && !each.deprecated)
      .map(({ profile_id, display_name }) => ({
        value: profile_id,
        label: `${display_name} (${profile_id})`,
      }));

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
          maw="40rem"
          withAsterisk
          aria-required
          maxLength={longestTitle}
          autoComplete="off"
          value={title}
          error={refusal?.title}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
        <div>
          <SegmentedControl
            aria-label="What becomes of the guidance"
            data={[
              { value: 'assign', label: 'Assign profiles' },
              { value: 'remove', label: 'Remove the guidance' },
            ]}
            value={removes ? 'remove' : 'assign'}
            onChange={(value) => setRemoves(value === 'remove')}
          />
        </div>
        {!removes && (
          <>
            <Select
              label="Prompt contract"
              description="The format of prompts that the models expect."
              maw="40rem"
              searchable
              withAsterisk
              aria-required
              data={options('prompt_contract')}
              nothingFoundMessage="No active contract is called so."
              value={primary}
              error={refusal?.primary}
              onChange={setPrimary}
            />
            <MultiSelect
              label="Usage recipes"
              description="Optional: what else is known about using the models."
              maw="40rem"
              searchable
              data={options('usage_recipe')}
              nothingFoundMessage="No active recipe is called so."
              value={[...supplemental]}
              error={refusal?.supplemental}
              onChange={setSupplemental}
            />
          </>
        )}
        <ChosenModels
          models={models}
          present={present}
          chosen={chosen}
          errors={refusal?.models}
          onChoose={setChosen}
        />
        {refusal && (refusal.isStale || refusal.elsewhere.length > 0) && (
          <Alert
            color="red"
            role="alert"
            icon={<Icon name="warning" />}
            title="It cannot be accepted like this"
          >
            <Stack gap="xs" align="flex-start">
              <ShownText
                text={refusal.elsewhere.join(' ') || 'The guidance of a model was changed since it was read.'}
              />
              {refusal.isStale && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => void refetch().then(() => setRefusal(null))}
                >
                  Load the present guidance, keep my choice
                </Button>
              )}
            </Stack>
          </Alert>
        )}
        {failure && <NotDone error={failure} done="queued" />}
        <Text size="sm" role="status">
          {changes.length === 0
            ? 'Nothing changes yet.'
            : `The guidance of ${changes.length} of ${models.length} models changes.`}
        </Text>
        <div>
          <Button type="submit" loading={isChecking} disabled={changes.length === 0}>
            Review the proposal
          </Button>
        </div>
      </Stack>
      <ChangeSetDialog
        changeSet={checked}
        isSending={propose.isPending}
        error={propose.error}
        onSend={(changeSet) =>
          propose.mutate({ changeSet, revises }, { onSuccess: onQueued, onError: refused })
        }
        onClose={() => setChecked(null)}
      >
        {(changeSet) => <GuidanceDifferences changes={changesIn(changeSet)} />}
      </ChangeSetDialog>
    </form>
  );
}
