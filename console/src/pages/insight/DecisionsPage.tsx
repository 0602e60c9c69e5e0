import { Text, Title } from '@mantine/core';
import { type DecisionTimes, useDecisionTimes, type WaitingTimes } from '../../api/activity.ts';
import { formatCount, formatDuration, plural } from '../../parts/format.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { InsightTabs } from './InsightTabs.tsx';
import classes from './insight.module.css';
import { Tiles } from './Tiles.tsx';

const outcomes = [
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['withdrawn', 'Withdrawn'],
] as const;

const riskNames = { high: 'high', look: 'to look at', low: 'low', unknown: 'not assessed' } as const;

/** The page that shows how long proposals wait for a decision, month by month and by risk. */
export function DecisionsPage() {
  usePageTitle('Decisions');
  const query = useDecisionTimes();
  return (
    <>
      <Title order={1}>Insight</Title>
      <InsightTabs />
      <QueryState query={query}>
        {({ months, risks, pending, looked_at }) => (
          <>
            {pending.count > 0 && (
              <Tiles
                facts={[
                  ['waiting now', formatCount(pending.count)],
                  ['half of them for up to', time(pending.median)],
                  ['the longest for', time(pending.longest)],
                ]}
              />
            )}
            <Section title="Times to a decision">
              <Text size="sm" c="dimmed">
                Of the latest {plural(looked_at, 'proposal')}, by the month of the decision: how many, their
                median wait, and the wait that nine of ten did not exceed.
              </Text>
              {months.length === 0 ? (
                <EmptyState title="Nothing was decided yet." />
              ) : (
                <Waits
                  name="Months"
                  first="Month"
                  rows={months.map((each) => ({ ...each, name: each.month }))}
                />
              )}
            </Section>
            {risks.length > 0 && (
              <Section title="By risk">
                <Text size="sm" c="dimmed">
                  The same proposals, by their risk when they were decided.
                </Text>
                <Waits
                  name="Risks"
                  first="Risk"
                  rows={risks.map((each) => ({ ...each, name: riskNames[each.risk ?? 'unknown'] }))}
                />
              </Section>
            )}
          </>
        )}
      </QueryState>
    </>
  );
}

type Row = Pick<DecisionTimes['months'][number], (typeof outcomes)[number][0]> & { readonly name: string };

function Waits({ name, first, rows: waits }: { name: string; first: string; rows: readonly Row[] }) {
  const rows: [label: string, cell: (times: WaitingTimes) => string][] = [
    ['median', ({ median }) => time(median)],
    ['9 of 10', ({ p90 }) => time(p90)],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={classes.scroll} tabIndex={0} aria-label={name}>
      <table className={classes.table}>
        <caption>
          How long proposals waited: how many, median wait, and the wait that nine of ten did not exceed
        </caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {outcomes.map(([key, label]) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {waits.map((each) => (
          <tbody key={each.name}>
            <tr>
              <th scope="row">{each.name}</th>
              {outcomes.map(([key]) => (
                <td key={key}>{formatCount(each[key].count)}</td>
              ))}
            </tr>
            {rows.map(([label, cell]) => (
              <tr key={label} className={classes.detail}>
                <th scope="row">{label}</th>
                {outcomes.map(([key]) => (
                  <td key={key}>{cell(each[key])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function time(seconds: number | null): string {
  return seconds === null ? '' : formatDuration(seconds);
}
