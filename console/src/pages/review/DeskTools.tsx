import { Button, Checkbox, Text } from '@mantine/core';
import type { ReviewedChange } from '../../api/review-types.ts';
import { formatCount, plural } from '../../parts/format.ts';
import type { OpenDecision } from './decision.ts';
import classes from './review.module.css';

interface Props {
  /** The pending changes on the page. */
  readonly pending: readonly ReviewedChange[];
  /** The selected changes, on all pages. */
  readonly selectedChanges: readonly ReviewedChange[];
  /** The number of changes on this page; `total` is the number on all pages. */
  readonly countOnPage: number;
  readonly total: number;
  readonly onSelectPage: (isSelected: boolean) => void;
  /**
   * Selects the pending changes on all pages. Absent if there is only one page, if the list also shows
   * decided changes, or if there are more changes than can be selected at once.
   */
  readonly onSelectAll: (() => void) | undefined;
  /** Whether the changes of the other pages are being loaded for a selection. */
  readonly isLoadingAll: boolean;
  readonly onDecide: (verdict: OpenDecision['verdict']) => void;
}

export function DeskTools({
  pending,
  selectedChanges,
  countOnPage,
  total,
  onSelectPage,
  onSelectAll,
  isLoadingAll,
  onDecide,
}: Props) {
  const selectedIds = new Set(selectedChanges.map(({ change_id }) => change_id));
  const isPageSelected = pending.length > 0 && pending.every(({ change_id }) => selectedIds.has(change_id));
  return (
    <div className={classes.selection}>
      <Checkbox
        size="sm"
        label={
          selectedChanges.length > 0
            ? `${formatCount(selectedChanges.length)} selected`
            : onSelectAll
              ? `Select these ${pending.length}`
              : 'Select all pending'
        }
        checked={isPageSelected}
        indeterminate={!isPageSelected && selectedChanges.length > 0}
        disabled={pending.length === 0}
        onChange={() => onSelectPage(!isPageSelected)}
      />
      {onSelectAll && selectedChanges.length < total && (
        <Button size="compact-sm" variant="default" loading={isLoadingAll} onClick={onSelectAll}>
          Select all {formatCount(total)}
        </Button>
      )}
      {selectedChanges.length > 0 && (
        <div className={classes.decide}>
          <Button size="compact-sm" disabled={isLoadingAll} onClick={() => onDecide('approve')}>
            Approve {formatCount(selectedChanges.length)}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isLoadingAll}
            onClick={() => onDecide('reject')}
          >
            Reject {formatCount(selectedChanges.length)}
          </Button>
        </div>
      )}
      <Text size="sm" c="dimmed" role="status">
        {countOnPage < total ? `${countOnPage} of ${plural(total, 'change')}` : plural(total, 'change')}
      </Text>
    </div>
  );
}
