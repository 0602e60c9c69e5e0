import { Alert, Anchor, Breadcrumbs, Button, Group, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, Link, useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { hasStatus } from '#client';
import { type CommonFieldsEdit, useEditCommonFields } from '../../api/group-edits.ts';
import { useGroup } from '../../api/groups.ts';
import type { GroupMembers } from '../../api/types.ts';
import { Access } from '../../parts/Access.tsx';
import { useConfirm } from '../../parts/Confirm.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { WriteFailure } from '../../parts/WriteFailure.tsx';
import { BulkField, type FieldPlan, unchangedPlan } from './BulkField.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { type CommonField, commonFields } from './common-fields.ts';
import { GroupLink } from './GroupLink.tsx';

const route = getRouteApi('/groups/group/edit');

export function BulkEditPage() {
  const { name } = route.useSearch();
  usePageTitle(`Edit ${name}`);
  const query = useGroup(name);
  return (
    <>
      <Breadcrumbs>
        <Anchor component={Link} to="/groups" size="sm">
          Groups
        </Anchor>
        <Text size="sm" component="span">
          <GroupLink name={name} />
        </Text>
      </Breadcrumbs>
      <Title order={1}>Edit all models of {name || 'a group'}</Title>
      <Access need="requestor" for="queue">
        <QueryState
          query={query}
          isEmpty={(group) => group === null}
          empty={<EmptyState title="No model is in a group of this name." />}
        >
          {(group) => group && <BulkEdit key={name} group={group} />}
        </QueryState>
      </Access>
    </>
  );
}

type Plans = Readonly<Record<CommonField, FieldPlan>>;

const unchangedPlans = Object.fromEntries(commonFields.map(({ key }) => [key, unchangedPlan])) as Plans;

function isIncomplete({ action, value }: FieldPlan): boolean {
  return action === 'set' && (value === '' || value === null || (Array.isArray(value) && value.length === 0));
}

function createEdit(plans: Plans): CommonFieldsEdit {
  const edits = Object.entries(plans).flatMap(([key, { action, value }]) =>
    action === 'keep' ? [] : [[key, value]],
  );
  return Object.fromEntries(edits) as CommonFieldsEdit;
}

function BulkEdit({ group }: { group: GroupMembers }) {
  const [plans, setPlans] = useState<Plans>(unchangedPlans);
  const [isReviewing, setReviewing] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const edit = useEditCommonFields(group.group_name);
  const confirm = useConfirm();
  const changes = createEdit(plans);
  const fieldCount = Object.keys(changes).length;
  const hasIncompletePlan = commonFields.some(({ key }) => isIncomplete(plans[key]));

  useBlocker({
    shouldBlockFn: async () =>
      fieldCount > 0 &&
      !edit.isSuccess &&
      !(await confirm({
        title: 'Leave without proposing?',
        body: 'Your input is lost.',
        confirm: 'Leave',
        danger: true,
      })),
    enableBeforeUnload: () => fieldCount > 0 && !edit.isSuccess,
  });

  if (edit.data) return <QueuedNote group={group.group_name} ids={edit.data.pending_change_ids} />;
  const findProblem = (key: CommonField): string | undefined => {
    if (wasSubmitted && isIncomplete(plans[key])) return 'Enter a value, or choose “Clear” to remove it.';
    const problems = hasStatus(edit.error, 422) ? edit.error.problems : [];
    return problems.find(({ loc }) => loc[1] === key)?.msg;
  };
  const sendEdit = () => {
    edit.mutate(changes, {
      onError: (error) => {
        if (hasStatus(error, 422)) setReviewing(false);
      },
    });
  };
  return (
    <form
      noValidate
      className={layout.stack}
      onSubmit={(event) => {
        event.preventDefault();
        setWasSubmitted(true);
        if (fieldCount > 0 && !hasIncompletePlan) setReviewing(true);
      }}
    >
      <Text size="sm" maw="70ch">
        Values that you set or clear are proposed for each of the {plural(group.canonical_count, 'model')}:
        one change per model, based on the current records. Names at backends are updated too.
      </Text>
      {commonFields.map(({ key, kind }) => (
        <BulkField
          key={key}
          field={key}
          kind={kind}
          group={group}
          plan={plans[key]}
          problem={findProblem(key)}
          onChange={(plan) => setPlans({ ...plans, [key]: plan })}
        />
      ))}
      <Group>
        <Button type="submit" disabled={fieldCount === 0}>
          Review the edit
        </Button>
        <Text size="sm" c="dimmed">
          {fieldCount === 0 ? 'No edits yet.' : `${plural(fieldCount, 'field')} edited.`}
        </Text>
      </Group>
      <Dialog
        opened={isReviewing}
        onClose={edit.isPending ? () => undefined : () => setReviewing(false)}
        size="xl"
        title={`Propose this for ${plural(group.canonical_count, 'model')}?`}
      >
        <Stack>
          <BulkPreview group={group} edit={changes} />
          {edit.error && !hasStatus(edit.error, 422) && <WriteFailure error={edit.error} done="queued" />}
          <Group justify="flex-end">
            <Button variant="default" disabled={edit.isPending} onClick={() => setReviewing(false)}>
              Back
            </Button>
            <Button data-autofocus loading={edit.isPending} onClick={sendEdit}>
              Propose {plural(group.canonical_count, 'change')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </form>
  );
}

function QueuedNote({ group, ids }: { group: string; ids: readonly number[] }) {
  return (
    <Alert
      role="status"
      color="green"
      icon={<Icon name="check" />}
      title={`Queued as ${plural(ids.length, 'change')}`}
    >
      <Text size="sm" mb="xs">
        They wait for an approver:{' '}
        {ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link to="/changes/$changeId" params={{ changeId: String(id) }}>
              {id}
            </Link>
          </span>
        ))}
        .
      </Text>
      <Group gap="xs">
        <Button size="xs" component={Link} to="/changes">
          My changes
        </Button>
        <Text span size="sm">
          Back to <GroupLink name={group} />
        </Text>
      </Group>
    </Alert>
  );
}
