import { Text } from '@mantine/core';
import { useImportRuns } from '../../api/operations.ts';
import { formatAge, formatCount, formatTime } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { OperatePage } from './OperatePage.tsx';
import classes from './operate.module.css';

export function ImportsPage() {
  return (
    <OperatePage title="Imports">
      <Imports />
    </OperatePage>
  );
}

function Imports() {
  const query = useImportRuns();
  return (
    <Section title="Imports">
      <Text size="sm" c="dimmed">
        Runs of <code>modelref import</code>, the newest first.
      </Text>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No import is recorded." />
          ) : (
            <ul className={classes.rows}>
              {items.map(({ number, imported_at, imported_by, sources, left_out, ...counts }) => (
                <li key={number}>
                  <span className={layout.strong} title={formatTime(imported_at)}>
                    {formatAge(imported_at)}
                  </span>
                  <span className={layout.shrinks}>
                    by <ShownText text={imported_by} /> from <ShownText text={sources.join(', ')} />
                  </span>
                  <span className={classes.dim}>
                    {formatCount(counts.created)} created, {formatCount(counts.updated)} updated,{' '}
                    {formatCount(counts.deleted)} deleted, {formatCount(counts.unchanged)} unchanged
                  </span>
                  {left_out > 0 && <Tag tone="warn">{formatCount(left_out)} left out</Tag>}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Section>
  );
}
