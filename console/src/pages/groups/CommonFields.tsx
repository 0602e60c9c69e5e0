import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { GroupMembers } from '../../api/types.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Section } from '../../parts/Section.tsx';
import { commonFields, formatFieldValue } from './common-fields.ts';
import classes from './groups.module.css';
import { useCanWrite } from './Writing.tsx';

/** The values that all models of the group share, and the fields in which they differ. */
export function CommonFields({ group }: { group: GroupMembers }) {
  const canWrite = useCanWrite();
  return (
    <Section
      title="Common fields"
      aside={
        canWrite && (
          <Button
            component={Link}
            to="/groups/group/edit"
            search={{ name: group.group_name } as never}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="edit" size={14} />}
          >
            Edit for all models
          </Button>
        )
      }
    >
      <dl className={classes.fields}>
        {commonFields.map(({ key }) => (
          <div key={key} className={classes.common}>
            <dt>{key}</dt>
            <dd>
              {key in group.common_fields ? (
                formatFieldValue(group.common_fields[key])
              ) : (
                <Text span size="sm" c="dimmed">
                  {group.members.some((member) => formatFieldValue(member[key]) !== '(empty)')
                    ? 'differs'
                    : 'not set'}
                </Text>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
