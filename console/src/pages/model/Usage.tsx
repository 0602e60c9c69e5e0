import { Text } from '@mantine/core';
import { useState } from 'react';
import type { UsageStats } from '../../api/types.ts';
import { categoriesWithUsage, useUsage, useWorkers } from '../../api/usage.ts';
import { formatCount } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ownValue } from '../../parts/own-value.ts';
import { LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { figuresOf } from '../../parts/usage-figures.ts';
import classes from './model.module.css';
import { UsageOverTime } from './UsageOverTime.tsx';

/** Shows a model's current usage at the AI-Horde, or a note if it is unavailable. */
export function Usage({ category, name }: { category: string; name: string }) {
  const query = useUsage(category);
  if (!categoriesWithUsage.has(category)) return null;
  return (
    <Section title="Usage">
      {query.isPending ? (
        <LoadingState lines={2} />
      ) : query.error ? (
        <Text size="sm" c="dimmed">
          It is not known at the moment: {query.error.message}
        </Text>
      ) : (
        <>
          <UsageNumbers stats={ownValue(query.data, name)} />
          <Workers category={category} name={name} />
        </>
      )}
      <UsageOverTime category={category} name={name} />
    </Section>
  );
}

function UsageNumbers({ stats }: { stats: UsageStats | undefined }) {
  const { day, month, total, workers } = figuresOf(stats);
  const isUnknown = (stats?.unknown_usage ?? []).length > 0;
  const variations = Object.values(stats?.backend_variations ?? {});
  const facts: [label: string, value: number | null | undefined][] = [
    ['Day', day],
    ['Month', month],
    ['Total', total],
    ['Workers', workers],
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
      {isUnknown && (
        <Text size="sm" c="dimmed">
          {day === null && month === null && total === null
            ? 'How often it is used is not known at the moment.'
            : 'Not all of its usage is known at the moment.'}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        As the AI-Horde counts them. It may list fewer workers by name than it counts.
      </Text>
    </>
  );
}

/** The workers that the AI-Horde lists for the model. Loaded only when the user opens the list. */
function Workers({ category, name }: { category: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const query = useWorkers(category, isOpen);
  const workers = query.data?.get(name) ?? [];
  return (
    <details className={classes.workers} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Workers by name</summary>
      {isOpen && (
        <QueryState query={query}>
          {() =>
            workers.length === 0 ? (
              <Text size="sm" c="dimmed">
                No worker is listed by name.
              </Text>
            ) : (
              <ul>
                {workers.map((worker) => (
                  <li key={worker.id}>
                    <span>
                      <ShownText text={worker.name} />
                    </span>
                    {worker.trusted && <Tag tone="good">trusted</Tag>}
                    {!worker.online && <Tag>offline</Tag>}
                    <span className={layout.dim}>{worker.performance}</span>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
      )}
    </details>
  );
}
