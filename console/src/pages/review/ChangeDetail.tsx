import { ActionIcon, Alert, Button, Text, Title } from '@mantine/core';
import { useChange, useChangeDiff } from '../../api/queue.ts';
import type { ChangeDiff, ReviewedChange } from '../../api/review-types.ts';
import { categoriesWithUsage, useUsage } from '../../api/usage.ts';
import { ChangedModel } from '../../parts/ChangedModel.tsx';
import { OperationTag, StatusTag } from '../../parts/ChangeTags.tsx';
import { Conversation } from '../../parts/Conversation.tsx';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { categoryLabel, formatTime, plural, recordNoun } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { JsonView } from '../../parts/JsonView.tsx';
import layout from '../../parts/layout.module.css';
import { ownValue } from '../../parts/own-value.ts';
import { QueryState } from '../../parts/QueryState.tsx';
import { RiskTag } from '../../parts/RiskTag.tsx';
import { newNameOf, shownOperation } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Unapprove } from '../../parts/TakeBack.tsx';
import { figuresOf, usageSentence } from '../../parts/usage-figures.ts';
import { type Danger, dangersOf } from './dangers.ts';
import { Meanwhile } from './Meanwhile.tsx';
import { OtherOpenChanges } from './OtherOpenChanges.tsx';
import { whyNotApprove } from './policies.ts';
import classes from './review.module.css';
import { useApproving } from './use-approving.ts';

interface Props {
  readonly changeId: number;
  readonly onDecide: (verdict: 'approve' | 'reject', change: ReviewedChange) => void;
  readonly onClose?: () => void;
}

/** A change as an approver reads it: first what it changes, then its dangers, then the record as JSON. */
export function ChangeDetail({ changeId, onDecide, onClose }: Props) {
  const change = useChange(changeId);
  // Nobody approves what cannot be read; a rejection is possible.
  const diff = useChangeDiff(change.data);
  const approving = useApproving();
  const refusal = (item: ReviewedChange) => whyNotApprove(item, approving);
  return (
    <QueryState query={change}>
      {(item) => (
        <article className={classes.detail}>
          <header className={classes.head}>
            <div className={classes.tags}>
              <OperationTag operation={shownOperation(item)} />
              <StatusTag status={item.status} />
              <Tag>{categoryLabel(item.category)}</Tag>
              {item.risk && <RiskTag level={item.risk} />}
              {onClose && (
                <ActionIcon
                  className={layout.end}
                  variant="default"
                  aria-label="Close the change"
                  onClick={onClose}
                >
                  <Icon name="close" size={16} />
                </ActionIcon>
              )}
            </div>
            <Title order={2} className={layout.anywhere}>
              <ChangedModel change={item} />
            </Title>
            <Text size="sm" c="dimmed">
              #{item.change_id}, proposed by <ShownText text={item.requested_username} /> on{' '}
              {formatTime(item.requested_at)}
              {item.notes ? `: ${item.notes}` : ''}
            </Text>
            <Outcome change={item} />
          </header>
          <Meanwhile change={item} />
          {item.status === 'pending' && (
            <div className={classes.acts}>
              <Button
                leftSection={<Icon name="check" size={16} />}
                disabled={refusal(item) !== null || diff.data === undefined}
                onClick={() => onDecide('approve', item)}
              >
                Approve
              </Button>
              <Button variant="default" onClick={() => onDecide('reject', item)}>
                Reject
              </Button>
              {refusal(item) && (
                <Text size="sm" role="note">
                  {refusal(item)}
                </Text>
              )}
            </div>
          )}
          {item.status === 'approved' && (
            <div className={classes.acts}>
              <Unapprove change={item} />
            </div>
          )}
          {item.changes_requested_by && (
            <Alert color="yellow" icon={<Icon name="info" />}>
              An approver asked for changes: the requestor has not sent a new version yet.
            </Alert>
          )}
          <QueryState query={diff}>{(shown) => <Differing change={item} diff={shown} />}</QueryState>
          <Conversation changeId={changeId} />
        </article>
      )}
    </QueryState>
  );
}

/** Says who approved, rejected or applied a change, and when. */
function Outcome({ change }: { change: ReviewedChange }) {
  const lines = [
    ...(change.status === 'pending' && change.approvals
      ? change.approvals.map(({ username }) => `Approved by ${username}: others have to approve it as well`)
      : []),
    change.approved_at &&
      `Approved by ${change.approved_username} on ${formatTime(change.approved_at)}, batch ${change.batch_id}`,
    change.rejected_at &&
      `Rejected by ${change.rejected_username} on ${formatTime(change.rejected_at)}: ${change.reject_reason}`,
    change.status === 'approved' && (change.approvals_missing ?? 0) > 0
      ? `It cannot be applied: ${plural(change.approvals_missing ?? 0, 'person who may approve has', 'people who may approve have')} still to do so. Take the approval back, and have it approved anew.`
      : null,
    change.applied_at && `Applied by ${change.applied_username} on ${formatTime(change.applied_at)}`,
  ].filter(Boolean);
  return lines.map((line) => (
    <Text key={line} size="sm">
      {line}
    </Text>
  ));
}

function Differing({ change, diff }: { change: ReviewedChange; diff: ChangeDiff }) {
  // In a create or delete every critical field differs: marking them would tell nothing.
  const newName = newNameOf(change);
  const takesAway = change.operation === 'delete' || newName !== null;
  const saysUsage = takesAway && categoriesWithUsage.has(change.category);
  const whyStale = change.risk_reasons?.find(({ rule }) => rule === 'stale')?.message;
  const critical = new Set(diff.net_operation === 'modified' ? diff.critical_fields : []);
  return (
    <>
      {diff.stale && (
        <Alert
          color="red"
          icon={<Icon name="warning" />}
          title={<ShownText text={whyStale ?? 'The live record has changed since this was proposed.'} />}
        >
          {change.model_renamed_to != null ? (
            'Ask for changes, or reject it.'
          ) : diff.changed_since && diff.changed_since.length > 0 ? (
            <details>
              <summary>What changed since</summary>
              <FieldDiffView diffs={diff.changed_since} />
            </details>
          ) : (
            'Compare the fields below with care: they are held against the record as it is now.'
          )}
        </Alert>
      )}
      {takesAway && (
        <>
          <Alert color="red" icon={<Icon name="warning" />}>
            {newName === null ? (
              `Deletes the ${recordNoun(change.category)}: workers lose it once this is applied.`
            ) : (
              <ShownText
                text={`Renames the ${recordNoun(change.category)} to ‘${newName}’: who asks for ‘${change.model_name}’ finds none once this is applied. All else stays as it is live then.`}
              />
            )}
          </Alert>
          <UsageBeforeDeletion change={change} />
        </>
      )}
      {diff.net_operation === 'deleted' ? (
        <details>
          <summary>The fields that go</summary>
          <FieldDiffView diffs={diff.field_diffs} />
        </details>
      ) : (
        <FieldDiffView diffs={diff.field_diffs} critical={critical} />
      )}
      <OtherOpenChanges change={change} />
      <Dangers level={change.risk} dangers={dangersOf(change, diff, saysUsage)} />
      <Whole title="The record as proposed" record={diff.proposed_state} label="the proposed record" />
      <Whole title="The record as it is now" record={diff.current_state} label="the live record" />
    </>
  );
}

function Whole({ title, record, label }: { title: string; record: unknown; label: string }) {
  if (record === null) return null;
  return (
    <details>
      <summary>{title}</summary>
      <JsonView value={record} label={label} maxHeight={420} />
    </details>
  );
}

const levels = { high: 'High risk, because', look: 'To look at, because', low: 'Low risk' } as const;

function Dangers({ level, dangers }: { level: ReviewedChange['risk']; dangers: readonly Danger[] }) {
  if (dangers.length === 0) return null;
  const isHigh = level === 'high' || dangers.some(({ severity }) => severity === 'critical');
  return (
    <Alert
      color={isHigh ? 'red' : 'yellow'}
      icon={<Icon name={isHigh ? 'warning' : 'info'} />}
      title={level ? levels[level] : 'Worth a look'}
    >
      <ul className={layout.bullets}>
        {dangers.map(({ severity, path, text }) => (
          <li key={`${path} ${text}`}>
            {severity === 'critical' && <strong>Critical: </strong>}
            {severity === 'note' && 'Note: '}
            {path && <code>{path}</code>} <ShownText text={text} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Shows how often a model is used, in a change that proposes to delete or rename the model. */
function UsageBeforeDeletion({ change }: { change: ReviewedChange }) {
  const usage = useUsage(change.category);
  if (!categoriesWithUsage.has(change.category)) return null;
  const stats = ownValue(usage.data, change.model_name);
  if (usage.isPending) return null;
  if (!stats) {
    return (
      <Alert color="gray" icon={<Icon name="info" />}>
        {usage.error ? 'Its usage is not known at the moment.' : 'No usage of this model is reported.'}
      </Alert>
    );
  }
  const figures = figuresOf(stats);
  const used = (figures.workers ?? 0) + (figures.month ?? 0) > 0;
  return (
    <Alert color={used ? 'red' : 'gray'} icon={<Icon name={used ? 'warning' : 'info'} />} title="Usage">
      {usageSentence(figures, ['day', 'month', 'total'])}
    </Alert>
  );
}
