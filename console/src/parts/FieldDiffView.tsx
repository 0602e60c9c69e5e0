import { Badge, Text } from '@mantine/core';
import type { Finding } from '../api/review-types.ts';
import type { FieldDiff } from '../api/types.ts';
import { markChangedParts, type TextPart } from './changed-parts.ts';
import classes from './FieldDiffView.module.css';
import { FileDiff } from './FileDiff.tsx';
import { FindingList } from './FindingList.tsx';
import { compareFiles } from './file-differences.ts';
import { arePathsNested } from './folded-fields.ts';
import { TextWithHashes } from './Hash.tsx';
import { ShownText } from './ShownText.tsx';

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

const changeTypeLabels = { added: 'added', removed: 'removed', modified: 'changed' } as const;

/**
 * Shows the old and the new value of each field in which two records differ, and marks the differing parts.
 * The fields in `critical`, which an approver must not overlook, come first. With `findings`, each field
 * shows its findings and has the id `fieldId(path)`, so that other parts of the page can link to the field.
 */
export function FieldDiffView({
  diffs,
  critical,
  findings,
}: {
  diffs: readonly FieldDiff[];
  critical?: ReadonlySet<string>;
  findings?: readonly Finding[];
}) {
  if (diffs.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No field differs.
      </Text>
    );
  }
  const isCritical = (diff: FieldDiff) => critical?.has(diff.field_path) ?? false;
  const orderedDiffs = [...diffs].sort((a, b) => Number(isCritical(b)) - Number(isCritical(a)));
  return (
    <dl className={classes.list}>
      {orderedDiffs.map((diff) => (
        <div
          key={diff.field_path}
          className={classes.field}
          {...(findings && { id: fieldId(diff.field_path), tabIndex: -1 })}
        >
          <dt className={classes.path}>
            <code>
              <ShownText text={diff.field_path} />
            </code>
            {isCritical(diff) && <Badge color="red">critical</Badge>}
            <Text span size="xs" c="dimmed">
              {changeTypeLabels[diff.change_type]}
            </Text>
          </dt>
          <dd className={classes.values}>
            <Values diff={diff} />
          </dd>
          {findings && <FieldFindings findings={findings} path={diff.field_path} />}
        </div>
      ))}
    </dl>
  );
}

/** Returns the id of the element that shows a field. */
export const fieldId = (path: string) => `field-${path}`;

function FieldFindings({ findings, path }: { findings: readonly Finding[]; path: string }) {
  const fieldFindings = findings.filter(({ field_path }) => field_path && arePathsNested(field_path, path));
  return fieldFindings.length > 0 ? (
    <dd className={classes.found}>
      <FindingList findings={fieldFindings} />
    </dd>
  ) : null;
}

function Values({ diff: { field_path, change_type, old_value, new_value } }: { diff: FieldDiff }) {
  const files = field_path === 'config.download' ? compareFiles(old_value, new_value) : null;
  if (files) return <FileDiff differences={files} />;
  const parts = markChangedParts(formatValue(old_value) || '(empty)', formatValue(new_value) || '(empty)');
  return (
    <>
      {change_type !== 'added' && <del className={classes.old}>{renderParts(parts.before, change_type)}</del>}
      {change_type !== 'removed' && (
        <ins className={classes.new}>{renderParts(parts.after, change_type)}</ins>
      )}
    </>
  );
}

function renderParts(parts: readonly TextPart[], type: FieldDiff['change_type']) {
  return parts.map(({ text, changed }, index) =>
    changed && type === 'modified' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
      <mark key={index} className={classes.mark}>
        <TextWithHashes text={text} lines />
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
      <TextWithHashes key={index} text={text} lines />
    ),
  );
}
