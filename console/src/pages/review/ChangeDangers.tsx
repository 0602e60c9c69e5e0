import { Alert } from '@mantine/core';
import type { ChangeDiff, ReviewedChange } from '../../api/review-types.ts';
import { categoriesWithUsage } from '../../api/usage.ts';
import { isChangeSet } from '../../parts/change-sets.ts';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { newNameOf } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { UsageBeforeDeletion } from '../../parts/UsageBeforeDeletion.tsx';
import { type Danger, dangersOf } from './dangers.ts';
import { OtherOpenChanges } from './OtherOpenChanges.tsx';

/** The dangers of a change, which an approver should know before a decision. */
export function ChangeDangers({ change, diff }: { change: ReviewedChange; diff: ChangeDiff }) {
  const newName = newNameOf(change);
  const takesAway = change.operation === 'delete' || newName !== null;
  const saysUsage = takesAway && categoriesWithUsage.has(change.category);
  const whyStale = change.risk_reasons?.find(({ rule }) => rule === 'stale')?.message;
  return (
    <>
      {takesAway && (
        <>
          <Alert color="red" icon={<Icon name="warning" />}>
            {newName === null ? (
              `Deletes the model: workers lose it once this is applied.`
            ) : (
              <ShownText
                text={`Renames the model to ‘${newName}’: who asks for ‘${change.model_name}’ finds none once this is applied. All else stays as it is live then.`}
              />
            )}
          </Alert>
          <UsageBeforeDeletion
            category={change.category}
            name={change.model_name}
            spans={['day', 'month', 'total']}
            title="Usage"
          />
        </>
      )}
      {diff.stale && !isChangeSet(change) && (
        <Alert
          color="red"
          icon={<Icon name="warning" />}
          title={<ShownText text={whyStale ?? 'The live record has changed since this was proposed.'} />}
        >
          {change.model_renamed_to != null ? (
            'Request changes, or reject it.'
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
      <Reasons level={change.risk} dangers={dangersOf(change, diff, saysUsage)} />
      <OtherOpenChanges change={change} />
    </>
  );
}

const levels = { high: 'High risk, because', look: 'To look at, because', low: 'Low risk' } as const;

function Reasons({ level, dangers }: { level: ReviewedChange['risk']; dangers: readonly Danger[] }) {
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
