import { Text } from '@mantine/core';
import type { CommonFieldsEdit } from '../../api/group-edits.ts';
import type { FieldDiff, GroupMembers } from '../../api/types.ts';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ShownText } from '../../parts/ShownText.tsx';
import { type CommonField, formatFieldValue } from './common-fields.ts';
import classes from './groups.module.css';

/** The models that an edit changes, each with the changed fields. */
export function BulkPreview({ group, edit }: { group: GroupMembers; edit: CommonFieldsEdit }) {
  const members = group.members.filter(({ is_backend_duplicate }) => !is_backend_duplicate);
  const changedMembers = members
    .map((member) => ({ name: member.name, diffs: findDiffs(member, edit) }))
    .filter(({ diffs }) => diffs.length > 0);
  return (
    <div className={layout.stack}>
      <Text size="sm">
        {changedMembers.length === members.length
          ? 'Every model changes.'
          : `${plural(changedMembers.length, 'model changes', 'models change')}; the others already have these values but get a change as well.`}
      </Text>
      {changedMembers.map(({ name, diffs }) => (
        <div key={name}>
          <Text size="sm" fw={600} className={classes.name}>
            <ShownText text={name} />
          </Text>
          <FieldDiffView diffs={diffs} />
        </div>
      ))}
    </div>
  );
}

function findDiffs(member: GroupMembers['members'][number], edit: CommonFieldsEdit): FieldDiff[] {
  return (Object.entries(edit) as [CommonField, unknown][]).flatMap(([key, newValue]): FieldDiff[] => {
    const [before, after] = [formatFieldValue(member[key]), formatFieldValue(newValue)];
    if (before === after) return [];
    return [
      {
        field_path: key,
        old_value: before,
        new_value: after,
        change_type: after === '(empty)' ? 'removed' : before === '(empty)' ? 'added' : 'modified',
      },
    ];
  });
}
