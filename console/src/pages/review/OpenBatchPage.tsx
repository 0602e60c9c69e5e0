import { Alert, Box, Button, Checkbox, Progress, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { maxChanges } from '#client';
import { newKey } from '../../api/idempotency-key.ts';
import { useApply, useQueuePage } from '../../api/queue.ts';
import type { ApplyAnswer, ReviewedChange } from '../../api/review-types.ts';
import { Access } from '../../parts/Access.tsx';
import { OperationTag } from '../../parts/ChangeTags.tsx';
import { useConfirm } from '../../parts/Confirm.tsx';
import { subjectLabel } from '../../parts/change-sets.ts';
import { formatCount, plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { shownName, shownOperation } from '../../parts/renames.ts';
import { useShortcut } from '../../parts/Shortcuts.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { isShiftClick, toggleSelection } from '../../parts/selected-range.ts';
import { isOutcomeUnknown, WriteFailure } from '../../parts/WriteFailure.tsx';
import { maxTitleLength, suggestApplyTitle } from './batch-titles.ts';
import { FirstWords } from './FirstWords.tsx';
import { ReviewHead } from './ReviewHead.tsx';
import { RiskList } from './RiskList.tsx';
import classes from './review.module.css';
import { findRisks, isDangerous } from './risks.ts';

const approvedFilter = { statuses: ['approved'] } as const;

/** The approved changes that are not live yet, and a button that applies them. */
export function OpenBatchPage() {
  usePageTitle('Open batch');
  return (
    <>
      <ReviewHead />
      <Access need="approver">
        <Text size="sm" c="dimmed" mb="xs">
          Approved changes wait here. Applying the batch writes them to the live records, which all workers
          read.
        </Text>
        <OpenBatch />
      </Access>
    </>
  );
}

function OpenBatch() {
  const query = useQueuePage(approvedFilter, 0, maxChanges);
  const apply = useApply();
  return (
    <>
      {apply.data && <ApplyOutcome answer={apply.data} />}
      {apply.error && (
        <Box mb="md">
          <WriteFailure error={apply.error} done="applied">
            {isOutcomeUnknown(apply.error) && (
              <Button
                size="xs"
                variant="default"
                onClick={() => apply.variables && apply.mutate(apply.variables)}
              >
                Retry: nothing is applied twice
              </Button>
            )}
          </WriteFailure>
        </Box>
      )}
      <QueryState
        query={query}
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyState title="No batch is open.">
            Approve changes in the <Link to="/review">queue</Link>: they gather here until they are applied.
          </EmptyState>
        }
      >
        {({ items, total }) => <Batch items={items} total={total} apply={apply} />}
      </QueryState>
    </>
  );
}

interface BatchProps {
  readonly items: readonly ReviewedChange[];
  readonly total: number;
  readonly apply: ReturnType<typeof useApply>;
}

function Batch({ items, total, apply }: BatchProps) {
  const confirm = useConfirm();
  const [unselectedIds, setUnselectedIds] = useState<ReadonlySet<number>>(new Set());
  const lastToggled = useRef<number>(undefined);
  const selectedChanges = items.filter(({ change_id }) => !unselectedIds.has(change_id));
  const areAllSelected = selectedChanges.length === items.length;
  const count = areAllSelected ? total : selectedChanges.length;
  const unlistedCount = areAllSelected ? total - items.length : 0;
  const toggleChange = (changeId: number, asRange: boolean) => {
    const ids = items.map(({ change_id }) => change_id);
    setUnselectedIds(
      toggleSelection(unselectedIds, ids, changeId, asRange ? { from: lastToggled.current } : null),
    );
    lastToggled.current = changeId;
  };
  const applySelected = async () => {
    let title = suggestApplyTitle(unlistedCount > 0 ? [] : selectedChanges) || (items[0]?.batch_title ?? '');
    const isConfirmed = await confirm({
      title: `Apply ${plural(count, 'change')}?`,
      body: (
        <Stack gap="sm">
          <Text size="sm">Every worker reads the changed records at once.</Text>
          <TextInput
            label="Title"
            description="Batches, the feed and announcements show it."
            maxLength={maxTitleLength}
            defaultValue={title}
            onChange={(event) => {
              title = event.currentTarget.value;
            }}
          />
          {unlistedCount > 0 && (
            <Text size="sm" fw={600}>
              {plural(unlistedCount, 'change')} of the batch {unlistedCount === 1 ? 'is' : 'are'} not on this
              page: the risks of {unlistedCount === 1 ? 'it' : 'these'} are not listed here.
            </Text>
          )}
          <RiskList changes={selectedChanges} />
        </Stack>
      ),
      confirm: `Apply ${formatCount(count)}`,
      danger: unlistedCount > 0 || isDangerous(findRisks(selectedChanges)),
    });
    if (!isConfirmed) return;
    const changeIds = selectedChanges.map(({ change_id }) => change_id);
    const batchId = items[0]?.batch_id;
    // Applies only the changes shown on the page, so that a change approved since the page was loaded is not
    // applied. A batch that does not fit on the page is applied completely.
    const appliedSet = areAllSelected && total > items.length && batchId ? { batchId } : { changeIds };
    apply.mutate({
      ...appliedSet,
      jobId: newKey(),
      title: title.trim() || suggestApplyTitle(selectedChanges),
    });
  };
  useShortcut(
    'a',
    'Apply the chosen changes',
    () => void applySelected(),
    selectedChanges.length > 0 && !apply.isPending,
  );
  return (
    <>
      <div className={classes.tools}>
        <Text size="sm">
          Batch {items[0]?.batch_id}: {plural(total, 'approved change')}
          {items[0]?.batch_title ? `, “${items[0].batch_title}”` : ''}
        </Text>
        <Button disabled={selectedChanges.length === 0} loading={apply.isPending} onClick={applySelected}>
          {areAllSelected
            ? `Apply all ${formatCount(total)}`
            : `Apply ${formatCount(selectedChanges.length)} of ${formatCount(total)}`}
        </Button>
      </div>
      {apply.isPending && <Progress value={100} striped animated aria-label="Applying" mb="sm" />}
      {total > items.length && (
        <Alert color="gray" icon={<Icon name="info" />} mb="sm">
          The first {formatCount(items.length)} are shown. “Apply all” applies the others as well.
        </Alert>
      )}
      <ul className={layout.panel}>
        {items.map((change) => (
          <li key={change.change_id} className={classes.entry}>
            <Checkbox
              size="sm"
              aria-label={`Apply change ${change.change_id}`}
              checked={!unselectedIds.has(change.change_id)}
              onChange={(event) => toggleChange(change.change_id, isShiftClick(event))}
            />
            <OperationTag operation={shownOperation(change)} />
            <Link
              to="/review/changes/$changeId"
              params={{ changeId: String(change.change_id) }}
              className={classes.name}
            >
              <ShownText text={shownName(change)} />
            </Link>
            <Text span size="xs" c="dimmed">
              #{change.change_id} · {subjectLabel(change)} · approved by{' '}
              <ShownText text={change.approved_username ?? ''} />
              {(change.approvals_missing ?? 0) > 0 && (
                <Text span c="red">
                  {' '}
                  · not enough approvals by people who may approve now
                </Text>
              )}
            </Text>
            <FirstWords change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The outcome of an apply: the number of applied changes, and the change that failed, if any. */
function ApplyOutcome({ answer }: { answer: ApplyAnswer }) {
  const hasFailed = answer.failed_change_id !== undefined;
  const batchId = answer.applied[0]?.batch_id;
  const count = answer.applied.length;
  return (
    <Alert
      role="status"
      color={hasFailed ? 'red' : 'green'}
      icon={<Icon name={hasFailed ? 'warning' : 'check'} />}
      title={count === 0 ? 'Nothing was applied' : `${plural(count, 'change')} applied`}
      mb="md"
    >
      {hasFailed && (
        <Text size="sm">
          <Link to="/review/changes/$changeId" params={{ changeId: String(answer.failed_change_id) }}>
            Change {answer.failed_change_id}
          </Link>{' '}
          failed and stays approved; later changes were not tried. {answer.failed_error}
        </Text>
      )}
      {answer.batch_split_occurred && (
        <Text size="sm">
          {plural(answer.batch_split_reassigned_count ?? 0, 'approved change')} moved to batch{' '}
          {answer.batch_split_new_batch_id}.
        </Text>
      )}
      {batchId != null && (
        <Link to="/review/batches/$batchId" params={{ batchId: String(batchId) }}>
          Batch {batchId}: what changed
        </Link>
      )}
    </Alert>
  );
}
