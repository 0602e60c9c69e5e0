import { Text } from '@mantine/core';
import { useInstances } from '../../api/operations.ts';
import { formatAge, formatTime, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { OperatePage } from './OperatePage.tsx';
import classes from './operate.module.css';

/** Seconds after which an instance counts as silent: it has missed three heartbeats. */
const silentAfter = 100;

export function InstancesPage() {
  return (
    <OperatePage title="Instances">
      <Instances />
    </OperatePage>
  );
}

function Instances() {
  const query = useInstances();
  return (
    <Section title="Instances">
      <Text size="sm" c="dimmed" mb="xs">
        The processes that serve from this database. A killed process is forgotten after ten minutes. Replicas
        have databases of their own, and are not listed at their primary.
      </Text>
      <QueryState query={query}>
        {({ items }) => {
          const versions = new Set(items.map(({ version }) => version));
          const latest = Math.max(...items.map(({ seen_at }) => seen_at));
          return (
            <>
              <Text size="sm" role="status">
                {plural(items.length, 'process', 'processes')}
                {versions.size > 1 && ` of ${versions.size} versions`}
              </Text>
              <ul className={classes.rows}>
                {items.map(({ id, host, process, version, role, started_at, seen_at, lag_seconds }) => (
                  <li key={id}>
                    <span className={`${layout.strong} ${layout.shrinks}`}>
                      <ShownText text={host} />, process {process}
                    </span>
                    {latest - seen_at > silentAfter ? (
                      <Tag tone="warn">silent</Tag>
                    ) : (
                      <Tag tone="good">there</Tag>
                    )}
                    <Tag>{role.toLowerCase()}</Tag>
                    <span className={classes.dim}>
                      version {version}, started{' '}
                      <span title={formatTime(started_at)}>{formatAge(started_at)}</span>, seen{' '}
                      {formatAge(seen_at)}
                      {lag_seconds !== null && `, its copy ${plural(lag_seconds, 'second')} behind`}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}
