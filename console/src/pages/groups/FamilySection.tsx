import { Autocomplete, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useEditFamilies } from '../../api/group-edits.ts';
import { useFamilies } from '../../api/groups.ts';
import type { Family } from '../../api/types.ts';
import layout from '../../parts/layout.module.css';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { GroupLink } from './GroupLink.tsx';
import classes from './groups.module.css';
import { WriteError } from './WriteError.tsx';
import { useCanWrite } from './Writing.tsx';

/** The family of a group. A group has at most one. */
export function FamilySection({ group }: { group: string }) {
  const query = useFamilies();
  return (
    <Section title="Family">
      <QueryState query={query}>{(families) => <Membership group={group} families={families} />}</QueryState>
    </Section>
  );
}

function Membership({ group, families }: { group: string; families: readonly Family[] }) {
  const canWrite = useCanWrite();
  const edit = useEditFamilies();
  const [typedName, setTyped] = useState('');
  const family = families.find(({ members }) => members.includes(group));
  const joinFamily = () => {
    const name = typedName.trim();
    if (name === '') return;
    const isKnown = families.some(({ family_name }) => family_name === name);
    edit.mutate(
      isKnown ? { action: 'add', family: name, group } : { action: 'set', family: name, members: [group] },
      { onSuccess: () => setTyped('') },
    );
  };
  return (
    <div className={layout.stack}>
      {family ? (
        <>
          <Text size="sm">
            <b>{family.family_name}</b>, with the groups
          </Text>
          <ul className={classes.chips}>
            {family.members.map((member) => (
              <li key={member} className={classes.chip}>
                {member === group ? <b>{member}</b> : <GroupLink name={member} />}
              </li>
            ))}
          </ul>
          {canWrite && (
            <div>
              <Button
                size="compact-xs"
                variant="default"
                loading={edit.isPending}
                onClick={() => edit.mutate({ action: 'remove', family: family.family_name, group })}
              >
                Remove the group from the family
              </Button>
            </div>
          )}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          None. <Link to="/groups/families">All families</Link>
        </Text>
      )}
      {canWrite && !family && (
        <form
          className={layout.fields}
          onSubmit={(event) => {
            event.preventDefault();
            joinFamily();
          }}
        >
          <Autocomplete
            size="xs"
            className={classes.grow}
            label="Existing or new family"
            data={families.map(({ family_name }) => family_name)}
            limit={30}
            value={typedName}
            onChange={setTyped}
          />
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={edit.isPending}
            disabled={!typedName.trim()}
          >
            Add to family
          </Button>
        </form>
      )}
      <WriteError error={edit.error} />
    </div>
  );
}
