import { Alert, Anchor, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeployment } from '../../api/deployment.ts';
import { useMyChange } from '../../api/my-changes.ts';
import { dryRun, isAddressable, type RecordDraft } from '../../api/proposals.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import { Access } from '../../parts/Access.tsx';
import { ChangedModel } from '../../parts/ChangedModel.tsx';
import { OperationTag, StatusTag } from '../../parts/ChangeTags.tsx';
import { Conversation } from '../../parts/Conversation.tsx';
import { categoryLabel, formatTime } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { JsonView } from '../../parts/JsonView.tsx';
import layout from '../../parts/layout.module.css';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
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
  return (
    <QueryState
      query={query}
      isEmpty={(change) => change === null}
      empty={
        <EmptyState title="None of your changes has this number.">
          It may be somebody else’s, or an approver has removed it from the queue.
        </EmptyState>
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
        <OperationTag operation={change.operation} />
        <span className={layout.shrinks}>
          <ChangedModel change={change} />
        </span>
        <Tag>{categoryLabel(change.category)}</Tag>
        <StatusTag status={change.status} />
      </div>
      <Section title="What became of it">
        <Steps change={change} />
        <Again change={change} />
        {change.status === 'pending' && (
          <Group gap="0.5rem" mt="sm">
            <Withdraw change={change} />
          </Group>
        )}
      </Section>
      {change.stale && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          The live record has changed since you proposed this. If your change is applied as it is, it
          overwrites the newer record.
        </Alert>
      )}
      {change.changes_requested_by && (
        <Alert color="yellow" icon={<Icon name="info" />}>
          An approver asks for changes: see the conversation, and make a new version of your change.
        </Alert>
      )}
      {isOpen && <AgainstLive change={change} />}
      <Conversation changeId={change.change_id} />
      {change.payload && (
        <Section title={change.operation === 'delete' ? 'The record as it was' : 'The record as proposed'}>
          <JsonView value={change.payload} label="the record" maxHeight={480} />
        </Section>
      )}
    </>
  );
}

function Steps({ change }: { change: ReviewedChange }) {
  const { status } = change;
  const steps = [
    `Proposed on ${formatTime(change.requested_at)}${change.notes ? `: ${change.notes}` : ''}.`,
    change.approved_at &&
      `Approved by ${change.approved_username} on ${formatTime(change.approved_at)}, in batch ${change.batch_id}${change.batch_title ? ` “${change.batch_title}”` : ''}.`,
    change.rejected_at &&
      `Rejected by ${change.rejected_username} on ${formatTime(change.rejected_at)}: ${change.reject_reason}`,
    change.applied_at &&
      `Applied by ${change.applied_username} on ${formatTime(change.applied_at)}: workers have read it since then.`,
    status === 'pending' && 'Waits for an approver.',
    status === 'approved' && 'Waits to be applied with its batch.',
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
 * Links to a form that starts with the record of this change: to propose a rejected change again, or to add a
 * new version to any other change. Shows nothing for a deletion and for an applied change.
 */
function Again({ change }: { change: ReviewedChange }) {
  const { canPropose } = useDeployment();
  if (!canPropose || change.operation === 'delete' || change.status === 'applied') return null;
  const { category, change_id: id, model_name: name } = change;
  const isDecided = change.status === 'rejected';
  const search = { change: id, ...(isDecided ? {} : { revise: true as const }) };
  const to = change.operation === 'create' ? '/propose/$category' : '/propose/$category/edit';
  return (
    <Link
      to={to}
      params={{ category }}
      search={change.operation === 'create' ? search : { name, ...search }}
      className={layout.link}
    >
      <Text span size="sm">
        {isDecided ? 'Propose it again, corrected' : 'Make a new version of it'}
      </Text>
    </Link>
  );
}

/** The effect that the change would have if it were applied now, found by a dry run of the same proposal. */
function AgainstLive({ change }: { change: ReviewedChange }) {
  const { category, operation, model_name: name } = change;
  const { canPropose } = useDeployment();
  const query = useQuery({
    queryKey: ['changes', 'against-live', change.change_id],
    queryFn: () => {
      const record = operation === 'delete' ? null : (change.payload as RecordDraft);
      return dryRun({ category, operation, name, record });
    },
    enabled: canPropose && (operation === 'create' || isAddressable(name)),
    retry: false,
  });
  if (!canPropose) return null;
  return (
    <Section title="What it changes">
      <QueryState query={query}>
        {(result) => (
          // The change's own findings: a dry run would find that the same change waits already.
          <ProposedChange result={{ ...result, findings: change.findings }} />
        )}
      </QueryState>
    </Section>
  );
}
