import { MultiSelect, SegmentedControl, Select, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import {
  type Assignment,
  guidanceChangeSets,
  type ProfileItem,
  type ProfileKind,
  useAssignments,
} from '../../api/guidance.ts';
import { type GuidanceChangeSet, guidanceChangesIn } from '../../api/guidance-change-sets.ts';
import type { PendingChange } from '../../api/types.ts';
import { GuidanceDifferences } from '../../parts/GuidanceDifferences.tsx';
import { ProposalForm } from '../../parts/ProposalForm.tsx';
import { RefusalAlert } from '../../parts/RefusalAlert.tsx';
import { useProposal } from '../../parts/use-proposal.ts';
import { useUnsavedWarning } from '../propose/use-unsaved-warning.ts';
import {
  assignRefusalMessages,
  type Choice,
  createAssignmentChanges,
  type RefusalMessages,
} from './assignment-draft.ts';
import { ChosenModels } from './ChosenModels.tsx';

interface Props {
  readonly models: readonly string[];
  readonly profiles: readonly ProfileItem[];
  readonly assignments: readonly Assignment[];
  readonly title: string;
  /** The profiles that the form starts with. */
  readonly initialChoice: Choice | null;
  /** The change that the form revises; undefined for a new proposal. */
  readonly revises: PendingChange | undefined;
  readonly onQueued: (change: PendingChange) => void;
}

/**
 * A form that assigns profiles to models in one change set. The service checks it before the user can send
 * it.
 */
export function AssignForm({
  models,
  profiles,
  assignments,
  title: initialTitle,
  initialChoice,
  revises,
  onQueued,
}: Props) {
  const [title, setTitle] = useState(initialTitle);
  const [isRemoval, setRemoval] = useState(false);
  const [primary, setPrimary] = useState(initialChoice?.primary ?? null);
  const [supplemental, setSupplemental] = useState<readonly string[]>(initialChoice?.supplemental ?? []);
  const [chosenModels, setChosenModels] = useState<ReadonlySet<string>>(new Set(models));
  const [refusal, setRefusal] = useState<RefusalMessages | null>(null);
  const { refetch } = useAssignments();
  const assignmentByModel = useMemo(
    () => new Map(assignments.map((each) => [each.model_name, each])),
    [assignments],
  );
  const choice = primary === null ? null : { primary, supplemental };
  const changes =
    !isRemoval && choice === null
      ? []
      : createAssignmentChanges(
          models.filter((name) => chosenModels.has(name)),
          assignmentByModel,
          isRemoval ? null : choice,
        );
  const isDirty =
    title !== initialTitle ||
    isRemoval ||
    primary !== (initialChoice?.primary ?? null) ||
    supplemental.join() !== (initialChoice?.supplemental ?? []).join();
  const proposal = useProposal<GuidanceChangeSet>({
    path: guidanceChangeSets,
    revises,
    onQueued,
    onRefusal: (error) => setRefusal(error && assignRefusalMessages(error, changes)),
  });
  useUnsavedWarning(isDirty && !proposal.isQueued, 'Your choices in this form are lost.');

  const profileOptions = (kind: ProfileKind) =>
    profiles
      .filter((each) => each.kind === kind && !each.deprecated)
      .map(({ profile_id, display_name }) => ({
        value: profile_id,
        label: `${display_name} (${profile_id})`,
      }));

  return (
    <ProposalForm
      proposal={proposal}
      title={title}
      titleError={refusal?.title}
      onTitle={setTitle}
      canReview={changes.length > 0}
      onReview={() => void proposal.check({ title: title.trim(), assignment_changes: changes })}
      differences={(changeSet) => <GuidanceDifferences changes={guidanceChangesIn(changeSet)} />}
      status={
        <Text size="sm" role="status">
          {changes.length === 0
            ? 'No changes yet.'
            : `The guidance of ${changes.length} of ${models.length} models changes.`}
        </Text>
      }
    >
      <div>
        <SegmentedControl
          aria-label="Action"
          data={[
            { value: 'assign', label: 'Assign profiles' },
            { value: 'remove', label: 'Remove the guidance' },
          ]}
          value={isRemoval ? 'remove' : 'assign'}
          onChange={(value) => setRemoval(value === 'remove')}
        />
      </div>
      {!isRemoval && (
        <>
          <Select
            label="Prompt contract"
            description="The format of prompts that the models expect."
            maw="40rem"
            searchable
            withAsterisk
            aria-required
            data={profileOptions('prompt_contract')}
            nothingFoundMessage="No active contract has this name."
            value={primary}
            error={refusal?.primary}
            onChange={setPrimary}
          />
          <MultiSelect
            label="Usage recipes"
            description="Optional: further instructions for using the models."
            maw="40rem"
            searchable
            data={profileOptions('usage_recipe')}
            nothingFoundMessage="No active recipe has this name."
            value={[...supplemental]}
            error={refusal?.supplemental}
            onChange={setSupplemental}
          />
        </>
      )}
      <ChosenModels
        models={models}
        assignmentByModel={assignmentByModel}
        chosenModels={chosenModels}
        errors={refusal?.models}
        onChoose={setChosenModels}
      />
      {refusal && (refusal.isStale || refusal.otherMessages.length > 0) && (
        <RefusalAlert
          title="Not valid"
          text={
            refusal.otherMessages.join(' ') ||
            'The guidance of a model has changed since this page was loaded.'
          }
          reload={
            refusal.isStale
              ? {
                  label: 'Load the current guidance, keep my choice',
                  onClick: () => void refetch().then(() => setRefusal(null)),
                }
              : undefined
          }
        />
      )}
    </ProposalForm>
  );
}
