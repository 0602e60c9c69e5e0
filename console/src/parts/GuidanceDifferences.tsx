import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAssignments } from '../api/guidance.ts';
import {
  type AssignmentChange,
  type GuidanceChanges,
  type ProfileChange,
  profileIdsOf,
} from '../api/guidance-change-sets.ts';
import { plural } from './format.ts';
import { changedFields, changeKind } from './guidance-differences.ts';
import layout from './layout.module.css';
import { ModelLink } from './ModelLink.tsx';
import { ShownText } from './ShownText.tsx';
import { Tag } from './Tag.tsx';

const tones = { new: 'good', changed: 'accent', deprecated: 'warn', removed: 'bad' } as const;

/**
 * The changes of a change set of text guidance: one item per profile, and one item per group of models whose
 * profiles change in the same way.
 */
export function GuidanceDifferences({ changes }: { changes: GuidanceChanges }) {
  const groups = Map.groupBy(changes.assignments, effectKey);
  return (
    <ul className={layout.panel} aria-label="What changes">
      {changes.profiles.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a change set may name a profile twice
        <ProfileDifference key={index} change={change} />
      ))}
      {[...groups].map(([key, members]) => (
        <AssignmentDifference key={key} changes={members} />
      ))}
    </ul>
  );
}

function ProfileDifference({ change }: { change: ProfileChange }) {
  const { data } = useAssignments(change.profile_id);
  const kind = changeKind(change);
  const parts = changedFields(change);
  return (
    <li className={layout.item}>
      <div className={layout.line}>
        <Tag tone={tones[kind]}>{kind}</Tag>
        <span className={layout.name}>
          {change.expected_before == null ? (
            <ShownText text={change.profile_id} />
          ) : (
            <Link to="/guidance/profile" search={{ id: change.profile_id }}>
              <ShownText text={change.profile_id} />
            </Link>
          )}
        </span>
        {data !== undefined && data.length > 0 && (
          <span className={layout.dim}>{plural(data.length, 'model')}</span>
        )}
      </div>
      {parts.length > 0 && (
        <Text size="sm" className={layout.anywhere}>
          {parts.join(', ')}
        </Text>
      )}
    </li>
  );
}

const effectKey = ({ assignment, expected_before }: AssignmentChange): string =>
  JSON.stringify([profileIdsOf(expected_before), profileIdsOf(assignment)]);

/** Models whose guidance changes in the same way. */
function AssignmentDifference({ changes }: { changes: readonly AssignmentChange[] }) {
  const [firstChange] = changes;
  if (firstChange === undefined) return null;
  const before = profileIdsOf(firstChange.expected_before);
  const after = profileIdsOf(firstChange.assignment);
  const kind = before.length === 0 ? 'new' : after.length === 0 ? 'removed' : 'changed';
  const formatIds = (ids: readonly string[]) => (ids.length === 0 ? 'none' : ids.join(', '));
  return (
    <li className={layout.item}>
      <div className={layout.line}>
        <Tag tone={tones[kind]}>{kind}</Tag>
        <span className={layout.name}>
          Guidance of{' '}
          {changes.length === 1 ? (
            <ModelLink category="text_generation" name={firstChange.model_name} />
          ) : (
            plural(changes.length, 'model')
          )}
        </span>
      </div>
      <Text size="sm" className={layout.anywhere}>
        <ShownText text={`${formatIds(before)} → ${formatIds(after)}`} />
      </Text>
      {changes.length > 1 && (
        <details className={layout.fold}>
          <summary>Which models</summary>
          <ul className={layout.bullets}>
            {changes.map(({ model_name: name }) => (
              <li key={name}>
                <ModelLink category="text_generation" name={name} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
