import { Text } from '@mantine/core';
import { addSample, useDeliveries, useOperationsStatus } from '../../api/operations.ts';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { formatAge, formatBytes, formatCount, formatTime, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Trend } from '../../parts/Trend.tsx';
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
              <Fact name="Role">
                {replica === null
                  ? 'primary'
                  : `replica of ${replica.source ?? 'no source yet'}${replica.lag_seconds === null ? '' : `, ${plural(replica.lag_seconds, 'second')} behind`}`}
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
                    since <span title={formatAge(since)}>{formatTime(since)}</span>
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
          <Figures metrics={metrics} at={query.dataUpdatedAt} />
          {replica === null && <NotSetUp parts={parts} />}
        </>
      )}
    </QueryState>
  );
}

type Status = NonNullable<ReturnType<typeof useOperationsStatus>['data']>;

const countAnswers = ({ requests }: Status['metrics']) =>
  Object.values(requests).reduce((sum, count) => sum + count, 0);

function Figures({ metrics, at }: { metrics: Status['metrics']; at: number }) {
  const samples = addSample(metrics, at);
  const { requests } = metrics;
  const errors = [
    [requests['4xx'], 'client error'],
    [requests['5xx'], 'server error'],
  ] as const;
  const answerCounts = samples.map(countAnswers);
  return (
    <Section title="Figures">
      <Facts>
        <Fact name="Started">
          {metrics.started_at === null
            ? 'unknown'
            : `${formatAge(metrics.started_at)} (${formatTime(metrics.started_at)})`}
        </Fact>
        <Fact name="Memory">
          {formatBytes(metrics.resident_memory_bytes)}{' '}
          <Trend label="Memory over time" values={samples.map((each) => each.resident_memory_bytes)} />
        </Fact>
        <Fact name="Answers since the start">
          {[
            plural(countAnswers(metrics), 'answer'),
            ...errors.flatMap(([count, what]) => (count ? [plural(count, what)] : [])),
          ].join(', ')}{' '}
          <Trend
            label="Answers over time"
            values={answerCounts.slice(1).map((count, index) => count - (answerCounts[index] ?? 0))}
          />
        </Fact>
        <Fact name="Average time of uncached answers">
          {metrics.mean_answer_seconds === null
            ? 'none yet'
            : `${(metrics.mean_answer_seconds * 1000).toFixed(1)} ms`}{' '}
          <Trend
            label="Average time over time"
            values={samples.flatMap(({ mean_answer_seconds: mean }) => (mean === null ? [] : [mean]))}
          />
        </Fact>
        <Fact name="Open event streams">{formatCount(metrics.feed_streams)}</Fact>
      </Facts>
      <Text size="xs" c="dimmed" mt="xs">
        The charts start when this page is opened, and show the last half hour.
      </Text>
    </Section>
  );
}

/** The optional parts of a primary that are not set up, with instructions. */
function NotSetUp({ parts }: Pick<Status, 'parts'>) {
  const { data: deliveries } = useDeliveries({});
  const missingParts = [
    ...(parts.some(({ part }) => part === 'bridge')
      ? []
      : [['Bridge', 'keeps the public repositories and this registry in sync', 'BRIDGE', 'docs/bridge.md']]),
    ...(deliveries?.targets.length === 0
      ? [['Webhooks', 'tell other services of each change', 'WEBHOOKS', 'docs/operations.md#webhooks']]
      : []),
  ];
  if (missingParts.length === 0) return null;
  return (
    <Section title="Not set up">
      <ul className={classes.rows}>
        {missingParts.map(([name, what, setting, page]) => (
          <li key={name}>
            <span className={layout.strong}>{name}</span> {what}.{' '}
            <span className={classes.dim}>
              To set up: <code>MODELREF_{setting}</code>, see {page}.
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
