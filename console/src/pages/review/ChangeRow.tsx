import { Checkbox } from '@mantine/core';
import type { ReviewedChange } from '../../api/review-types.ts';
import { OperationTag, StatusTag } from '../../parts/ChangeTags.tsx';
import { subjectLabel } from '../../parts/change-sets.ts';
import { formatAge, formatTime } from '../../parts/format.ts';
import { shownName, shownOperation } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { isShiftClick } from '../../parts/selected-range.ts';
import { FirstWords } from './FirstWords.tsx';
import classes from './review.module.css';

interface Props {
  readonly change: ReviewedChange;
  /**
   * Short descriptions of the change's effect on the model's files, such as `hash changed`. Undefined if the
   * change does not update the files, or if the page has not compared the files with the live ones.
   */
  readonly files: readonly string[] | undefined;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /**
   * Selects or unselects the change. With `asRange`, does the same with all changes between this change and
   * the change clicked before.
   */
  readonly onSelect: (asRange: boolean) => void;
  readonly onOpen: () => void;
}

export function ChangeRow({ change, files, isCurrent, isOpen, isSelected, onSelect, onOpen }: Props) {
  return (
    <li
      className={classes.change}
      data-change={change.change_id}
      data-current={isCurrent || undefined}
      data-open={isOpen || undefined}
    >
      <Checkbox
        size="sm"
        aria-label={`Select change ${change.change_id}`}
        checked={isSelected}
        disabled={change.status !== 'pending'}
        onChange={(event) => onSelect(isShiftClick(event))}
      />
      <button type="button" className={classes.open} aria-pressed={isOpen} onClick={onOpen}>
        <OperationTag operation={shownOperation(change)} />
        <span className={classes.subject} title={shownName(change)}>
          <ShownText text={shownName(change)} />
        </span>
        <FirstWords change={change} files={files} />
        {change.status !== 'pending' && <StatusTag status={change.status} />}
        <span className={classes.meta}>
          #{change.change_id} · {subjectLabel(change)} · <ShownText text={change.requested_username} /> ·{' '}
          <time
            dateTime={new Date(change.requested_at * 1000).toISOString()}
            title={formatTime(change.requested_at)}
          >
            {formatAge(change.requested_at)}
          </time>
        </span>
      </button>
    </li>
  );
}
