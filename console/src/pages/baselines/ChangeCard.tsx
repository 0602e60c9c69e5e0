import { Alert, Button, SegmentedControl, Text } from '@mantine/core';
import { useBaselineUse } from '../../api/baselines.ts';
import { capitalize, describeBaselineChange, formatDifference } from '../../parts/baseline-words.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { ShownText } from '../../parts/ShownText.tsx';
import { BaselineFields } from './BaselineFields.tsx';
import classes from './baselines.module.css';
import { createSentChange, type DraftChange } from './change-set-draft.ts';

interface Props {
  readonly draft: DraftChange;
  /** The service's messages, by path; '' for the change itself. */
  readonly errors: ReadonlyMap<string, string> | undefined;
  readonly onChange: (draft: DraftChange) => void;
  readonly onRemove: () => void;
  /**
   * Replaces the loaded baseline with the current one. Undefined unless the baseline was changed after it was
   * loaded.
   */
  readonly onLoadCurrent: (() => void) | undefined;
}

/** One change of the form: adds, edits or deletes a baseline. */
export function ChangeCard({ draft, errors, onChange, onRemove, onLoadCurrent: onLoadPresent }: Props) {
  const { usesOf } = useBaselineUse();
  const { deletes, record, before } = draft;
  const name = before === null ? 'New baseline' : record.name;
  const changeError = errors?.get('');
  return (
    <section className={classes.change} aria-label={name}>
      <div className={layout.line}>
        <Text fw={600} className={layout.anywhere}>
          <ShownText text={name} />
        </Text>
        {before !== null && (
          <SegmentedControl
            size="xs"
            aria-label={`Action for ${name}`}
            data={[
              { value: 'upsert', label: 'Change' },
              { value: 'delete', label: 'Delete' },
            ]}
            value={deletes ? 'delete' : 'upsert'}
            onChange={(value) => onChange({ ...draft, deletes: value === 'delete' })}
          />
        )}
        <Button className={layout.end} size="compact-sm" variant="default" onClick={onRemove}>
          Leave it out
        </Button>
      </div>
      {changeError !== undefined && (
        <Alert color="red" role="alert" icon={<Icon name="warning" />}>
          <Text size="sm" className={layout.anywhere}>
            <ShownText text={changeError} />
          </Text>
          {onLoadPresent && (
            <Button size="xs" mt="xs" variant="default" onClick={onLoadPresent}>
              Load the current version, keep my edits
            </Button>
          )}
        </Alert>
      )}
      {!deletes && (
        <BaselineFields
          record={record}
          isNew={before === null}
          errors={errors}
          onChange={(next) => onChange({ ...draft, record: next })}
        />
      )}
      <Text size="sm" role="status" className={layout.anywhere}>
        <ShownText
          text={capitalize(
            formatDifference(describeBaselineChange(createSentChange(draft)), usesOf?.(record.name)),
          )}
        />
      </Text>
    </section>
  );
}
