import { Button, Checkbox, Text } from '@mantine/core';
import type { ReviewedChange } from '../../api/review-types.ts';
import { formatCount, plural } from '../../parts/format.ts';
import type { OpenDecision } from './decision.ts';
import classes from './review.module.css';

interface Props {
  /** The pending changes on the page. */
  readonly pending: readonly ReviewedChange[];
  /** The selected changes, on all pages. */
  readonly chosen: readonly ReviewedChange[];
  /** The number of changes on this page; `total` is the number on all pages. */
  readonly shown: number;
  readonly total: number;
  readonly onSelectPage: (isSelected: boolean) => void;
  /**
   * Selects the pending changes on all pages. Absent if there is only one page, if the list also shows
   * decided changes, or if there are more changes than can be selected at once.
   */
  readonly onSelectAll: (() => void) | undefined;
  /** Whether the changes of the other pages are being loaded for a selection. */
  readonly isGathering: boolean;
  readonly onDecide: (verdict: OpenDecision['verdict']) => void;
}

export function DeskTools({
  pending,
  chosen,
  shown,
  total,
  onSelectPage,
  onSelectAll,
  isGathering,
  onDecide,
}: Props) {
  const ids = new Set(chosen.map(({ change_id }) => change_id));
  const pageSelected = pending.length > 0 && pending.every(({ change_id }) => ids.has(change_id));
  return (
    <div className={classes.selection}>
      <Checkbox
        size="sm"
        label={
          chosen.length > 0
            ? `${formatCount(chosen.length)} selected`
            : onSelectAll
              ? `Select these ${pending.length}`
              : 'Select all pending'
        }
        checked={pageSelected}
        indeterminate={!pageSelected && chosen.length > 0}
        disabled={pending.length === 0}
        onChange={() => onSelectPage(!pageSelected)}
      />
      {onSelectAll && chosen.length < total && (
        <Button size="compact-sm" variant="default" loading={isGathering} onClick={onSelectAll}>
          Select all {formatCount(total)}
        </Button>
      )}
      {chosen.length > 0 && (
        <div className={classes.decide}>
          <Button size="compact-sm" disabled={isGathering} onClick={() => onDecide('approve')}>
            Approve {formatCount(chosen.length)}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isGathering}
            onClick={() => onDecide('reject')}
          >
            Reject {formatCount(chosen.length)}
          </Button>
        </div>
      )}
      <Text size="sm" c="dimmed" role="status">
        {shown < total ? `${shown} of ${plural(total, 'change')}` : plural(total, 'change')}
      </Text>
    </div>
  );
}
