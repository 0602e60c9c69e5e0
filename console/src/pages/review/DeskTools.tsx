import { Button, Checkbox, Text } from '@mantine/core';
import type { ReviewedChange } from '../../api/review-types.ts';
import type { RiskLevel } from '../../api/types.ts';
import { plural } from '../../parts/format.ts';
import type { OpenDecision } from './DecisionDialog.tsx';
import { laneNames, lanesOf } from './lanes.ts';
import classes from './Queue.module.css';

interface Props {
  /** The pending changes on the page. */
  readonly pending: readonly ReviewedChange[];
  /** The selected ones among them. */
  readonly chosen: readonly ReviewedChange[];
  /** The number of changes on the page, of `total` on all pages. */
  readonly shown: number;
  readonly total: number;
  readonly onSelect: (changes: readonly ReviewedChange[]) => void;
  readonly onLane: (level: RiskLevel) => void;
  readonly onDecide: (verdict: OpenDecision['verdict']) => void;
}

/** The tools above the list: select many changes at once, and decide about the selected ones. */
export function DeskTools({ pending, chosen, shown, total, onSelect, onLane, onDecide }: Props) {
  const allSelected = pending.length > 0 && chosen.length === pending.length;
  return (
    <div className={classes.tools}>
      <Checkbox
        size="sm"
        label={chosen.length > 0 ? `${chosen.length} selected` : 'Select all pending'}
        checked={allSelected}
        indeterminate={!allSelected && chosen.length > 0}
        disabled={pending.length === 0}
        onChange={() => onSelect(allSelected ? [] : pending)}
      />
      {chosen.length === 0 &&
        lanesOf(pending).map(({ level, changes }) => (
          <Button key={level} size="compact-xs" variant="default" onClick={() => onLane(level)}>
            {changes.length} {laneNames[level]}
          </Button>
        ))}
      {chosen.length > 0 && (
        <div className={classes.acts}>
          <Button size="compact-sm" onClick={() => onDecide('approve')}>
            Approve {chosen.length}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onDecide('reject')}>
            Reject {chosen.length}
          </Button>
        </div>
      )}
      <Text size="sm" c="dimmed" role="status">
        {shown < total ? `${shown} of ${plural(total, 'change')}` : plural(total, 'change')}
      </Text>
    </div>
  );
}
