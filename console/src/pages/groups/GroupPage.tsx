import { Anchor, Breadcrumbs, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useGroup } from '../../api/groups.ts';
import type { GroupMembers } from '../../api/types.ts';
import { plural } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { AliasesSection } from './AliasesSection.tsx';
import { CommonFields } from './CommonFields.tsx';
import { FamilySection } from './FamilySection.tsx';
import { Guidance } from './Guidance.tsx';
import classes from './groups.module.css';
import { Health } from './Health.tsx';
import { Members } from './Members.tsx';
import { NameExceptions } from './NameExceptions.tsx';
import { Naming } from './Naming.tsx';
import { Parts } from './Parts.tsx';
import { WritingHint } from './Writing.tsx';

const route = getRouteApi('/groups/group');

export function GroupPage() {
  const { name } = route.useSearch();
  usePageTitle(name);
  const query = useGroup(name);
  return (
    <>
      <Breadcrumbs>
        <Anchor component={Link} to="/groups" size="sm">
          Groups
        </Anchor>
        <Text size="sm">
          <ShownText text={name} />
        </Text>
      </Breadcrumbs>
      <div>
        <Title order={1}>{name ? <ShownText text={name} /> : 'No group named'}</Title>
        {query.data && <Facts group={query.data} />}
      </div>
      <WritingHint />
      {name !== '' && (
        <QueryState query={query}>
          {(group) => (group === null ? <MissingGroup name={name} /> : <Details key={name} group={group} />)}
        </QueryState>
      )}
    </>
  );
}

function Facts({ group }: { group: GroupMembers }) {
  return (
    <div className={classes.facts}>
      <Tag>{plural(group.canonical_count, 'model')}</Tag>
      {group.backend_duplicate_count > 0 && (
        <Tag>{plural(group.backend_duplicate_count, 'backend variation')}</Tag>
      )}
      {group.related_family && <Tag tone="accent">family {group.related_family.family_name}</Tag>}
      {group.name_schema_is_custom && <Tag tone="accent">custom naming schema</Tag>}
    </div>
  );
}

/**
 * Shown if the group has no models. The name may still have aliases and a family, or be an alias of another
 * group.
 */
function MissingGroup({ name }: { name: string }) {
  return (
    <>
      <EmptyState title="No model is in a group of this name.">
        It may be an alias, or its models may have been deleted.
      </EmptyState>
      <AliasesSection group={name} />
      <FamilySection group={name} />
    </>
  );
}

function Details({ group }: { group: GroupMembers }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <Members group={group} />
        <CommonFields group={group} />
        <Guidance group={group} />
        <Naming group={group} />
        <NameExceptions group={group} />
      </div>
      <div className={classes.column}>
        <Health issues={group.health_issues} />
        <Parts group={group} />
        <AliasesSection group={group.group_name} />
        <FamilySection group={group.group_name} />
      </div>
    </div>
  );
}
