import { Text, Title } from '@mantine/core';
import { useDecisionTimes, type WaitingTimes } from '../../api/activity.ts';
import { formatCount, formatDuration, plural } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { InsightTabs } from './InsightTabs.tsx';
import classes from './insight.module.css';

const outcomes = ['approved', 'rejected', 'withdrawn'] as const;

/** How long proposals wait for a decision, month by month. */
export function DecisionsPage() {
  usePageTitle('Decisions');
  const query = useDecisionTimes();
  return (
    <>
      <Title order={1}>Insight</Title>
      <InsightTabs />
      <QueryState query={query}>
        {({ months, pending, looked_at }) => (
          <Section title="Times to a decision">
            <Text size="sm" c="dimmed">
              Of the latest {plural(looked_at, 'proposal')}, by the month of the decision: how many, the
              median, and what nine of ten did not exceed.{' '}
              {pending.count > 0 &&
                `Waiting now: ${formatCount(pending.count)}, half of them for up to ${time(pending.median)}, the longest for ${time(pending.longest)}.`}
            </Text>
            {months.length === 0 ? (
              <EmptyState title="Nothing was decided yet." />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
              <section className={classes.scroll} tabIndex={0} aria-label="Months">
                <table className={classes.table}>
                  <caption>How long proposals waited: median, and what nine of ten did not exceed</caption>
                  <thead>
                    <tr>
                      <th scope="col">Month</th>
                      {outcomes.map((outcome) => (
                        <th key={outcome} scope="col">
                          {outcome}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {months.map((each) => (
                      <tr key={each.month}>
                        <th scope="row">{each.month}</th>
                        {outcomes.map((outcome) => (
                          <td key={outcome}>{cell(each[outcome])}</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            )}
          </Section>
        )}
      </QueryState>
    </>
  );
}

function cell({ count, median, p90 }: WaitingTimes): string {
  return count === 0 ? '' : `${formatCount(count)} · ${time(median)} · ${time(p90)}`;
}

function time(seconds: number | null): string {
  return seconds === null ? '' : formatDuration(seconds);
}
