import { useMemo } from 'react';
import { type Model, useCategory } from '../../api/models.ts';
import { useStrictSchema } from '../../api/record-schemas.ts';
import { ownValue } from '../../parts/own-value.ts';
import { useBaselineChoices } from '../../parts/use-baseline-choices.ts';
import { getValueAt, type Path } from './draft.ts';
import type { Editing } from './editing.ts';
import { addBaselines, createRecordFields, type Field } from './record-fields.ts';

/** Largest number of distinct values in a field that the form suggests. With more, it suggests none. */
const maxValues = 300;

/**
 * Returns a query for the fields of a category's records, and a function that suggests values for a field.
 */
export function useRecordForm(category: string) {
  const models = useCategory(category);
  const schema = useStrictSchema(category);
  const baselines = useBaselineChoices(imageCategories.has(category));
  const fields = useMemo(() => {
    const schemaFields = schema.data && createRecordFields(schema.data);
    return schemaFields && baselines ? addBaselines(schemaFields, baselines) : schemaFields;
  }, [schema.data, baselines]);
  const suggestionsFor = useMemo(
    () => createSuggester(models.data ?? [], { 'lifecycle.replaced_by': models.data }),
    [models.data],
  );
  return { query: { ...schema, data: fields }, suggestionsFor };
}

/** The categories whose models have an image baseline. */
const imageCategories: ReadonlySet<string> = new Set(['image_generation', 'lora', 'ti']);

/**
 * Returns a function that suggests values for a field. It suggests the examples in the field's schema. If the
 * field refers to records, it also suggests the names of these records; otherwise, the values that several
 * models share.
 *
 * @param recordsByPath the records that a field can refer to, by the path of the field
 */
function createSuggester(
  models: readonly Model[],
  recordsByPath: Readonly<Record<string, readonly { readonly name: string }[] | undefined>>,
): Editing['suggestionsFor'] {
  const cachedValues = new Map<string, readonly string[]>();
  return (path: Path, field: Field) => {
    // Objects in lists, such as files, are specific to each model.
    if (path.some((step) => typeof step === 'number')) return [];
    const key = path.join('.');
    const values =
      cachedValues.get(key) ??
      ownValue(recordsByPath, key)?.map(({ name }) => name) ??
      findRepeatedValues(models, path);
    cachedValues.set(key, values);
    return [...new Set([...field.examples, ...values])];
  };
}

function findRepeatedValues(models: readonly Model[], path: Path): string[] {
  const counts = new Map<string, number>();
  for (const { record } of models) {
    for (const value of [getValueAt(record, path)].flat()) {
      if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const repeatedEntries = [...counts].filter(([, count]) => count > 1);
  if (counts.size > maxValues || repeatedEntries.length * 4 < counts.size) return [];
  return [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}
