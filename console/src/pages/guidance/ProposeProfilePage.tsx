import { Anchor, Breadcrumbs, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { type Profile, useProfile } from '../../api/guidance.ts';
import { guidanceChangesOf, guidanceFormPath } from '../../api/guidance-change-sets.ts';
import { useMyChange } from '../../api/my-changes.ts';
import type { PendingChange } from '../../api/types.ts';
import { Access } from '../../parts/Access.tsx';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Queued } from '../propose/Queued.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { type Json, removeMetadata } from './profile-draft.ts';

const route = getRouteApi('/guidance/propose');

/** The page that proposes a new profile or a change of a profile. */
export function ProposeProfilePage() {
  const { id, change } = route.useSearch();
  const title = id === undefined ? 'Propose a profile' : 'Propose a change of a profile';
  usePageTitle(title);
  return (
    <>
      <Breadcrumbs className={layout.wrap}>
        <Anchor component={Link} to="/guidance" size="sm">
          Prompting guidance
        </Anchor>
      </Breadcrumbs>
      <Title order={1}>{title}</Title>
      <Text size="sm" c="dimmed" maw="72ch">
        Summary and the texts for users and developers are CommonMark; HTML is not allowed. A profile that is
        assigned to models cannot be deprecated.
      </Text>
      <Access need="requestor" for="queue">
        {change !== undefined ? (
          <FormFromChange changeId={change} />
        ) : id !== undefined ? (
          <FormForProfile id={id} />
        ) : (
          <Form before={null} title="" revises={undefined} />
        )}
      </Access>
    </>
  );
}

function FormForProfile({ id }: { id: string }) {
  const { deprecate = false } = route.useSearch();
  const query = useProfile(id);
  return (
    <QueryState query={query}>
      {(profile) =>
        profile === null ? (
          <EmptyState title="No profile has this id." />
        ) : (
          <Form
            before={profile}
            title={deprecate ? `Deprecate ${id}` : ''}
            start={deprecate ? { ...removeMetadata(profile), deprecated: true } : undefined}
            revises={undefined}
          />
        )
      }
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
        const proposedChange = changes?.profiles[0];
        if (!changes || !proposedChange || guidanceFormPath(changes) !== route.id)
          return <EmptyState title="Change set not found among yours." />;
        const { metadata: _, ...start } = (proposedChange.profile ?? {}) as Json;
        return (
          <Form
            before={(proposedChange.expected_before ?? null) as Profile | null}
            title={change.notes ?? ''}
            start={start}
            revises={revise ? change : undefined}
          />
        );
      }}
    </QueryState>
  );
}

function Form(props: Omit<ComponentProps<typeof ProfileForm>, 'onQueued'>) {
  const [queued, setQueued] = useState<PendingChange | null>(null);
  if (queued) return <Queued change={queued} />;
  return <ProfileForm {...props} onQueued={setQueued} />;
}
