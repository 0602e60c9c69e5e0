import { Anchor, Breadcrumbs, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Baseline, baselineChangesOf } from '../../api/baseline-change-sets.ts';
import { useBaselines } from '../../api/baselines.ts';
import { useMyChange } from '../../api/my-changes.ts';
import type { PendingChange } from '../../api/types.ts';
import { Access } from '../../parts/Access.tsx';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Queued } from '../propose/Queued.tsx';
import { ChangeSetForm } from './ChangeSetForm.tsx';
import { createDraftChange, createFormChange, type DraftChange } from './change-set-draft.ts';

const route = getRouteApi('/baselines/propose');

/** The page that proposes changes of several baselines as one change set. */
export function ProposeBaselinesPage() {
  usePageTitle('Propose changes of image baselines');
  const query = useBaselines();
  return (
    <>
      <Breadcrumbs className={layout.wrap}>
        <Anchor component={Link} to="/baselines" size="sm">
          Image baselines
        </Anchor>
      </Breadcrumbs>
      <Title order={1}>Propose changes of image baselines</Title>
      <Text size="sm" c="dimmed" maw="72ch">
        All changes in this form are one change set: approvers apply all of them or none. Models of a new
        baseline can be proposed now and applied together with it.
      </Text>
      <Access need="requestor" for="queue">
        <QueryState query={query}>{(baselines) => <InitialForm baselines={baselines} />}</QueryState>
      </Access>
    </>
  );
}

function InitialForm({ baselines }: { baselines: readonly Baseline[] }) {
  const { name, remove = false, change } = route.useSearch();
  if (change !== undefined) return <FormFromChange changeId={change} baselines={baselines} />;
  const before = baselines.find((each) => each.name === name);
  const initialChanges = before ? [createDraftChange(0, before, remove)] : [];
  return <Form baselines={baselines} title="" initialChanges={initialChanges} />;
}

/** A form that starts with one of the caller's own change sets, to revise it or to propose it again. */
function FormFromChange({ changeId, baselines }: { changeId: number; baselines: readonly Baseline[] }) {
  const { revise = false } = route.useSearch();
  const query = useMyChange(changeId);
  return (
    <QueryState query={query}>
      {(change) => {
        const changes = change ? baselineChangesOf(change) : [];
        if (!change || changes.length === 0) return <EmptyState title="Change set not found among yours." />;
        return (
          <Form
            baselines={baselines}
            title={change.notes ?? ''}
            initialChanges={changes.map((each, id) => createFormChange(id, each))}
            revises={revise ? change : undefined}
          />
        );
      }}
    </QueryState>
  );
}

interface FormProps {
  readonly baselines: readonly Baseline[];
  readonly title: string;
  readonly initialChanges: readonly DraftChange[];
  readonly revises?: PendingChange | undefined;
}

function Form({ baselines, title, initialChanges, revises }: FormProps) {
  const [queued, setQueued] = useState<PendingChange | null>(null);
  if (queued) return <Queued change={queued} {...(!revises && { onAnother: () => setQueued(null) })} />;
  return (
    <ChangeSetForm
      baselines={baselines}
      title={title}
      initialChanges={initialChanges}
      revises={revises}
      onQueued={setQueued}
    />
  );
}
