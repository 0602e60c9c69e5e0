import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { dryRunRename, isAddressable, type QueuedRename, useProposeRename } from '../../api/proposals.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { Access } from '../../parts/Access.tsx';
import { plural } from '../../parts/format.ts';
import { Section } from '../../parts/Section.tsx';
import { UsageBeforeDeletion } from '../../parts/UsageBeforeDeletion.tsx';
import { WriteFailure } from '../../parts/WriteFailure.tsx';
import { ProposedChange } from './ProposedChange.tsx';
import { ProposeHead } from './ProposeHead.tsx';
import { Queued } from './Queued.tsx';
import { Unaddressable } from './Unaddressable.tsx';

const route = getRouteApi('/propose/$category/rename');

export function RenamePage() {
  const { category } = route.useParams();
  const { name = '' } = route.useSearch();
  return (
    <>
      <ProposeHead title="Propose a rename" category={category} name={name} />
      <Access need="requestor">
        {isAddressable(name) ? <Rename category={category} from={name} /> : <Unaddressable name={name} />}
      </Access>
    </>
  );
}

function Rename({ category, from }: { category: string; from: string }) {
  const [newName, setNewName] = useState(from);
  const [updatesReferences, setUpdatesReferences] = useState(true);
  const check = useSendOnce({ mutationFn: dryRunRename }, 'answered');
  const propose = useProposeRename();
  const [queued, setQueued] = useState<QueuedRename | null>(null);
  const renameRequest = { category, from, to: newName, follow: updatesReferences };
  const applyEdit = (setInput: () => void) => {
    setInput();
    check.reset();
    propose.reset();
  };
  if (queued) {
    const followingIds = queued.following_change_ids ?? [];
    return (
      <Queued
        change={queued}
        next={
          followingIds.length > 0 && (
            <Text size="sm">
              Changes of the models that refer to it: {followingIds.map((id) => `#${id}`).join(', ')}.
            </Text>
          )
        }
      />
    );
  }
  const followingModels = check.data?.following ?? [];
  return (
    <>
      <UsageBeforeDeletion category={category} name={from} spans={['month', 'total']} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate(renameRequest);
        }}
      >
        <Stack gap="sm" maw="40rem" align="flex-start">
          <TextInput
            label="New name"
            description="Once this is applied, workers that ask for the old name no longer find the model."
            w="100%"
            autoComplete="off"
            withAsterisk
            value={newName}
            onChange={({ currentTarget: { value } }) => applyEdit(() => setNewName(value))}
          />
          <Checkbox
            label="Also update the models that refer to it"
            description="Proposes a change to each model that it replaces, and to each text model that is based on it."
            checked={updatesReferences}
            onChange={({ currentTarget: { checked } }) => applyEdit(() => setUpdatesReferences(checked))}
          />
          {check.error && <WriteFailure error={check.error} done="queued" />}
          <Button
            type="submit"
            variant="default"
            disabled={newName === '' || newName === from}
            loading={check.isPending}
          >
            Review the rename
          </Button>
        </Stack>
      </form>
      {check.data && (
        <Section title="What changes">
          <ProposedChange category={category} result={check.data} />
          {updatesReferences && (
            <Text size="sm" mt="sm">
              {followingModels.length === 0
                ? 'No other model refers to it.'
                : `${plural(followingModels.length, 'model')} will follow: ${followingModels.map(({ diff }) => String(diff.proposed_state?.name)).join(', ')}.`}
            </Text>
          )}
          {propose.error && <WriteFailure error={propose.error} done="queued" />}
          <Group mt="sm">
            <Button
              loading={propose.isPending}
              onClick={() => propose.mutate(renameRequest, { onSuccess: setQueued })}
            >
              Propose this rename
            </Button>
          </Group>
        </Section>
      )}
    </>
  );
}
