import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { hasStatus } from '#client';
import type { useBaselineHistory } from '../api/baselines.ts';
import { useCaller } from '../api/roles.ts';
import { OperationTag } from './ChangeTags.tsx';
import { FieldDiffView } from './FieldDiffView.tsx';
import { formatAge, formatTime, plural } from './format.ts';
import layout from './layout.module.css';
import { MoreButton } from './MoreButton.tsx';
import { ErrorState, LoadingState } from './QueryState.tsx';
import { Section } from './Section.tsx';

type HistoryQuery = ReturnType<typeof useBaselineHistory>;

/** The history of a catalogue entry: the author, time, change set and differences of each write. */
export function EntryHistory({ query }: { query: HistoryQuery }) {
  return (
    <Section title="History">
      <WriteList query={query} />
    </Section>
  );
}

function WriteList({ query }: { query: HistoryQuery }) {
  const { isApprover } = useCaller();
  if (query.isPending) return <LoadingState lines={2} />;
  if (query.error && query.data === undefined) {
    // The deployment has no audit trail.
    if (!hasStatus(query.error, 404, 503)) return <ErrorState error={query.error} retry={query.refetch} />;
    return <Note>{query.error.message}</Note>;
  }
  const writes = query.data.pages.flatMap(({ items }) => items);
  if (writes.length === 0) return <Note>No changes yet.</Note>;
  return (
    <>
      <ol className={layout.lined}>
        {writes.map((write) => (
          <li key={write.event_id}>
            <div className={layout.line}>
              <OperationTag operation={write.operation} />
              <time
                dateTime={new Date(write.timestamp * 1000).toISOString()}
                title={formatTime(write.timestamp)}
              >
                {formatAge(write.timestamp)}
              </time>
              <span>
                {write.applied_by === 'registry'
                  ? 'built in'
                  : `applied by ${write.applied_username ?? write.applied_by}`}
              </span>
              {write.change_id !== null && (
                <span className={layout.dim}>
                  {isApprover ? (
                    <Link to="/review/changes/$changeId" params={{ changeId: String(write.change_id) }}>
                      change {write.change_id}
                    </Link>
                  ) : (
                    `change ${write.change_id}`
                  )}
                </span>
              )}
            </div>
            {write.field_diffs.length > 0 && (
              <details>
                <summary>{plural(write.field_diffs.length, 'field')}</summary>
                <FieldDiffView diffs={write.field_diffs} />
              </details>
            )}
          </li>
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
