import { baselineChangesOf } from '../../api/baseline-change-sets.ts';
import type { Finding, ReviewedChange } from '../../api/review-types.ts';
import { useUsage } from '../../api/usage.ts';
import { differenceOf, differenceWords } from '../../parts/baseline-words.ts';
import { ChangesRequestedTag } from '../../parts/ChangeTags.tsx';
import { formatCompact, plural } from '../../parts/format.ts';
import { ownValue } from '../../parts/own-value.ts';
import { newNameOf } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { figuresOf } from '../../parts/usage-figures.ts';
import classes from './review.module.css';
import { fieldNow } from './value-now.ts';

/**
 * Number of changed fields whose names a change's row shows; the others are only counted. If more fields than
 * this are critical, the row shows as many names as there are critical fields.
 */
const namedFields = 4;

const severities = [
  ['critical', 'critical finding', 'bad'],
  ['warning', 'warning', 'warn'],
  ['note', 'note', undefined],
] as const;

/**
 * The flags in a change's row: the dangers of the change, and the fields that it changes.
 *
 * @param files what the change does to the model's files, in a few words each; absent when the change is no
 * update of the files, and when the page has not compared them
 */
export function ChangeFlags({ change, files }: { change: ReviewedChange; files?: readonly string[] }) {
  const others = change.open_changes_of_model;
  const findings = Map.groupBy(change.findings ?? [], ({ severity }: Finding) => severity);
  return (
    <>
      <ChangesRequestedTag change={change} />
      {(change.version ?? 1) > 1 && <Tag>version {change.version}</Tag>}
      {change.model_renamed_to != null ? (
        <Tag tone="bad">
          <ShownText text={`model is called ${change.model_renamed_to} now`} />
        </Tag>
      ) : (
        change.stale && <Tag tone="bad">stale</Tag>
      )}
      {others.length > 0 && <Tag tone="bad">conflicts with {others.map((id) => `#${id}`).join(', ')}</Tag>}
      {severities.map(([severity, word, tone]) => {
        const found = findings.get(severity) ?? [];
        return (
          found.length > 0 && (
            <Tag key={severity} tone={tone} title={found.map(({ message }) => message).join('\n')}>
              {plural(found.length, word)}
            </Tag>
          )
        );
      })}
      {(change.operation === 'delete' || newNameOf(change) !== null) && change.status === 'pending' && (
        <UseThatEnds change={change} />
      )}
      <ChangedFields change={change} files={files} />
    </>
  );
}

/** Shows how often a model is used, on the row of a change that deletes or renames the model. */
function UseThatEnds({ change }: { change: ReviewedChange }) {
  const { category, model_name } = change;
  const { data } = useUsage(category);
  const ends = newNameOf(change) === null ? 'deleted' : 'renamed';
  if (!data) return null;
  const { month } = figuresOf(ownValue(data, model_name));
  if (month === null) return <Tag>deleted, use not known</Tag>;
  return (
    <Tag tone={month > 0 ? 'bad' : undefined}>
      {month > 0 ? `${ends}, ${formatCompact(month)} uses a month` : `${ends}, no use reported`}
    </Tag>
  );
}

function ChangedFields({ change, files }: { change: ReviewedChange; files: readonly string[] | undefined }) {
  const { critical_fields, changed_fields, changed_field_count } = change;
  if (change.net_operation === 'unchanged') return <Tag>changes nothing</Tag>;
  if (changed_field_count === 0) return null;
  const critical = new Set(critical_fields);
  const baselines = baselineChangesOf(change).map(differenceOf);
  if (baselines.length > 0) {
    return (
      <span className={classes.fields}>
        {baselines.slice(0, namedFields).map((difference, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a change set may name a baseline twice
          <Tag key={index} tone={difference.effects.length > 0 ? 'bad' : undefined}>
            <ShownText text={`${difference.name}: ${differenceWords(difference)}`} />
          </Tag>
        ))}
        {baselines.length > namedFields && <Tag>+{baselines.length - namedFields} more</Tag>}
      </span>
    );
  }
  const named = changed_fields.slice(0, Math.max(namedFields, critical.size));
  return (
    <span className={classes.fields}>
      {files?.map((said) => (
        <Tag key={said} tone="bad">
          <ShownText text={said} />
        </Tag>
      ))}
      {named
        .filter((path) => !files || path !== 'config.download')
        .map((path) => (
          <Tag key={path} tone={critical.has(path) ? 'bad' : undefined}>
            {critical.has(path) && 'critical: '}
            <ShownText text={fieldNow(change, path)} />
          </Tag>
        ))}
      {changed_field_count > named.length && <Tag>+{changed_field_count - named.length} more</Tag>}
    </span>
  );
}
