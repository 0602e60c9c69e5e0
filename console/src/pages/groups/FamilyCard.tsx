import { ActionIcon, Autocomplete, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useEditFamilies } from '../../api/group-edits.ts';
import type { Family } from '../../api/types.ts';
import { useConfirm } from '../../parts/Confirm.tsx';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { GroupLink } from './GroupLink.tsx';
import classes from './groups.module.css';
import { useGroupNames } from './use-group-names.ts';
import { WriteError } from './WriteError.tsx';
import { useCanWrite } from './Writing.tsx';

/** Largest number of names in a list of suggestions. */
const maxSuggestions = 30;

export function FamilyCard({ family: { family_name: family, members } }: { family: Family }) {
  const canWrite = useCanWrite();
  const edit = useEditFamilies();
  const confirm = useConfirm();
  const deleteFamily = async () => {
    const isConfirmed = await confirm({
      title: `Delete the family ${family}?`,
      body: 'Its groups are kept. Takes effect at once, without review.',
      confirm: 'Delete the family',
      danger: true,
    });
    if (isConfirmed) edit.mutate({ action: 'delete', family });
  };
  return (
    <article className={classes.card} aria-label={`Family ${family}`}>
      <div className={layout.row}>
        <span className={classes.name}>{family}</span>
        <Text span size="sm" c="dimmed">
          {plural(members.length, 'group')}
        </Text>
        {canWrite && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            loading={edit.isPending}
            onClick={deleteFamily}
          >
            Delete
          </Button>
        )}
      </div>
      <ul className={classes.chips}>
        {members.map((member) => (
          <li key={member} className={classes.chip}>
            <GroupLink name={member} />
            {canWrite && (
              <ActionIcon
                size="xs"
                variant="subtle"
                color="gray"
                disabled={edit.isPending}
                aria-label={`Remove ${member} from ${family}`}
                onClick={() => edit.mutate({ action: 'remove', family, group: member })}
              >
                <Icon name="close" size={13} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {canWrite && <AddMember family={family} members={members} edit={edit} />}
      <WriteError error={edit.error} />
    </article>
  );
}

interface AddProps {
  readonly family: string;
  readonly members: readonly string[];
  readonly edit: ReturnType<typeof useEditFamilies>;
}

function AddMember({ family, members, edit }: AddProps) {
  const names = useGroupNames();
  const [typedName, setTyped] = useState('');
  return (
    <form
      className={layout.fields}
      onSubmit={(event) => {
        event.preventDefault();
        const group = typedName.trim();
        if (group === '') return;
        edit.mutate({ action: 'add', family, group }, { onSuccess: () => setTyped('') });
      }}
    >
      <Autocomplete
        size="xs"
        aria-label={`Group to add to ${family}`}
        placeholder="Group"
        data={names.filter((name) => !members.includes(name))}
        limit={maxSuggestions}
        value={typedName}
        onChange={setTyped}
      />
      <Button type="submit" size="xs" variant="default" loading={edit.isPending} disabled={!typedName.trim()}>
        Add to {family}
      </Button>
    </form>
  );
}
