import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useGroupHealth } from '../../api/statistics.ts';
import type { GroupHealth, GroupHealthIssue } from '../../api/types.ts';
import { formatCount, plural } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type IssueType, issueLabels, isWorthALook } from '../groups/groups-search.ts';
import { NoGroups } from '../groups/NoGroups.tsx';
import { InsightTabs } from './InsightTabs.tsx';
import classes from './insight.module.css';
import { Tiles } from './Tiles.tsx';

/** Largest number of issues of one type that this page lists; the groups page lists all. */
const listedAtMost = 12;

/** The issues of groups of text models, by type. */
export function GroupHealthPage() {
  usePageTitle('Group health');
  const query = useGroupHealth();
  return (
    <>
      <Title order={1}>Insight</Title>
      <InsightTabs />
      <QueryState
        query={query}
        loading={<LoadingState lines={12} />}
        isEmpty={({ total_groups_checked }) => total_groups_checked === 0}
        empty={<NoGroups />}
      >
        {(health) => <Health health={health} />}
      </QueryState>
    </>
  );
}

function Health({ health }: { health: GroupHealth }) {
  const { issues: all, total_groups_checked: total } = health;
  const groupsWith = (fits: (issue: GroupHealthIssue) => boolean) =>
    new Set(all.filter(fits).map(({ group_name }) => group_name)).size;
  const issues = all.filter(({ issue_type }) => issue_type !== 'singleton_group');
  const byType = Map.groupBy(issues, ({ issue_type }) => issue_type);
  const types = [...byType].sort(
    ([one, a], [other, b]) =>
      Number(isWorthALook({ issue_type: other })) - Number(isWorthALook({ issue_type: one })) ||
      b.length - a.length,
  );
  return (
    <>
      <Tiles
        facts={[
          ['groups', formatCount(total)],
          ['with something to look at', formatCount(groupsWith(isWorthALook))],
          ['without a baseline or description', formatCount(groupsWith(isIncomplete))],
          ['of one model only', formatCount(all.length - issues.length)],
        ]}
      />
      {types.length === 0 ? (
        <EmptyState title="Nothing is odd about any group." />
      ) : (
        <>
          <Section title="Issues">
            <IssueChart counts={types.map(([type, list]) => [type, list.length])} />
          </Section>
          <div className={classes.grid}>
            {types.map(([type, list]) => (
              <Issues key={type} type={type} issues={list} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

function isIncomplete({ issue_type }: GroupHealthIssue): boolean {
  return issue_type === 'missing_baseline' || issue_type === 'missing_description';
}

function IssueChart({ counts }: { counts: readonly (readonly [IssueType, number])[] }) {
  const navigate = useNavigate();
  return (
    <div role="img" aria-label="Bar chart of issues by type: the lists below it have the same numbers.">
      <BarChart
        h={counts.length * 30 + 36}
        data={counts.map(([type, groups]) => ({ label: issueLabels[type], groups }))}
        dataKey="label"
        orientation="vertical"
        series={[{ name: 'groups', color: 'indigo.5' }]}
        gridAxis="y"
        textColor="dimmed"
        tickLine="none"
        maxBarWidth={18}
        accessibilityLayer={false}
        valueFormatter={formatCount}
        yAxisProps={{ width: 164, interval: 0 }}
        xAxisProps={{ allowDecimals: false }}
        barProps={{
          isAnimationActive: false,
          cursor: 'pointer',
          onClick: (_bar, index) => {
            const issue = counts[index]?.[0];
            if (issue) void navigate({ to: '/groups', search: { issue } });
          },
        }}
      />
    </div>
  );
}

function Issues({ type, issues }: { type: IssueType; issues: readonly GroupHealthIssue[] }) {
  const isWarning = isWorthALook({ issue_type: type });
  return (
    <Section
      title={issueLabels[type].charAt(0).toUpperCase() + issueLabels[type].slice(1)}
      aside={<Tag tone={isWarning ? 'warn' : undefined}>{plural(issues.length, 'group')}</Tag>}
    >
      <ul className={classes.list}>
        {issues.slice(0, listedAtMost).map(({ group_name, message }) => (
          <li key={group_name}>
            <Link to="/groups/group" search={{ name: group_name }}>
              {group_name}
            </Link>
            <Text size="xs" c="dimmed">
              {message}
            </Text>
          </li>
        ))}
      </ul>
      {issues.length > listedAtMost && (
        <Link to="/groups" search={{ issue: type }} className={classes.more}>
          All {formatCount(issues.length)}
        </Link>
      )}
    </Section>
  );
}
