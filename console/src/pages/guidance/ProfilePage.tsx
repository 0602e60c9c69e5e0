import { Anchor, Breadcrumbs, Button, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeployment } from '../../api/deployment.ts';
import {
  type Profile,
  useAssignments,
  useOpenGuidanceChanges,
  useProfile,
  useProfileHistory,
} from '../../api/guidance.ts';
import { affectedProfileIds, guidanceChangesOf } from '../../api/guidance-change-sets.ts';
import { useCaller } from '../../api/roles.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { EntryHistory } from '../../parts/EntryHistory.tsx';
import { plural } from '../../parts/format.ts';
import { kindLabels } from '../../parts/guidance-words.ts';
import { shownText } from '../../parts/hidden-characters.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { RevisionFact } from '../../parts/RevisionFact.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WaitingChangeSets } from '../../parts/WaitingChangeSets.tsx';
import { stringifySearch } from '../../search-params.ts';
import { ProfileContent } from './ProfileContent.tsx';

const route = getRouteApi('/guidance/profile');

export function ProfilePage() {
  const { id } = route.useSearch();
  const query = useProfile(id);
  const history = useProfileHistory(id);
  const name = query.data?.display_name ?? id;
  usePageTitle(shownText(name));
  const openChanges = useOpenGuidanceChanges().filter((change) => {
    const changes = guidanceChangesOf(change);
    return changes !== null && affectedProfileIds(changes).has(id);
  });
  return (
    <>
      <Breadcrumbs className={layout.wrap}>
        <Anchor component={Link} to="/guidance" size="sm">
          Prompting guidance
        </Anchor>
      </Breadcrumbs>
      <div className={layout.tools}>
        <Title order={1} className={layout.shrinks}>
          {name === '' ? 'No profile named' : <ShownText text={name} />}
        </Title>
        <CopyButton value={id} label="Copy the id" />
        {query.data && <Actions profile={query.data} />}
      </div>
      <QueryState query={query}>
        {(profile) =>
          profile === null ? (
            <EmptyState title="No profile has this id.">
              A proposed profile is not live until its change set is applied.
            </EmptyState>
          ) : (
            <Details profile={profile} />
          )
        }
      </QueryState>
      {!query.isPending && (
        <>
          <WaitingChangeSets changes={openChanges} />
          <EntryHistory query={history} />
        </>
      )}
    </>
  );
}

/** Links to the form that edits the profile. */
function Actions({ profile: { profile_id, deprecated } }: { profile: Profile }) {
  const { isRequestor } = useCaller();
  const { canReview } = useDeployment();
  if (!isRequestor || !canReview) return null;
  const formPath = (otherParameters: object = {}) =>
    `/guidance/propose${stringifySearch({ id: profile_id, ...otherParameters })}`;
  return (
    <>
      <Button
        component={Link}
        to={formPath()}
        variant="default"
        size="xs"
        leftSection={<Icon name="edit" size={14} />}
      >
        Propose an edit
      </Button>
      {!deprecated && (
        <Button component={Link} to={formPath({ deprecate: true })} variant="default" size="xs">
          Propose deprecation
        </Button>
      )}
    </>
  );
}

function Details({ profile }: { profile: Profile }) {
  const { kind, deprecated, metadata } = profile;
  return (
    <>
      <div className={layout.line}>
        <Tag>{kindLabels[kind]}</Tag>
        {deprecated && <Tag tone="warn">deprecated</Tag>}
      </div>
      <ProfileContent profile={profile} facts={<RevisionFact metadata={metadata} />} />
      <Models id={profile.profile_id} />
    </>
  );
}

/** Largest number of models shown at first. */
const maxShownModels = 24;

function Models({ id }: { id: string }) {
  const query = useAssignments(id);
  return (
    <Section title="Models">
      <QueryState
        query={query}
        isEmpty={(items) => items.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            No model uses this profile.
          </Text>
        }
      >
        {(items) => {
          const names = items.map(({ model_name }) => model_name);
          return (
            <>
              <Text size="sm">{plural(names.length, 'model')}</Text>
              <Names names={names.slice(0, maxShownModels)} />
              {names.length > maxShownModels && (
                <details className={layout.fold}>
                  <summary>{plural(names.length - maxShownModels, 'other model')}</summary>
                  <Names names={names.slice(maxShownModels)} />
                </details>
              )}
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className={layout.bullets}>
      {names.map((name) => (
        <li key={name}>
          <ModelLink category="text_generation" name={name} />
        </li>
      ))}
    </ul>
  );
}
