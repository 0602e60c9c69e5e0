import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAliases, useEditAliases } from '../../api/group-edits.ts';
import { useConfirm } from '../../parts/Confirm.tsx';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { GroupLink } from './GroupLink.tsx';
import classes from './groups.module.css';
import { WriteError } from './WriteError.tsx';
import { useCanWrite } from './Writing.tsx';

/** The aliases of a group. */
export function AliasesSection({ group }: { group: string }) {
  const query = useAliases();
  return (
    <Section title="Aliases">
      <QueryState query={query}>
        {(entries) =>
          entries === null ? (
            <Text size="sm" c="dimmed">
              Aliases are available on the primary only.
            </Text>
          ) : (
            <Aliases
              group={group}
              aliases={entries.find(({ canonical }) => canonical === group)?.aliases ?? []}
              canonical={entries.find(({ aliases }) => aliases.includes(group))?.canonical}
            />
          )
        }
      </QueryState>
    </Section>
  );
}

interface Props {
  readonly group: string;
  readonly aliases: readonly string[];
  /** The group that has `group` as an alias; undefined if `group` is not an alias. */
  readonly canonical: string | undefined;
}

function Aliases({ group, aliases, canonical }: Props) {
  const canWrite = useCanWrite();
  const edit = useEditAliases();
  const confirm = useConfirm();
  const [newAlias, setNewAlias] = useState('');
  const addAlias = () => {
    const alias = newAlias.trim();
    if (alias === '') return;
    edit.mutate({ action: 'add', group, alias }, { onSuccess: () => setNewAlias('') });
  };
  const removeAllAliases = async () => {
    const isConfirmed = await confirm({
      title: `Remove all aliases of ${group}?`,
      body: `${aliases.join(', ')} will no longer be found. Takes effect at once, without review.`,
      confirm: 'Remove all',
      danger: true,
    });
    if (isConfirmed) edit.mutate({ action: 'clear', group });
  };
  return (
    <div className={layout.stack}>
      {canonical !== undefined && (
        <Text size="sm">
          This name is itself an alias of <GroupLink name={canonical} />.
        </Text>
      )}
      {aliases.length === 0 ? (
        <Text size="sm" c="dimmed">
          None.
        </Text>
      ) : (
        <ul className={classes.chips}>
          {aliases.map((alias) => (
            <li key={alias} className={classes.chip}>
              {alias}
              {canWrite && (
                <ActionIcon
                  size="xs"
                  variant="subtle"
                  color="gray"
                  disabled={edit.isPending}
                  aria-label={`Remove the alias ${alias}`}
                  onClick={() => edit.mutate({ action: 'remove', group, alias })}
                >
                  <Icon name="close" size={13} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {canWrite && (
        <form
          className={layout.fields}
          onSubmit={(event) => {
            event.preventDefault();
            addAlias();
          }}
        >
          <TextInput
            size="xs"
            className={classes.grow}
            label="New alias"
            autoComplete="off"
            value={newAlias}
            onChange={({ currentTarget: { value } }) => setNewAlias(value)}
          />
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={edit.isPending}
            disabled={!newAlias.trim()}
          >
            Add alias
          </Button>
          {aliases.length > 1 && (
            <Button size="xs" variant="subtle" color="red" onClick={removeAllAliases}>
              Remove all
            </Button>
          )}
        </form>
      )}
      <WriteError error={edit.error} />
      {canWrite && (
        <Text size="xs" c="dimmed">
          Takes effect at once, without review.
        </Text>
      )}
    </div>
  );
}
