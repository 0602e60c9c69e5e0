import { useOperationsStatus } from '../../api/operations.ts';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { formatAge, formatBytes, formatCount, formatTime, plural } from '../../parts/format.ts';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { OperatePage } from './OperatePage.tsx';
import classes from './operate.module.css';

const partTitles = {
  database: 'Database',
  identity: 'Identity service',
  usage: 'Usage service',
  notifications: 'Notifications of other instances',
  primary: 'Following the primary',
  bridge: 'Bridge to the public repositories',
  edition: 'Published edition',
  disk: 'Free space',
} as const;

export function HealthPage() {
  return (
    <OperatePage title="Health">
      <Health />
    </OperatePage>
  );
}

function Health() {
  const query = useOperationsStatus();
  return (
    <QueryState query={query}>
      {({ obstacle, parts, replica, metrics, version, database }) => (
        <>
          <Section title="Health">
            <Facts>
              <Fact name="This instance">
                {obstacle === null ? <Tag tone="good">ready</Tag> : <Tag tone="bad">not ready</Tag>}{' '}
                {obstacle}
              </Fact>
              <Fact name="Copy of a primary">
                {replica === null
                  ? 'no: this is a primary'
                  : `${replica.source ?? 'none yet'}${replica.lag_seconds === null ? '' : `, ${plural(replica.lag_seconds, 'second')} behind`}`}
                {replica?.problem && <Tag tone="warn">{replica.problem}</Tag>}
              </Fact>
              <Fact name="Version">{version}</Fact>
              <Fact name="Database">{database}</Fact>
            </Facts>
          </Section>
          <Section title="Parts">
            <ul className={classes.rows}>
              {parts.map(({ part, problem, since }) => (
                <li key={part}>
                  <span className={classes.what}>{partTitles[part]}</span>
                  {problem === null ? <Tag tone="good">works</Tag> : <Tag tone="bad">fails</Tag>}
                  <span className={classes.dim}>
                    since <span title={formatTime(since)}>{formatAge(since)}</span>
                  </span>
                  {problem !== null && (
                    <span className={classes.text}>
                      <ShownText text={problem} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Section>
          <Section title="At a glance">
            <Facts>
              <Fact name="Started">
                {metrics.started_at === null
                  ? 'unknown'
                  : `${formatAge(metrics.started_at)} (${formatTime(metrics.started_at)})`}
              </Fact>
              <Fact name="Memory">{formatBytes(metrics.resident_memory_bytes)}</Fact>
              <Fact name="Answers since then">
                {Object.entries(metrics.requests)
                  .sort()
                  .map(([status, count]) => `${formatCount(count)} × ${status}`)
                  .join(', ')}
              </Fact>
              <Fact name="Mean computed answer">
                {metrics.mean_answer_seconds === null
                  ? 'none yet'
                  : `${(metrics.mean_answer_seconds * 1000).toFixed(1)} ms`}
              </Fact>
              <Fact name="Open streams of the feed">{formatCount(metrics.feed_streams)}</Fact>
            </Facts>
          </Section>
        </>
      )}
    </QueryState>
  );
}
