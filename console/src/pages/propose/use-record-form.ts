import { useMemo } from 'react';
import { type Model, useCategory } from '../../api/models.ts';
import { useStrictSchema } from '../../api/record-schemas.ts';
import { ownValue } from '../../parts/own-value.ts';
import { useBaselineChoices } from '../../parts/use-baseline-choices.ts';
import { type Path, valueAt } from './draft.ts';
import type { Editing } from './editing.ts';
import { type Field, recordFields, withBaselines } from './record-fields.ts';

/** Largest number of distinct values in a field that the form suggests. With more, it suggests none. */
const maxValues = 300;

/**
 * Returns a query for the fields of a category's records, and a function that suggests values for a field.
 */
export function useRecordForm(category: string) {
  const models = useCategory(category);
  const schema = useStrictSchema(category);
  const baselines = useBaselineChoices(ofImages.has(category));
  const fields = useMemo(() => {
    const known = schema.data && recordFields(schema.data);
    return known && baselines ? withBaselines(known, baselines) : known;
  }, [schema.data, baselines]);
  const suggestionsFor = useMemo(
    () => suggestionsFrom(models.data ?? [], { 'lifecycle.replaced_by': models.data }),
    [models.data],
  );
  return { query: { ...schema, data: fields }, suggestionsFor };
}

/** The categories whose models have an image baseline. */
const ofImages: ReadonlySet<string> = new Set(['image_generation', 'lora', 'ti']);

/**
 * Returns a function that suggests values for a field. It suggests the examples in the field's schema. If the
 * field refers to records, it also suggests the names of these records; otherwise, the values that several
 * models share.
 *
 * @param namesAt the records that a field can refer to, by the path of the field
 */
function suggestionsFrom(
  models: readonly Model[],
  namesAt: Readonly<Record<string, readonly { readonly name: string }[] | undefined>>,
): Editing['suggestionsFor'] {
  const known = new Map<string, readonly string[]>();
  return (path: Path, field: Field) => {
    // Objects in lists, such as files, are specific to each model.
    if (path.some((step) => typeof step === 'number')) return [];
    const key = path.join('.');
    const found =
      known.get(key) ?? ownValue(namesAt, key)?.map(({ name }) => name) ?? repeatedValues(models, path);
    known.set(key, found);
    return [...new Set([...field.examples, ...found])];
  };
}

function repeatedValues(models: readonly Model[], path: Path): string[] {
  const counts = new Map<string, number>();
  for (const { record } of models) {
    for (const value of [valueAt(record, path)].flat()) {
      if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const repeated = [...counts].filter(([, count]) => count > 1);
  if (counts.size > maxValues || repeated.length * 4 < counts.size) return [];
  return [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}
