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
import { dangersOf, staleId } from './dangers.ts';
import { OtherOpenChanges } from './OtherOpenChanges.tsx';
import classes from './review.module.css';

/**
 * Focuses the element with this id and scrolls to it. If a field has no element, uses the element of the
 * enclosing list or object.
 */
function show(id: string): void {
  for (let at = id; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const part = document.getElementById(at);
    if (!part) continue;
    part.closest('details')?.setAttribute('open', '');
    part.scrollIntoView({ block: 'center' });
    part.focus({ preventScroll: true });
    return;
  }
}

/** Lists why a change has more than low risk. Each line links to its field or section. */
export function Reasons({ change, diff }: { change: ReviewedChange; diff: ChangeDiff }) {
  const dangers = dangersOf(change, diff);
  if (dangers.length === 0) return null;
  return (
    <ul className={classes.reasons} aria-label="Reasons for the risk">
      {dangers.map(({ severity, at, text }) => (
        <li key={`${at} ${text}`} data-severity={severity}>
          {at === null ? (
            <span title={text}>
              <ShownText text={brief(text)} />
            </span>
          ) : (
            <button type="button" title={text} onClick={() => show(at)}>
              <ShownText text={brief(text)} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Shortens long quoted values and hashes, to keep the rest of a line readable. */
function brief(text: string): string {
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
          <UseThatEnds change={change} />
        </Text>
      )}
      {diff.stale && !isChangeSet(change) && <Stale change={change} diff={diff} />}
      <OtherOpenChanges change={change} />
    </>
  );
}

function UseThatEnds({ change: { category, model_name } }: { change: ReviewedChange }) {
  const { data } = useUsage(category);
  const stats = ownValue(data, model_name);
  return stats ? usageSentence(figuresOf(stats), ['day', 'month', 'total']) : null;
}

function Stale({ change, diff }: { change: ReviewedChange; diff: ChangeDiff }) {
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
