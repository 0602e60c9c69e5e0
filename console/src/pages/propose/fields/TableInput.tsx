import { ActionIcon, Button } from '@mantine/core';
import { fieldLabel } from '../../../parts/field-names.ts';
import { Icon } from '../../../parts/Icon.tsx';
import type { Path } from '../draft.ts';
import { fieldId, useEditing } from '../editing.ts';
import classes from '../propose.module.css';
import type { Field } from '../record-fields.ts';
import { FieldGrid } from './FieldGrid.tsx';
import { FieldProblems } from './FieldProblems.tsx';

interface Props {
  readonly field: Field;
  readonly fields: readonly Field[];
  readonly path: Path;
}

/** The noun for a list entry, with its article. */
const nouns: Readonly<Record<string, string>> = { download: 'a file', evidence: 'a piece of evidence' };

/**
 * Edits a list of objects, such as the files of a model. The user can reorder the objects, because their
 * order matters.
 */
export function TableInput({ field, fields, path }: Props) {
  const { valueAt, set } = useEditing();
  const entries = (valueAt(path) as readonly unknown[] | undefined | null) ?? [];
  const nounWithArticle = nouns[field.key] ?? 'an entry';
  const noun = nounWithArticle.replace(/^an? /, '');
  const moveUp = (index: number) => {
    const newEntries = [...entries];
    [newEntries[index - 1], newEntries[index]] = [newEntries[index], newEntries[index - 1]];
    return newEntries;
  };
  return (
    <div className={classes.table} id={fieldId(path)} tabIndex={-1}>
      <FieldProblems path={path} />
      {entries.length === 0 && <p className={classes.help}>No {noun} yet.</p>}
      {entries.map((_, index) => {
        const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place
          <fieldset key={index} className={classes.entry}>
            <legend className={classes.legend}>
              {label}
              {index > 0 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Move ${label.toLowerCase()} up`}
                  onClick={() => set(path, moveUp(index))}
                >
                  <Icon name="up" size={15} />
                </ActionIcon>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Remove ${label.toLowerCase()}`}
                onClick={() => set(path, entries.toSpliced(index, 1))}
              >
                <Icon name="trash" size={15} />
              </ActionIcon>
            </legend>
            <FieldGrid fields={fields} path={[...path, index]} />
          </fieldset>
        );
      })}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="plus" size={14} />}
        aria-label={`Add ${nounWithArticle} to ${fieldLabel(field.key).toLowerCase()}`}
        onClick={() => set(path, [...entries, {}], 'unedited')}
      >
        Add {nounWithArticle}
      </Button>
    </div>
  );
}
