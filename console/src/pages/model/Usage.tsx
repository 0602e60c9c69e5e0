import { Text } from '@mantine/core';
import type { UsageStats } from '../../api/types.ts';
import { categoriesWithUsage, useUsage } from '../../api/usage.ts';
import { formatCount, plural } from '../../parts/format.ts';
import { LoadingState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './Usage.module.css';

/** Live usage at the horde. The page does without when the usage source does not answer. */
export function Usage({ category, name }: { category: string; name: string }) {
  const query = useUsage(category);
  if (!categoriesWithUsage.has(category)) return null;
  return (
    <Section title="Usage">
      {query.isPending ? (
        <LoadingState lines={2} />
      ) : query.error ? (
        <Text size="sm" c="dimmed">
          The usage source does not answer: {query.error.message}
        </Text>
      ) : (
        <Numbers stats={query.data?.[name]} />
      )}
    </Section>
  );
}

function Numbers({ stats }: { stats: UsageStats | undefined }) {
  const { day = 0, month = 0, total = 0 } = stats?.usage_stats ?? {};
  const workers = Object.values(stats?.worker_summaries ?? {});
  const variations = Object.values(stats?.backend_variations ?? {});
  const facts: [label: string, value: number | null | undefined][] = [
    ['Day', day],
    ['Month', month],
    ['Total', total],
    ['Workers', stats?.worker_count ?? 0],
    ['Queued jobs', stats?.queued_jobs],
  ];
  return (
    <>
      <dl className={classes.numbers}>
        {facts.map(
          ([label, value]) =>
            typeof value === 'number' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatCount(value)}</dd>
              </div>
            ),
        )}
      </dl>
      {variations.length > 1 && (
        <table className={classes.list}>
          <caption>By backend</caption>
          <thead>
            <tr>
              <th scope="col">Backend</th>
              <th scope="col">Workers</th>
              <th scope="col">Month</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {variations.map((variation) => (
              <tr key={variation.backend}>
                <th scope="row">{variation.backend}</th>
                <td>{formatCount(variation.worker_count)}</td>
                <td>{formatCount(variation.usage_month)}</td>
                <td>{formatCount(variation.usage_total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {workers.length > 0 && (
        <details className={classes.workers}>
          <summary>{plural(workers.length, 'worker')} by name</summary>
          <ul>
            {workers.map((worker) => (
              <li key={worker.id}>
                <span>{worker.name}</span>
                {worker.trusted && <Tag tone="good">trusted</Tag>}
                {!worker.online && <Tag>offline</Tag>}
                <span className={classes.dim}>{worker.performance}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
