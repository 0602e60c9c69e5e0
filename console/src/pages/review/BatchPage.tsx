import { Anchor, Button, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useBatch, useNetChanges } from '../../api/batches.ts';
import type { NetChange, NetChanges } from '../../api/review-types.ts';
import type { UndoResult } from '../../api/undo.ts';
import { Access } from '../../parts/Access.tsx';
import { OperationTag, StatusTag } from '../../parts/ChangeTags.tsx';
import { CounterpartDiff } from '../../parts/CounterpartDiff.tsx';
import { changeDisplayName } from '../../parts/change-sets.ts';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { categoryLabel, formatTime } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { BatchState } from './BatchesPage.tsx';
import { RevertDialog, RevertOutcome } from './RevertDialog.tsx';
import classes from './review.module.css';

const route = getRouteApi('/review/batches/$batchId');

export function BatchPage() {
  const { batchId } = route.useParams();
  const id = Number(batchId);
  usePageTitle(`Batch ${batchId}`);
  return (
    <>
      <Anchor component={Link} to="/review/batches" size="sm">
        Batches
      </Anchor>
      <Title order={1}>Batch {batchId}</Title>
      <Access need="approver">
        {Number.isInteger(id) && id > 0 ? (
          <Batch batchId={id} />
        ) : (
          <EmptyState title={`“${batchId}” is not the number of a batch.`} />
        )}
      </Access>
    </>
  );
}

function Batch({ batchId }: { batchId: number }) {
  const batch = useBatch(batchId);
  const netChanges = useNetChanges(batchId);
  const [isReverting, setReverting] = useState(false);
  const [undoResult, setUndoResult] = useState<UndoResult | null>(null);
  return (
    <QueryState query={batch} isWaiting={netChanges.isPending}>
      {(data) => (
        <>
          <div className={classes.tools}>
            <div>
              <Text fw={600}>{data.batch_title ?? 'Without a title'}</Text>
              <Text size="sm" c="dimmed" component="div">
                <BatchState batch={data} />{' '}
                {data.approved_at ? `approved ${formatTime(data.approved_at)}` : ''}
                {data.applied_at ? `, applied ${formatTime(data.applied_at)}` : ''}
              </Text>
            </div>
            {data.applied_change_count > 0 && (
              <Button variant="default" onClick={() => setReverting(true)}>
                Revert…
              </Button>
            )}
          </div>
          {undoResult && <RevertOutcome undone={undoResult} />}
          <RevertDialog
            batch={data}
            opened={isReverting}
            onClose={() => setReverting(false)}
            onReverted={(answer) => {
              setUndoResult(answer);
              setReverting(false);
            }}
          />
          <Section title="Net changes">
            <QueryState query={netChanges}>
              {(changes) => <NetChangeList changes={changes} isApplied={data.applied_change_count > 0} />}
            </QueryState>
          </Section>
          <Section title="Changes">
            <ul className={layout.panel}>
              {data.changes.map((change) => (
                <li key={change.change_id} className={classes.entry}>
                  <OperationTag operation={change.operation} />
                  <Link
                    to="/review/changes/$changeId"
                    params={{ changeId: String(change.change_id) }}
                    className={classes.name}
                  >
                    <ShownText text={changeDisplayName(change.model_name)} />
                  </Link>
                  <StatusTag status={change.status} />
                  <Text span size="xs" c="dimmed">
                    #{change.change_id} · {categoryLabel(change.category)}
                    {change.reject_reason ? ` · ${change.reject_reason}` : ''}
                  </Text>
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </QueryState>
  );
}

const netTones = { added: 'good', modified: 'accent', deleted: 'bad', unchanged: undefined } as const;

function NetChangeList({ changes, isApplied }: { changes: NetChanges; isApplied: boolean }) {
  if (changes.model_changes.length === 0)
    return (
      <EmptyState
        title={isApplied ? 'This batch changes no model.' : 'Nothing of this batch is applied yet.'}
      />
    );
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {changes.models_added} added, {changes.models_modified} modified, {changes.models_deleted} deleted,{' '}
        {changes.models_unchanged} unchanged
      </Text>
      {changes.model_changes.map((change: NetChange) => (
        <details
          key={`${change.category}/${change.model_name}`}
          className={classes.net}
          open={changes.model_changes.length <= 3}
        >
          <summary>
            <Tag {...(netTones[change.net_operation] ? { tone: netTones[change.net_operation] } : {})}>
              {change.net_operation}
            </Tag>{' '}
            <strong>
              <ShownText text={change.model_name} />
            </strong>{' '}
            {change.is_critical && change.net_operation === 'modified' && <Tag tone="bad">critical</Tag>}
          </summary>
          <Text size="sm" c="dimmed" mb="xs">
            {categoryLabel(change.category)}:{' '}
            <ModelLink category={change.category} name={change.model_name} label="the model as it is now" />
          </Text>
          <FieldDiffView
            diffs={change.field_diffs}
            critical={new Set(change.net_operation === 'modified' ? change.critical_fields : [])}
          />
          <CounterpartDiff diff={change} />
        </details>
      ))}
    </>
  );
}
