import { Text } from '@mantine/core';
import type { ChangeDiff, ReviewedChange } from '../../api/review-types.ts';
import { useUsage } from '../../api/usage.ts';
import { isChangeSet } from '../../parts/change-sets.ts';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { shortenHashes } from '../../parts/format.ts';
import { ownValue } from '../../parts/own-value.ts';
import { newNameOf } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { figuresOf, usageSentence } from '../../parts/usage-figures.ts';
import { findDangers, staleId } from './dangers.ts';
import { OtherOpenChanges } from './OtherOpenChanges.tsx';
import classes from './review.module.css';

/**
 * Focuses the element with this id and scrolls to it. If a field has no element, uses the element of the
 * enclosing list or object.
 */
function focusElement(id: string): void {
  for (
    let elementId = id;
    elementId !== '';
    elementId = elementId.slice(0, Math.max(0, elementId.lastIndexOf('.')))
  ) {
    const element = document.getElementById(elementId);
    if (!element) continue;
    element.closest('details')?.setAttribute('open', '');
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
    return;
  }
}

/** Lists why a change has more than low risk. Each line links to its field or section. */
export function Reasons({ change, diff }: { change: ReviewedChange; diff: ChangeDiff }) {
  const dangers = findDangers(change, diff);
  if (dangers.length === 0) return null;
  return (
    <ul className={classes.reasons} aria-label="Reasons for the risk">
      {dangers.map(({ severity, elementId, text }) => (
        <li key={`${elementId} ${text}`} data-severity={severity}>
          {elementId === null ? (
            <span title={text}>
              <ShownText text={shortenText(text)} />
            </span>
          ) : (
            <button type="button" title={text} onClick={() => focusElement(elementId)}>
              <ShownText text={shortenText(text)} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Shortens long quoted values and hashes, to keep the rest of a line readable. */
function shortenText(text: string): string {
  return shortenHashes(text.replaceAll(/'([^']{16})[^']{16,}([^']{12})'/g, "'$1…$2'"));
}

/**
 * Shows the effects of a deletion or rename, what has changed since the proposal, and other pending or
 * approved changes of the model.
 */
export function ChangeDangers({ change, diff }: { change: ReviewedChange; diff: ChangeDiff }) {
  const newName = newNameOf(change);
  return (
    <>
      {(change.operation === 'delete' || newName !== null) && (
        <Text size="sm">
          {newName === null ? (
            'Deletes the model: workers lose it once this is applied.'
          ) : (
            <ShownText
              text={`Renames the model to ‘${newName}’: requests for ‘${change.model_name}’ no longer find it once this is applied. No other field changes.`}
            />
          )}{' '}
          <UsageNote change={change} />
        </Text>
      )}
      {diff.stale && !isChangeSet(change) && <ChangedSince change={change} diff={diff} />}
      <OtherOpenChanges change={change} />
    </>
  );
}

function UsageNote({ change: { category, model_name } }: { change: ReviewedChange }) {
  const { data } = useUsage(category);
  const stats = ownValue(data, model_name);
  return stats ? usageSentence(figuresOf(stats), ['day', 'month', 'total']) : null;
}

function ChangedSince({ change, diff }: { change: ReviewedChange; diff: ChangeDiff }) {
  return (
    <div id={staleId} tabIndex={-1}>
      {change.model_renamed_to != null ? (
        <Text size="sm">Request changes, or reject it.</Text>
      ) : diff.changed_since && diff.changed_since.length > 0 ? (
        <details>
          <summary>What changed since it was proposed</summary>
          <FieldDiffView diffs={diff.changed_since} />
        </details>
      ) : (
        <Text size="sm">
          The live record has changed since this was proposed; the fields below are compared with the record
          as it is now.
        </Text>
      )}
    </div>
  );
}
