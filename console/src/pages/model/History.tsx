import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { hasStatus, isAddressable } from '#client';
import { useHistory } from '../../api/history.ts';
import { useCaller } from '../../api/roles.ts';
import type { HistoryEntry } from '../../api/types.ts';
import { OperationTag } from '../../parts/ChangeTags.tsx';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { formatAge, formatTime, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { ErrorState, LoadingState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import classes from './model.module.css';

/** A model's history: who wrote the record when, by which change, and the differences. */
export function History({ category, name }: { category: string; name: string }) {
  return (
    <Section title="History">
      {isAddressable(name) ? (
        <Events category={category} name={name} />
      ) : (
        <Note>Browsers cannot ask for the history of a model of this name.</Note>
      )}
    </Section>
  );
}

function Events({ category, name }: { category: string; name: string }) {
  const query = useHistory(category, name);
  if (query.isPending) return <LoadingState lines={2} />;
  if (query.error && query.data === undefined) {
    // There is no such model, or the deployment has no audit trail.
    if (hasStatus(query.error, 404, 503)) return <Note>{query.error.message}</Note>;
    return <ErrorState error={query.error} retry={() => query.refetch()} />;
  }
  const entries = query.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) return <Note>Nothing has changed since the record came into this registry.</Note>;
  return (
    <>
      <ol className={`${layout.lined} ${classes.events}`}>
        {entries.map((entry) => (
          <Event key={entry.event_id} entry={entry} />
        ))}
      </ol>
      <MoreButton query={query} label="Older entries" mt="sm" size="xs" />
    </>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

function Event({ entry }: { entry: HistoryEntry }) {
  const { change_id: changeId, batch_id: batchId, field_diffs: diffs } = entry;
  const isApprover = useCaller().isApprover;
  const author = entry.requested_username ?? entry.requested_by;
  const applier = entry.applied_username ?? entry.applied_by;
  return (
    <li>
      <div className={classes.event}>
        <OperationTag operation={entry.operation} />
        <time dateTime={new Date(entry.timestamp * 1000).toISOString()} title={formatTime(entry.timestamp)}>
          {formatAge(entry.timestamp)}
        </time>
        {changeId === null ? (
          <span>{entry.applied_by === 'import' ? 'imported' : `written by ${applier}`}</span>
        ) : (
          <span>
            by {author}
            {applier !== author && `, applied by ${applier}`}
          </span>
        )}
        {changeId !== null && (
          <span className={layout.dim}>
            {isApprover ? (
              <Link to="/review/changes/$changeId" params={{ changeId: String(changeId) }}>
                change {changeId}
              </Link>
            ) : (
              `change ${changeId}`
            )}
          </span>
        )}
        {batchId !== null && (
          <span className={layout.dim}>
            {isApprover ? (
              <Link to="/review/batches/$batchId" params={{ batchId: String(batchId) }}>
                batch {batchId}
              </Link>
            ) : (
              `batch ${batchId}`
            )}
            {entry.batch_title && `: ${entry.batch_title}`}
          </span>
        )}
      </div>
      {diffs && diffs.length > 0 && (
        <details>
          <summary>{plural(diffs.length, 'field')}</summary>
          <FieldDiffView diffs={diffs} />
        </details>
      )}
    </li>
  );
}
