import { Text, Title } from '@mantine/core';
import { useAliases } from '../../api/group-edits.ts';
import { plural } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { GroupLink } from './GroupLink.tsx';
import { GroupsTabs } from './GroupsTabs.tsx';
import classes from './groups.module.css';
import { WritingHint } from './Writing.tsx';

export function AliasesPage() {
  usePageTitle('Aliases');
  const query = useAliases();
  return (
    <>
      <Title order={1}>Groups of text models</Title>
      <GroupsTabs />
      <WritingHint />
      <QueryState
        query={query}
        isEmpty={(entries) => entries === null || entries.length === 0}
        empty={
          query.data === null ? (
            <EmptyState title="Aliases are available on the primary only." />
          ) : (
            <EmptyState title="No group has an alias yet.">
              Aliases are added on the page of a group.
            </EmptyState>
          )
        }
      >
        {(entries) => (
          <Section title={plural(entries?.length ?? 0, 'group with aliases', 'groups with aliases')}>
            {(entries ?? []).map(({ canonical, aliases }) => (
              <div key={canonical} className={classes.card}>
                <GroupLink name={canonical} className={classes.name} />
                {aliases.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    An empty entry
                  </Text>
                ) : (
                  <ul className={classes.chips}>
                    {aliases.map((alias) => (
                      <li key={alias} className={classes.chip}>
                        {alias}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            ))}
          </Section>
        )}
      </QueryState>
    </>
  );
}
