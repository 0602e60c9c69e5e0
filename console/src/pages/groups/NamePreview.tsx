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
import { partsUnder } from './naming.ts';

/** Milliseconds between the last edit of the schema and the computation of the names. */
const editPause = 300;
/** Largest number of models whose names are computed. The preview shows how many others there are. */
const triedModels = 24;

/** The names of the group's models under a schema, next to their current names. */
export function NamePreview({ group, schema }: { group: GroupMembers; schema: NameSchema }) {
  const [settled] = useDebouncedValue(schema, editPause);
  const members = useMemo(
    () => group.members.filter(({ is_backend_duplicate }) => !is_backend_duplicate),
    [group.members],
  );
  const tried = members.slice(0, triedModels);
  const parts = useMemo(
    () => members.slice(0, triedModels).map((member) => partsUnder(settled, member)),
    [members, settled],
  );
  const composed = useComposedNames(parts);
  const exceptions = new Set(group.exception_members.map(({ name }) => name));
  const names = composed.map(({ data }) => data?.composed_name);
  const fitting = tried.filter(({ name }, index) => names[index] === name).length;
  const isKnown = names.every((name) => name !== undefined);
  return (
    <div>
      <Text size="sm" c="dimmed" role="status">
        {isKnown && `${fitting} of ${plural(tried.length, 'model')} named like this`}
        {members.length > tried.length && `; the other ${members.length - tried.length} were not tried`}
      </Text>
      <ul className={classes.names} aria-label="Names under the schema">
        {tried.map(({ name }, index) => {
          const wanted = names[index];
          return (
            <li key={name}>
              <span>
                <ShownText text={name} />
              </span>
              {wanted === undefined ? null : wanted === name ? (
                <Tag tone="good">fits</Tag>
              ) : (
                <span className={layout.dim}>
                  <Tag tone={exceptions.has(name) ? undefined : 'warn'}>
                    {exceptions.has(name) ? 'exception' : 'would be'}
                  </Tag>{' '}
                  {wanted}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
