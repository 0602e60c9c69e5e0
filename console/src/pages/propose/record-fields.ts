import type { JsonSchema, StrictSchema } from '../../api/record-schemas.ts';
import type { BaselineChoice } from '../../parts/baseline-choices.ts';
import { ownValue } from '../../parts/own-value.ts';
import { fieldHelp } from './field-help.ts';

/** The form control for a value, derived from the value's schema. */
export type FieldKind =
  | { readonly kind: 'text' | 'long-text' | 'integer' | 'number' | 'boolean' | 'texts' | 'json' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'object'; readonly fields: readonly Field[] }
  | { readonly kind: 'table'; readonly fields: readonly Field[] }
  /**
   * An object with arbitrary keys. If `texts` is true, all values are strings; otherwise a value can also be
   * a number, a boolean or a list.
   */
  | { readonly kind: 'map'; readonly texts: boolean };

export type Field = FieldKind & {
  readonly key: string;
  readonly required: boolean;
  /** The value that the service uses for a record without this field. */
  readonly fallback: unknown;
  readonly help: string | undefined;
  /** Known values, offered as suggestions. */
  readonly examples: readonly string[];
  /**
   * All values that the service accepts in this field. Absent if the service accepts further values, or if
   * the values are unknown.
   */
  readonly accepted?: readonly string[] | undefined;
  /** The baselines to select from. Their names are in `accepted`, if that is set. */
  readonly baselines?: readonly BaselineChoice[];
};

/** Fields hidden in the form. The service sets them, or takes them from the request's URL. */
export const hiddenFields: ReadonlySet<string> = new Set(['record_type', 'metadata']);

const longTexts: ReadonlySet<string> = new Set(['description', 'notes']);

/** Returns the fields of a category's records, from their JSON Schema. */
export function createRecordFields(schema: RecordSchema): readonly Field[] {
  return createObjectFields(schema, resolveSchema(schema, { $ref: schema.$ref }))
    .filter(({ key }) => !hiddenFields.has(key))
    .map((field) => (field.kind === 'choice' ? convertOpenChoice(schema, field) : field));
}

type RecordSchema = Pick<StrictSchema, '$ref' | '$defs'>;

/** Nested fields that the service derives from other fields. */
const derivedFields: ReadonlySet<string> = new Set(['license_ids']);

function createObjectFields(document: RecordSchema, schema: JsonSchema): Field[] {
  const shownProperties = Object.entries(schema.properties ?? {}).filter(([key]) => !derivedFields.has(key));
  return shownProperties.map(([key, propertySchema]) => {
    const property = resolveSchema(document, propertySchema);
    return {
      ...findKind(document, key, property),
      key,
      required: schema.required?.includes(key) ?? false,
      fallback: propertySchema.default,
      help: property.description ?? propertySchema.description ?? ownValue(fieldHelp, key),
      examples: (property.examples ?? resolveItems(document, property).enum ?? []).filter(
        (value) => typeof value === 'string',
      ),
    };
  });
}

function resolveItems(document: RecordSchema, { items }: JsonSchema): JsonSchema {
  return resolveSchema(document, items ?? {});
}

/**
 * Replaces the reference in a schema with its target. Drops `null` from the types, because in a record null
 * equals an absent value.
 */
function resolveSchema(document: RecordSchema, schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) {
    const { $ref, ...siblings } = schema;
    const target = document.$defs[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {};
    return { ...resolveSchema(document, target), ...siblings };
  }
  const nonNullSchemas = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (nonNullSchemas?.length !== 1 || !nonNullSchemas[0]) return schema;
  const { anyOf: _, ...siblings } = schema;
  return { ...resolveSchema(document, nonNullSchemas[0]), ...siblings };
}

/**
 * Converts a choice whose options include every spelling of each value to a text field. The text field
 * suggests the values and accepts all spellings. The values come from a separate definition in the schema;
 * without such a definition, the field stays a choice.
 */
function convertOpenChoice({ $ref, $defs }: RecordSchema, field: Field & { kind: 'choice' }): Field {
  const property = $defs[$ref.slice($ref.lastIndexOf('/') + 1)]?.properties?.[field.key];
  if ([property, ...(property?.anyOf ?? [])].some((each) => each?.$ref !== undefined)) return field;
  const { options, ...rest } = field;
  const values = Object.values($defs).find((each) =>
    each.enum?.every((value) => options.includes(String(value))),
  )?.enum;
  return values ? { ...rest, kind: 'text', examples: values.map(String), accepted: options } : field;
}

function findKind(document: RecordSchema, key: string, schema: JsonSchema): FieldKind {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  const type = types.length === 1 ? types[0] : undefined;
  if (schema.enum?.every((option) => typeof option === 'string'))
    return { kind: 'choice', options: schema.enum as string[] };
  if (type === 'string') return { kind: longTexts.has(key) ? 'long-text' : 'text' };
  if (type === 'integer' || type === 'number' || type === 'boolean') return { kind: type };
  if (type === 'array') {
    const items = resolveItems(document, schema);
    if (items.type === 'string') return { kind: 'texts' };
    if (items.properties) return { kind: 'table', fields: createObjectFields(document, items) };
  }
  if (type === 'object' && schema.properties)
    return { kind: 'object', fields: createObjectFields(document, schema) };
  if (type === 'object' && typeof schema.additionalProperties === 'object') {
    const values = resolveSchema(document, schema.additionalProperties);
    // A row of a map is a single line of text, which cannot contain an object.
    if (!values.properties) return { kind: 'map', texts: values.type === 'string' };
  }
  return { kind: 'json' };
}

/** Returns whether a field's control can show a value. If not, the value is edited as JSON. */
export function canShow(field: Field, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  switch (field.kind) {
    case 'text':
    case 'long-text':
      return typeof value === 'string';
    case 'choice':
      return typeof value === 'string' && field.options.includes(value);
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'table':
      return Array.isArray(value) && value.every(isObject);
    case 'object':
    case 'map':
      return isObject(value);
    case 'json':
      return true;
  }
}

/** Adds baselines to the field `baseline` as options, and their names to its accepted values. */
export function addBaselines(
  fields: readonly Field[],
  baselines: readonly BaselineChoice[],
): readonly Field[] {
  const names = baselines.map(({ name }) => name);
  return fields.map((field) => {
    if (field.key !== 'baseline') return field;
    const { examples, accepted } = field;
    const liveNames = baselines.filter(({ isLive }) => isLive).map(({ name }) => name);
    return {
      ...field,
      examples: [...new Set([...examples, ...liveNames])],
      accepted: accepted && [...accepted, ...names],
      baselines,
    };
  });
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function omitHiddenFields(
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !hiddenFields.has(key)));
}

const compositeKinds: ReadonlySet<Field['kind']> = new Set(['object', 'table', 'map']);

/** Returns the non-empty sections of the form with their fields. */
export function createSections(fields: readonly Field[]): { title: string; fields: readonly Field[] }[] {
  const isComposite = (field: Field) => compositeKinds.has(field.kind);
  const isFiles = (field: Field) => field.key === 'config';
  const simpleFields = fields.filter((field) => !isComposite(field));
  return [
    { title: 'Required', fields: simpleFields.filter(({ required }) => required) },
    { title: 'Optional', fields: simpleFields.filter(({ required }) => !required) },
    { title: 'Files', fields: fields.filter(isFiles) },
    { title: 'More', fields: fields.filter((field) => isComposite(field) && !isFiles(field)) },
  ].filter((section) => section.fields.length > 0);
}
