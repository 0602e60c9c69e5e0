import type { JsonSchema, StrictSchema } from '../api/record-schemas.ts';
import type { FieldDiff } from '../api/types.ts';
import { ownValue } from './own-value.ts';

type RecordSchema = Pick<StrictSchema, '$ref' | '$defs'>;

/** Matches the fields that the service sets itself. */
const systemField = /^(record_type|metadata)(\.|$)/;

/**
 * Splits the fields in which a proposed record differs into those that tell something about it, and those that
 * the service sets itself, or that were empty and stay so or get the value that the service gives to a record
 * without the field. A field that a finding is about is never among the latter.
 *
 * @param schema the schema of the category's records; while it is not known, only empty fields are folded
 * @param findingPaths the fields that the proposal's findings are about; null for one about the whole record
 */
export function foldedFields(
  diffs: readonly FieldDiff[],
  schema: RecordSchema | undefined,
  findingPaths: readonly (string | null | undefined)[],
): { readonly told: readonly FieldDiff[]; readonly folded: readonly FieldDiff[] } {
  const isFound = (path: string) => findingPaths.some((found) => found && overlaps(found, path));
  const isFolded = ({ field_path: path, old_value: old, new_value: value }: FieldDiff) =>
    !isFound(path) &&
    (systemField.test(path) || (isEmpty(old) && (isEmpty(value) || isSame(value, defaultOf(schema, path)))));
  const { told = [], folded = [] } = Object.groupBy(diffs, (diff) => (isFolded(diff) ? 'folded' : 'told'));
  return { told, folded };
}

/** Whether two dotted paths are the same, or one is below the other. */
export function overlaps(path: string, other: string): boolean {
  return `${path}.`.startsWith(`${other}.`) || other.startsWith(`${path}.`);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Whether two JSON values are the same. The order of keys counts: a default that was copied keeps it. */
function isSame(value: unknown, other: unknown): boolean {
  return other !== undefined && JSON.stringify(value) === JSON.stringify(other);
}

/** The default at a path such as `config.download`; undefined when there is none. */
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
