import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { baselineChangesOf } from '../../api/baseline-change-sets.ts';
import { useDeployment } from '../../api/deployment.ts';
import { guidanceChangesOf, guidanceFormPath } from '../../api/guidance-change-sets.ts';
import { useMyChange } from '../../api/my-changes.ts';
import { dryRun, isAddressable, type RecordDraft, revisionOf, usePropose } from '../../api/proposals.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import { useCaller } from '../../api/roles.ts';
import { Access } from '../../parts/Access.tsx';
import { BaselineDifferences } from '../../parts/BaselineDifferences.tsx';
import { ChangedModel } from '../../parts/ChangedModel.tsx';
import {
  areChangesRequested,
  ChangesRequestedTag,
  OperationTag,
  StatusTag,
} from '../../parts/ChangeTags.tsx';
import { Conversation } from '../../parts/Conversation.tsx';
import { isChangeSet, subjectLabel } from '../../parts/change-sets.ts';
import { formatTime } from '../../parts/format.ts';
import { GuidanceDifferences } from '../../parts/GuidanceDifferences.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { JsonView } from '../../parts/JsonView.tsx';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { newNameOf, shownOperation } from '../../parts/renames.ts';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Withdraw } from '../../parts/TakeBack.tsx';
import { ProposedChange } from '../propose/ProposedChange.tsx';
import classes from './MyChanges.module.css';

const route = getRouteApi('/changes/$changeId');

export function MyChangePage() {
  const { changeId } = route.useParams();
  usePageTitle(`Change ${changeId}`);
  return (
    <>
      <Anchor component={Link} to="/changes" size="sm">
        My changes
      </Anchor>
      <Title order={1}>Change {changeId}</Title>
      <Access need="requestor" for="queue">
        <MyChange changeId={Number(changeId)} />
      </Access>
    </>
  );
}

function MyChange({ changeId }: { changeId: number }) {
  const query = useMyChange(changeId);
  const { isApprover } = useCaller();
  return (
    <QueryState
      query={query}
      isEmpty={(change) => change === null}
      empty={
        isApprover ? (
          <Navigate to="/review/changes/$changeId" params={{ changeId: String(changeId) }} replace />
        ) : (
          <EmptyState title="Change not found among yours.">
            It may belong to another account, or an approver has purged it from the queue.
          </EmptyState>
        )
      }
    >
      {(change) => change && <Details change={change} />}
    </QueryState>
  );
}

function Details({ change }: { change: ReviewedChange }) {
  const isOpen = change.status === 'pending' || change.status === 'approved';
  return (
    <>
      <div className={layout.line}>
        <OperationTag operation={shownOperation(change)} />
        <span className={layout.shrinks}>
          <ChangedModel change={change} />
        </span>
        <Tag>{subjectLabel(change)}</Tag>
        <StatusTag status={change.status} />
        <ChangesRequestedTag change={change} />
      </div>
      <Section title="Status">
        <Steps change={change} />
        <ProposeAgain change={change} />
        {change.status === 'pending' && (
          <Group gap="0.5rem" mt="sm">
            <Withdraw change={change} />
          </Group>
        )}
      </Section>
      <RenameNote change={change} />
      {change.stale && change.model_renamed_to == null && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          {newNameOf(change) === null
            ? isChangeSet(change)
              ? 'An entry has changed since you proposed this, so it cannot be applied. Submit a new version.'
              : 'The live record has changed since you proposed this. If your change is applied, it overwrites the newer record.'
            : 'The model was deleted since you proposed this.'}
        </Alert>
      )}
      {areChangesRequested(change) && (
        <Alert color="yellow" icon={<Icon name="info" />}>
          An approver requested changes: see the conversation, and submit a new version.
        </Alert>
      )}
      {isChangeSet(change) ? (
        <ChangeSet change={change} />
      ) : (
        isOpen && newNameOf(change) === null && <EffectOnLive change={change} />
      )}
      <Conversation changeId={change.change_id} />
      {change.payload && newNameOf(change) === null && (
        <Section title={payloadTitle(change)}>
          <JsonView value={change.payload} label="the record" maxHeight={480} />
        </Section>
      )}
    </>
  );
}

function payloadTitle(change: ReviewedChange): string {
  if (isChangeSet(change)) return 'The change set as proposed';
  return change.operation === 'delete' ? 'The deleted record' : 'The record as proposed';
}

/** The differences of a change set of baselines or guidance. Shows nothing for other changes. */
function ChangeSet({ change }: { change: ReviewedChange }) {
  const baselines = baselineChangesOf(change);
  const guidance = guidanceChangesOf(change);
  if (baselines.length === 0 && guidance === null) return null;
  return (
    <Section title="Changes">
      {guidance ? <GuidanceDifferences changes={guidance} /> : <BaselineDifferences changes={baselines} />}
    </Section>
  );
}

/**
 * Shows the name that a rename gives the model. If another change has renamed the model meanwhile, shows a
 * warning instead; for an update, also a button that revises the change to use the current name.
 */
function RenameNote({ change }: { change: ReviewedChange }) {
  const { canPropose } = useDeployment();
  const revise = usePropose();
  const { category, model_name: name, payload } = change;
  const [proposedName, currentName] = [newNameOf(change), change.model_renamed_to ?? null];
  if (currentName === null) {
    if (proposedName === null) return null;
    return (
      <Text size="sm">
        <ShownText text={`The model is renamed to ‘${proposedName}’. Its other fields do not change.`} />
      </Text>
    );
  }
  const isRevisable = canPropose && shownOperation(change) === 'update' && payload != null;
  const sendRevision = () => {
    const record = { ...(payload as RecordDraft), name: currentName };
    revise.mutate({ category, operation: 'update', name: currentName, record, revises: revisionOf(change) });
  };
  return (
    <Alert
      color="red"
      icon={<Icon name="warning" />}
      title={<ShownText text={`‘${name}’ is called ‘${currentName}’ now`} />}
    >
      <Text size="sm">
        The model was renamed since you proposed this, so your change cannot be applied.
        {!isRevisable && <ShownText text={` Withdraw it, and propose it of ‘${currentName}’.`} />}
      </Text>
      {isRevisable && (
        <Button mt="sm" loading={revise.isPending} onClick={sendRevision}>
          Revise it to ‘{currentName}’
        </Button>
      )}
      {revise.error && (
        <Text size="sm" role="alert">
          {revise.error.message}
        </Text>
      )}
    </Alert>
  );
}

function Steps({ change }: { change: ReviewedChange }) {
  const { status } = change;
  const steps = [
    `Proposed on ${formatTime(change.requested_at)}${change.notes && !isChangeSet(change) ? `: ${change.notes}` : ''}.`,
    change.approved_at &&
      `Approved by ${change.approved_username} on ${formatTime(change.approved_at)}, in batch ${change.batch_id}${change.batch_title ? ` “${change.batch_title}”` : ''}.`,
    change.rejected_at &&
      `Rejected by ${change.rejected_username} on ${formatTime(change.rejected_at)}: ${change.reject_reason}`,
    change.applied_at &&
      `Applied by ${change.applied_username} on ${formatTime(change.applied_at)}: workers have read it since then.`,
    status === 'pending' &&
      (change.changes_requested_by ? 'Changes requested: submit a new version.' : 'Waiting for review.'),
    status === 'approved' && 'Approved; waiting for its batch to be applied.',
  ].filter((step) => typeof step === 'string');
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step}>
          <Text size="sm">{step}</Text>
        </li>
      ))}
    </ol>
  );
}

/**
 * Links to a form that starts with the record of this change: to propose a rejected change again, or to
 * revise any other change. Shows nothing for a deletion, a rename or an applied change.
 */
function ProposeAgain({ change }: { change: ReviewedChange }) {
  const { canPropose } = useDeployment();
  const operation = shownOperation(change);
  if (operation === 'change set') return <ProposeSetAgain change={change} />;
  if (!canPropose || operation === 'delete' || operation === 'rename' || change.status === 'applied')
    return null;
  const { category, change_id: id } = change;
  const name = change.model_renamed_to ?? change.model_name;
  const isRejected = change.status === 'rejected';
  const search = { change: id, ...(isRejected ? {} : { revise: true as const }) };
  const formPath = change.operation === 'create' ? '/propose/$category' : '/propose/$category/edit';
  return (
    <Link
      to={formPath}
      params={{ category }}
      search={change.operation === 'create' ? search : { name, ...search }}
      className={layout.link}
    >
      <Text span size="sm">
        {proposeAgainLabel(isRejected)}
      </Text>
    </Link>
  );
}

/** Link to the form that proposes a rejected change set again, or revises a queued one. */
function ProposeSetAgain({ change }: { change: ReviewedChange }) {
  const formPath = findFormPath(change);
  if (formPath === null || change.status === 'applied') return null;
  const isRejected = change.status === 'rejected';
  const search = { change: change.change_id, ...(isRejected ? {} : { revise: true as const }) };
  return (
    <Link to={formPath} search={search} className={layout.link}>
      <Text span size="sm">
        {proposeAgainLabel(isRejected)}
      </Text>
    </Link>
  );
}

/** Returns the page whose form can edit a change set; null if there is none. */
function findFormPath(change: ReviewedChange) {
  if (change.resource_kind === 'image_baseline') return '/baselines/propose';
  const guidance = guidanceChangesOf(change);
  return guidance && guidanceFormPath(guidance);
}

const proposeAgainLabel = (isRejected: boolean) =>
  isRejected ? 'Correct and propose again' : 'Submit a new version';

/**
 * Shows the effect of applying the change now, computed by a dry run of the same proposal. If the model has
 * been renamed since, the dry run of an update uses the new name.
 */
function EffectOnLive({ change }: { change: ReviewedChange }) {
  const { category, operation } = change;
  const name = (operation === 'update' && change.model_renamed_to) || change.model_name;
  const { canPropose } = useDeployment();
  const query = useQuery({
    queryKey: ['changes', 'against-live', change.change_id, name],
    queryFn: () => {
      const proposedRecord = change.payload as RecordDraft;
      const newName = name === change.model_name ? {} : { name };
      const record = operation === 'delete' ? null : { ...proposedRecord, ...newName };
      return dryRun({ category, operation, name, record });
    },
    enabled: canPropose && (operation === 'create' || isAddressable(name)),
    retry: false,
  });
  if (!canPropose) return null;
  return (
    <Section title="Changes">
      <QueryState query={query}>
        {(result) => (
          // Shows the findings of the change instead of those of the dry run, which would report the pending
          // change as a duplicate.
          <ProposedChange category={category} result={{ ...result, findings: change.findings }} />
        )}
      </QueryState>
    </Section>
  );
}
