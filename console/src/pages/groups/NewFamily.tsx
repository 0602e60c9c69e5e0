import { Button, TagsInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEditFamilies } from '../../api/group-edits.ts';
import type { Family } from '../../api/types.ts';
import layout from '../../parts/layout.module.css';
import { Section } from '../../parts/Section.tsx';
import { useGroupNames } from './use-group-names.ts';
import { WriteError } from './WriteError.tsx';

export function NewFamily({ families }: { families: readonly Family[] }) {
  const names = useGroupNames();
  const edit = useEditFamilies();
  const [family, setFamily] = useState('');
  const [members, setMembers] = useState<string[]>([]);
  const isTaken = families.some(({ family_name }) => family_name === family.trim());
  const isComplete = family.trim() !== '' && members.length > 0 && !isTaken;
  return (
    <Section title="New family">
      <form
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isComplete) return;
          edit.mutate(
            { action: 'set', family: family.trim(), members },
            {
              onSuccess: () => {
                setFamily('');
                setMembers([]);
              },
            },
          );
        }}
      >
        <TextInput
          size="xs"
          label="Name"
          autoComplete="off"
          value={family}
          error={isTaken ? 'This family already exists: add groups to it.' : undefined}
          onChange={({ currentTarget: { value } }) => setFamily(value)}
        />
        <TagsInput
          size="xs"
          label="Groups"
          data={names.filter((name) => !members.includes(name))}
          limit={30}
          splitChars={[]}
          acceptValueOnBlur
          value={members}
          onChange={setMembers}
        />
        <div>
          <Button type="submit" size="xs" loading={edit.isPending} disabled={!isComplete}>
            Create the family
          </Button>
        </div>
        <WriteError error={edit.error} />
        <Text size="xs" c="dimmed">
          Changes of families take effect at once, without review.
        </Text>
      </form>
    </Section>
  );
}
