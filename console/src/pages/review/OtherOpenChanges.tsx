import { Alert, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useChangeDiffs } from '../../api/queue.ts';
import type { ChangeDiff, ReviewedChange } from '../../api/review-types.ts';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { newNameOf } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { othersId } from './dangers.ts';
import { describeRecordLoss, findOverwrittenFields } from './overwritten.ts';
import classes from './review.module.css';

/**
 * The other pending and approved changes of the same model, and the values that are lost if both changes are
 * applied.
 */
export function OtherOpenChanges({ change }: { change: ReviewedChange }) {
  const otherIds = change.open_changes_of_model;
  const query = useChangeDiffs(
    otherIds.length > 0 ? [change, ...otherIds.map((id) => ({ change_id: id }))] : [],
  );
  if (otherIds.length === 0) return null;
  const diffs = query.data?.diffs ?? [];
  const ownDiff = diffs.find(({ change_id }) => change_id === change.change_id);
  return (
    <Alert
      id={othersId}
      tabIndex={-1}
      color="yellow"
      role="group"
      icon={<Icon name="warning" />}
      title={`${plural(otherIds.length, 'other change')} of this model ${otherIds.length === 1 ? 'waits' : 'wait'}`}
    >
      <Text size="sm">
        {newNameOf(change) === null
          ? 'Each of them replaces the whole record: the last one applied takes effect.'
          : 'What is applied before the rename, or together with it, is kept.'}
      </Text>
      <ul className={`${layout.bullets} ${classes.others}`}>
        {otherIds.map((id) => {
          const otherDiff = diffs.find(({ change_id }) => change_id === id);
          return (
            <li key={id}>
              <Link to="/review/changes/$changeId" params={{ changeId: String(id) }}>
                #{id}
              </Link>{' '}
              {otherDiff?.operation}
              {ownDiff && otherDiff && (
                <OverwrittenValues
                  {...(id > change.change_id
                    ? { earlier: ownDiff, later: otherDiff }
                    : { earlier: otherDiff, later: ownDiff })}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

/** Shows the values of the earlier change that the later change overwrites. */
function OverwrittenValues({ earlier, later }: { earlier: ChangeDiff; later: ChangeDiff }) {
  const recordLoss = describeRecordLoss(earlier, later);
  if (recordLoss !== null) return <>: {recordLoss}</>;
  const fields = findOverwrittenFields(earlier.field_diffs, later.field_diffs);
  if (fields.length === 0)
    return (
      <>
        : #{later.change_id} keeps all that #{earlier.change_id} changes.
      </>
    );
  return (
    <>
      : applied after it, #{later.change_id} overwrites what #{earlier.change_id} changes:
      <ul className={`${layout.bullets} ${classes.others}`}>
        {fields.map(({ path, earlier: lost, later: kept }) => (
          <li key={path}>
            <code>{path}</code>: <ShownText text={formatShort(lost)} /> (#{earlier.change_id}) becomes{' '}
            <ShownText text={formatShort(kept)} /> (#{later.change_id})
          </li>
        ))}
      </ul>
    </>
  );
}

/** Number of characters after which a value is truncated. */
const maxShownLength = 120;

function formatShort(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}
