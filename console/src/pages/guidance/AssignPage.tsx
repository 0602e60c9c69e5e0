import { Anchor, Breadcrumbs, Select, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGroup } from '../../api/groups.ts';
import { useAssignments, useProfiles } from '../../api/guidance.ts';
import { guidanceChangesOf, guidanceFormPath } from '../../api/guidance-change-sets.ts';
import { useMyChange } from '../../api/my-changes.ts';
import type { PendingChange } from '../../api/types.ts';
import { Access } from '../../parts/Access.tsx';
import layout from '../../parts/layout.module.css';
import { maxTitleLength } from '../../parts/ProposalForm.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { useGroupNames } from '../groups/use-group-names.ts';
import { Queued } from '../propose/Queued.tsx';
import { AssignForm } from './AssignForm.tsx';
import type { Choice } from './assignment-draft.ts';

const route = getRouteApi('/guidance/assign');
const titleStart = 'Guidance of ';

/** The page that proposes the profiles of one text model, or of the models of a group. */
export function AssignPage() {
  usePageTitle('Assign guidance');
  const { group, model, change } = route.useSearch();
  return (
    <>
      <Breadcrumbs className={layout.wrap}>
        <Anchor component={Link} to="/guidance" size="sm">
          Prompting guidance
        </Anchor>
      </Breadcrumbs>
      <Title order={1}>Assign guidance</Title>
      <Text size="sm" c="dimmed" maw="72ch">
        Choose a profile of prompting guidance for each model. All models in this form are one change set:
        approvers apply all of it or nothing.
      </Text>
      <Access need="requestor" for="queue">
        {change !== undefined ? (
          <FormFromChange changeId={change} />
        ) : model !== undefined ? (
          <Form models={[model]} title={titleStart + model} />
        ) : (
          <>
            <ChooseGroup />
            {group !== undefined && <FormForGroup key={group} group={group} />}
          </>
        )}
      </Access>
    </>
  );
}

function ChooseGroup() {
  const names = useGroupNames();
  const { group } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Select
      label="Group of models"
      maw="40rem"
      searchable
      limit={100}
      data={[...names]}
      nothingFoundMessage="No group has this name."
      value={group ?? null}
      onChange={(name) => void navigate({ search: { group: name ?? undefined } })}
    />
  );
}

function FormForGroup({ group }: { group: string }) {
  const query = useGroup(group);
  return (
    <QueryState query={query}>
      {(found) => {
        const members = (found?.members ?? []).filter(({ is_backend_duplicate }) => !is_backend_duplicate);
        if (members.length === 0) return <EmptyState title="No model is in a group of this name." />;
        return <Form models={members.map(({ name }) => name)} title={titleStart + group} />;
      }}
    </QueryState>
  );
}

/** A form that starts with one of the caller's own change sets, to revise it or to propose it again. */
function FormFromChange({ changeId }: { changeId: number }) {
  const { revise = false } = route.useSearch();
  const query = useMyChange(changeId);
  return (
    <QueryState query={query}>
      {(change) => {
        const changes = change && guidanceChangesOf(change);
        if (!change || !changes || guidanceFormPath(changes) !== route.id)
          return <EmptyState title="Change set not found among yours." />;
        const firstAssignment = changes.assignments[0]?.assignment;
        return (
          <Form
            models={changes.assignments.map(({ model_name }) => model_name)}
            title={change.notes ?? ''}
            initialChoice={
              firstAssignment
                ? {
                    primary: firstAssignment.primary_profile_id,
                    supplemental: firstAssignment.supplemental_profile_ids,
                  }
                : undefined
            }
            revises={revise ? change : undefined}
          />
        );
      }}
    </QueryState>
  );
}

interface FormProps {
  readonly models: readonly string[];
  readonly title: string;
  /** The profiles that the form starts with. Default: those of a single model. */
  readonly initialChoice?: Choice | undefined;
  readonly revises?: PendingChange | undefined;
}

function Form({ models, title, initialChoice, revises }: FormProps) {
  const profiles = useProfiles();
  const assignments = useAssignments();
  const [queued, setQueued] = useState<PendingChange | null>(null);
  if (queued) return <Queued change={queued} />;
  return (
    <QueryState query={profiles}>
      {(listed) => (
        <QueryState query={assignments}>
          {(assignmentList) => {
            const modelAssignment =
              models.length === 1
                ? assignmentList.find(({ model_name }) => model_name === models[0])
                : undefined;
            const currentChoice = modelAssignment && {
              primary: modelAssignment.primary_profile_id,
              supplemental: modelAssignment.supplemental_profile_ids,
            };
            return (
              <AssignForm
                models={models}
                profiles={listed}
                assignments={assignmentList}
                title={title.slice(0, maxTitleLength)}
                initialChoice={initialChoice ?? currentChoice ?? null}
                revises={revises}
                onQueued={setQueued}
              />
            );
          }}
        </QueryState>
      )}
    </QueryState>
  );
}
