import { Text, Title } from '@mantine/core';
import { useFamilies } from '../../api/groups.ts';
import { plural } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { FamilyCard } from './FamilyCard.tsx';
import { GroupsTabs } from './GroupsTabs.tsx';
import classes from './groups.module.css';
import { NewFamily } from './NewFamily.tsx';
import { Suggestions } from './Suggestions.tsx';
import { useCanWrite, WritingHint } from './Writing.tsx';

export function FamiliesPage() {
  usePageTitle('Families');
  const query = useFamilies();
  const canWrite = useCanWrite();
  return (
    <>
      <Title order={1}>Groups of text models</Title>
      <GroupsTabs />
      <WritingHint />
      <div className={classes.columns}>
        <div className={classes.column}>
          <QueryState query={query}>
            {(families) => (
              <Section
                title={families.length === 0 ? 'Families' : plural(families.length, 'family', 'families')}
              >
                <Text size="sm" c="dimmed">
                  A family holds groups that belong together, such as the versions of a series.
                </Text>
                {families.length === 0 && <EmptyState title="No families yet." />}
                {families.map((family) => (
                  <FamilyCard key={family.family_name} family={family} />
                ))}
              </Section>
            )}
          </QueryState>
          {canWrite && <Suggestions families={query.data ?? []} />}
        </div>
        {canWrite && (
          <div className={classes.column}>
            <NewFamily families={query.data ?? []} />
          </div>
        )}
      </div>
    </>
  );
}
