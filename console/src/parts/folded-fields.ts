import type { JsonSchema, StrictSchema } from '../api/record-schemas.ts';
import type { FieldDiff } from '../api/types.ts';
import { ownValue } from './own-value.ts';

type RecordSchema = Pick<StrictSchema, '$ref' | '$defs'>;

/** Matches the fields that the service sets itself. */
const systemField = /^(record_type|metadata)(\.|$)/;

/**
 * Splits the differing fields of a proposed record into `informative` and `folded` ones. A field is folded if
 * the service sets it itself. A field without an old value is also folded if its new value is empty or the
 * default. A field with a finding is never folded.
 *
 * @param schema the schema of the category's records; until it is loaded, defaults are not folded
 * @param findingPaths the path of the field of each finding; null for a finding about the whole record
 */
export function splitFoldedFields(
  diffs: readonly FieldDiff[],
  schema: RecordSchema | undefined,
  findingPaths: readonly (string | null | undefined)[],
): { readonly informative: readonly FieldDiff[]; readonly folded: readonly FieldDiff[] } {
  const hasFinding = (path: string) => findingPaths.some((found) => found && arePathsNested(found, path));
  const isFolded = ({ field_path: path, old_value: old, new_value: value }: FieldDiff) =>
    !hasFinding(path) &&
    (systemField.test(path) || (isEmpty(old) && (isEmpty(value) || isSame(value, defaultOf(schema, path)))));
  const { informative = [], folded = [] } = Object.groupBy(diffs, (diff) =>
    isFolded(diff) ? 'folded' : 'informative',
  );
  return { informative, folded };
}

/** Returns whether two dotted paths are equal, or one is below the other. */
export function arePathsNested(path: string, other: string): boolean {
  return `${path}.`.startsWith(`${other}.`) || other.startsWith(`${path}.`);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * Returns whether two JSON values are equal, including the order of their keys. A record that contains a
 * copied default has the keys in the default's order.
 */
function isSame(value: unknown, other: unknown): boolean {
  return other !== undefined && JSON.stringify(value) === JSON.stringify(other);
}

/** Returns the default at a path such as `config.download`; undefined if there is none. */
function defaultOf(schema: RecordSchema | undefined, path: string): unknown {
  const [key = '', ...rest] = path.split('.');
  const record = schema?.$defs[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  const property: JsonSchema | undefined = ownValue(record?.properties, key);
  return rest.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? ownValue(value as Record<string, unknown>, part)
        : undefined,
    property?.default,
  );
}
