import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGroup } from '../../api/groups.ts';
import type { Model } from '../../api/models.ts';
import { formatParameters, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './model.module.css';

/** Largest number of siblings listed; the group's page lists all. */
const shownSiblings = 12;

export function GroupAndFamily({ model }: { model: Model }) {
  const group = model.record.text_model_group;
  const query = useGroup(group);
  if (!group) {
    return (
      <Section title="Group">
        <Text size="sm" c="dimmed">
          This model belongs to no group.
        </Text>
      </Section>
    );
  }
  return (
    <Section title="Group and family">
      <p className={classes.group}>
        <Link
          to="/browse/$category"
          params={{ category: 'text_generation' }}
          search={{ group: [group], view: 'groups', open: ['*'] }}
          className={layout.link}
        >
          {group}
        </Link>
        <Link to="/groups/group" search={{ name: group }}>
          all of the group
        </Link>
        {query.data?.related_family && (
          <Tag tone="accent">family {query.data.related_family.family_name}</Tag>
        )}
      </p>
      <QueryState
        query={query}
        isEmpty={(members) => members === null}
        empty={
          <Text size="sm" c="dimmed">
            The group has no members.
          </Text>
        }
      >
        {(members) => {
          const siblings = (members?.members ?? []).filter(
            ({ name, is_backend_duplicate }) => name !== model.name && !is_backend_duplicate,
          );
          return siblings.length === 0 ? (
            <Text size="sm" c="dimmed">
              The only model of its group.
            </Text>
          ) : (
            <>
              <Text size="sm" c="dimmed">
                {plural(siblings.length, 'other model')}
              </Text>
              <ul className={classes.siblings}>
                {siblings.slice(0, shownSiblings).map(({ name, parameters }) => (
                  <li key={name}>
                    <ModelLink category="text_generation" name={name} />
                    {parameters !== null && (
                      <span className={layout.dim}>{formatParameters(parameters)}</span>
                    )}
                  </li>
                ))}
              </ul>
              {siblings.length > shownSiblings && (
                <Text size="sm" c="dimmed">
                  and {siblings.length - shownSiblings} more
                </Text>
              )}
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}
