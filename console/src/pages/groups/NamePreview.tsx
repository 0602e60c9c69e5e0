import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import type { NameSchema } from '../../api/group-edits.ts';
import { useComposedNames } from '../../api/text-names.ts';
import type { GroupMembers } from '../../api/types.ts';
import { plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './groups.module.css';
import { composeParts } from './naming.ts';

/** Milliseconds between the last edit of the schema and the computation of the names. */
const editDelayMs = 300;
/** Largest number of models whose names are computed. The preview shows how many others there are. */
const maxPreviewedModels = 24;

/** The names of the group's models under a schema, next to their current names. */
export function NamePreview({ group, schema }: { group: GroupMembers; schema: NameSchema }) {
  const [debouncedSchema] = useDebouncedValue(schema, editDelayMs);
  const members = useMemo(
    () => group.members.filter(({ is_backend_duplicate }) => !is_backend_duplicate),
    [group.members],
  );
  const previewedMembers = members.slice(0, maxPreviewedModels);
  const parts = useMemo(
    () => members.slice(0, maxPreviewedModels).map((member) => composeParts(debouncedSchema, member)),
    [members, debouncedSchema],
  );
  const nameQueries = useComposedNames(parts);
  const exceptions = new Set(group.exception_members.map(({ name }) => name));
  const names = nameQueries.map(({ data }) => data?.composed_name);
  const matchingCount = previewedMembers.filter(({ name }, index) => names[index] === name).length;
  const areNamesLoaded = names.every((name) => name !== undefined);
  return (
    <div>
      <Text size="sm" c="dimmed" role="status">
        {areNamesLoaded && `${matchingCount} of ${plural(previewedMembers.length, 'model')} named like this`}
        {members.length > previewedMembers.length &&
          `; the other ${members.length - previewedMembers.length} were not tried`}
      </Text>
      <ul className={classes.names} aria-label="Names under the schema">
        {previewedMembers.map(({ name }, index) => {
          const composedName = names[index];
          return (
            <li key={name}>
              <span>
                <ShownText text={name} />
              </span>
              {composedName === undefined ? null : composedName === name ? (
                <Tag tone="good">fits</Tag>
              ) : (
                <span className={layout.dim}>
                  <Tag tone={exceptions.has(name) ? undefined : 'warn'}>
                    {exceptions.has(name) ? 'exception' : 'would be'}
                  </Tag>{' '}
                  {composedName}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
