import { Table, Text } from '@mantine/core';
import type { GroupMembers } from '../../api/types.ts';
import { formatParameters } from '../../parts/format.ts';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './groups.module.css';

/** The models of a group, without their backend copies. */
export function Members({ group }: { group: GroupMembers }) {
  const exceptions = new Map(group.exception_members.map(({ name, reason }) => [name, reason]));
  const members = group.members.filter(({ is_backend_duplicate }) => !is_backend_duplicate);
  return (
    <Section title="Models">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={classes.scroll} aria-label="Models of the group" tabIndex={0}>
        <Table aria-label="Models of the group" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Model</Table.Th>
              <Table.Th>Size</Table.Th>
              <Table.Th>Variant</Table.Th>
              <Table.Th className={classes.number}>Parameters</Table.Th>
              <Table.Th>Baseline</Table.Th>
              <Table.Th>Flags</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map(({ name, parsed, parameters, baseline, nsfw }) => (
              <Table.Tr key={name}>
                <Table.Td className={classes.member}>
                  <ModelLink category="text_generation" name={name} />
                </Table.Td>
                <Table.Td>{parsed.size}</Table.Td>
                <Table.Td>{parsed.variant}</Table.Td>
                <Table.Td className={classes.number}>
                  {parameters !== null && formatParameters(parameters)}
                </Table.Td>
                <Table.Td>
                  {baseline || (
                    <Text span c="dimmed" size="sm">
                      none
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <span className={classes.facts}>
                    {nsfw && <Tag tone="warn">NSFW</Tag>}
                    {exceptions.has(name) && (
                      <span title={exceptions.get(name)}>
                        <Tag>name exception</Tag>
                      </span>
                    )}
                  </span>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Section>
  );
}
