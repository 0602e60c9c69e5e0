import { Alert, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSetNameException } from '../../api/group-edits.ts';
import type { GroupMembers } from '../../api/types.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { Section } from '../../parts/Section.tsx';
import classes from './groups.module.css';
import { WriteError } from './WriteError.tsx';
import { useCanWrite } from './Writing.tsx';

/** The models that are exempt from the group's naming schema. */
export function NameExceptions({ group }: { group: GroupMembers }) {
  const canWrite = useCanWrite();
  const setException = useSetNameException();
  const [model, setModel] = useState('');
  const [reason, setReason] = useState('');
  const exceptions = group.exception_members;
  const otherMembers = group.members.filter(
    ({ name, is_backend_duplicate }) =>
      !is_backend_duplicate && !exceptions.some((exception) => exception.name === name),
  );
  if (!canWrite && exceptions.length === 0) return null;
  const propose = () => {
    if (model === '' || reason.trim() === '') return;
    setException.mutate(
      { model, reason: reason.trim() },
      {
        onSuccess: () => {
          setModel('');
          setReason('');
        },
      },
    );
  };
  return (
    <Section title="Name exceptions">
      <div className={layout.stack}>
        {exceptions.length === 0 ? (
          <Text size="sm" c="dimmed">
            No model of this group has a name exception.
          </Text>
        ) : (
          exceptions.map(({ name, reason: why }) => (
            <div key={name} className={layout.row}>
              <span>
                <ModelLink category="text_generation" name={name} />
                <Text size="sm">{why}</Text>
              </span>
              {canWrite && (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={setException.isPending}
                  onClick={() => setException.mutate({ model: name, reason: null })}
                >
                  Propose to remove the exception
                </Button>
              )}
            </div>
          ))
        )}
        {canWrite && otherMembers.length > 0 && (
          <form
            className={layout.fields}
            onSubmit={(event) => {
              event.preventDefault();
              propose();
            }}
          >
            <NativeSelect
              size="xs"
              label="Model"
              value={model}
              data={[{ value: '', label: 'Choose…' }, ...otherMembers.map(({ name }) => name)]}
              onChange={({ currentTarget: { value } }) => setModel(value)}
            />
            <TextInput
              size="xs"
              className={classes.grow}
              label="Reason for the exception"
              autoComplete="off"
              value={reason}
              onChange={({ currentTarget: { value } }) => setReason(value)}
            />
            <Button
              type="submit"
              size="xs"
              variant="default"
              loading={setException.isPending}
              disabled={model === '' || reason.trim() === ''}
            >
              Propose the exception
            </Button>
          </form>
        )}
        {setException.data && (
          <Alert role="status" color="green" icon={<Icon name="check" />}>
            Queued as{' '}
            <Link to="/changes/$changeId" params={{ changeId: String(setException.data.pending_change_id) }}>
              change {setException.data.pending_change_id}
            </Link>
            .
          </Alert>
        )}
        <WriteError error={setException.error} />
      </div>
    </Section>
  );
}
