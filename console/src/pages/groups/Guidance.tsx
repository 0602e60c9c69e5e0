import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { GroupMembers } from '../../api/types.ts';
import { plural } from '../../parts/format.ts';
import { Section } from '../../parts/Section.tsx';

/** The number of a group's models with published guidance, and a link to assign it to all of them. */
export function Guidance({ group }: { group: GroupMembers }) {
  const { published, legacy_label, undocumented } = group.guidance_coverage;
  const count = published + legacy_label + undocumented;
  return (
    <Section title="Prompting guidance">
      <Text size="sm">
        {published} of {plural(count, 'model')} documented.{' '}
        <Link to="/guidance/assign" search={{ group: group.group_name }}>
          Assign guidance to the group
        </Link>
      </Text>
    </Section>
  );
}
