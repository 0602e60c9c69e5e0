import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { hasBackendPrefix, readBackendPrefix, stripBackendPrefix } from './backends.ts';
import { inferNameFormat, type NameFormat } from './name-schema.ts';
import { groupOfName, type ParsedTextName, parseTextName } from './parse.ts';
import { compareCodePoints, sortDistinct } from './sorted-strings.ts';

/** A stored text model. Its `name` is its key in the category. */
export interface TextModel {
  readonly name: string;
  readonly record: JsonObject;
}

/** Returns a field of a model's record; null when the record lacks it. */
export function readField(model: TextModel, field: string): JsonValue {
  return model.record[field] ?? null;
}

/** Returns the text of a field; `''` when the field is not a string. */
export function textOf(model: TextModel, field: string): string {
  const value = readField(model, field);
  return typeof value === 'string' ? value : '';
}

/** Whether a field has a value other than null, false, 0, an empty text or an empty list. */
export function isSet(model: TextModel, field: string): boolean {
  const value = readField(model, field);
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/**
 * The facts about a text model that lists of all groups need. They take much less memory than most records.
 */
export interface ListedModel {
  readonly name: string;
  /** The record fields that such lists need. `description` is true or false: whether the record has one. */
  readonly record: Pick<TextModel['record'], 'text_model_group' | 'baseline' | 'nsfw' | 'description'>;
  /** The size in the name, such as `7B`; null when there is none. */
  readonly size: string | null;
  /** The group derived from the name by `groupOfName`. */
  readonly nameGroup: string;
}

export function createListedModel({ name, record }: TextModel): ListedModel {
  const model = { name, record };
  return {
    name,
    record: {
      text_model_group: readField(model, 'text_model_group'),
      baseline: readField(model, 'baseline'),
      nsfw: readField(model, 'nsfw'),
      description: isSet(model, 'description'),
    },
    size: parseTextName(stripBackendPrefix(name)).size,
    nameGroup: groupOfName(name),
  };
}

/** Fields whose values the members of a group often share. They can be edited for all members at once. */
export const commonFieldNames = [
  'baseline',
  'description',
  'url',
  'nsfw',
  'tags',
  'style',
  'instruct_format',
] as const;

const memberFields = [
  'parameters',
  'baseline',
  'nsfw',
  'description',
  'url',
  'style',
  'tags',
  'display_name',
  'instruct_format',
] as const;

type GroupMember = {
  name: string;
  parsed: Omit<ParsedTextName, 'original_name'>;
  is_backend_duplicate: boolean;
  /** The backend prefix of the name, like `aphrodite/`; null when it has none. */
  backend_prefix: string | null;
} & { [Field in (typeof memberFields)[number]]: JsonValue };

/** Facts about a group that depend only on its members. A member without a backend prefix is "canonical". */
export interface GroupFacts {
  readonly members: GroupMember[];
  readonly canonicalMembers: readonly TextModel[];
  /**
   * The fields of `commonFieldNames` that have the same non-null value in all canonical members, with that
   * value.
   */
  readonly common_fields: JsonObject;
  /** The distinct sizes in the names of canonical members, smallest first. */
  readonly available_sizes: string[];
  /**
   * The distinct variants in the names of canonical members, sorted; null comes first if a name has no
   * variant. `available_quants` and `available_versions` list quantisations and versions in the same way.
   */
  readonly available_variants: (string | null)[];
  readonly available_quants: (string | null)[];
  readonly available_versions: (string | null)[];
  /**
   * Number of canonical members by size, in the order in which the sizes first occur. Members without a size
   * are not counted. `variant_usage` and `quant_usage` count in the same way.
   */
  readonly size_usage: Record<string, number>;
  readonly variant_usage: Record<string, number>;
  readonly quant_usage: Record<string, number>;
  readonly inferred_format: NameFormat;
  /**
   * Canonical members with a `name_schema_exception`: their names may deviate from the group's naming schema.
   * `reason` is the value of that field.
   */
  readonly exception_members: { name: string; reason: JsonValue }[];
  readonly health_issues: GroupHealthIssue[];
}

export function computeGroupFacts(groupName: string, storedModels: readonly TextModel[]): GroupFacts {
  // A record may be a getter that parses, so each is read only once.
  const models = storedModels.map(({ name, record }) => ({ name, record }));
  const members = models.map(createGroupMember);
  const canonicalMembers = models.filter(({ name }) => !hasBackendPrefix(name));
  const parsedNames = members.filter((member) => !member.is_backend_duplicate).map((member) => member.parsed);
  const sizes = parsedNames.map(({ size }) => size);
  const variants = parsedNames.map(({ variant }) => variant);
  const quants = parsedNames.map(({ quant }) => quant);
  return {
    members,
    canonicalMembers,
    common_fields: findCommonFields(canonicalMembers),
    available_sizes: sortSizes(sizes),
    available_variants: sortDistinctNullFirst(variants),
    available_quants: sortDistinctNullFirst(quants),
    available_versions: sortDistinctNullFirst(parsedNames.map(({ version }) => version)),
    size_usage: countValues(sizes),
    variant_usage: countValues(variants),
    quant_usage: countValues(quants),
    inferred_format: inferNameFormat(canonicalMembers.map(({ name }) => name)),
    exception_members: canonicalMembers
      .filter((model) => isSet(model, 'name_schema_exception'))
      .map((model) => ({ name: model.name, reason: readField(model, 'name_schema_exception') })),
    health_issues: findHealthIssues(groupName, canonicalMembers),
  };
}

function createGroupMember(model: TextModel): GroupMember {
  const { original_name: _, ...parsed } = parseTextName(stripBackendPrefix(model.name));
  const fields = Object.fromEntries(memberFields.map((field) => [field, readField(model, field)]));
  return {
    name: model.name,
    parsed,
    ...(fields as { [Field in (typeof memberFields)[number]]: JsonValue }),
    is_backend_duplicate: hasBackendPrefix(model.name),
    backend_prefix: readBackendPrefix(model.name),
  };
}

function findCommonFields(members: readonly TextModel[]): JsonObject {
  const [firstMember, ...otherMembers] = members;
  if (firstMember === undefined) return {};
  const sharedFields = commonFieldNames.flatMap((field) => {
    const value = readField(firstMember, field);
    const text = JSON.stringify(value);
    const isCommon =
      value !== null &&
      otherMembers.every((otherModel) => JSON.stringify(readField(otherModel, field)) === text);
    return isCommon ? [[field, value] as const] : [];
  });
  return Object.fromEntries(sharedFields);
}

function sortSizes(sizes: readonly (string | null)[]): string[] {
  return sortDistinct(removeNulls(sizes)).sort((a, b) => parseSize(a) - parseSize(b));
}

/**
 * Returns the sort key of a size, in billions of parameters: 56 for `8X7B`, 0.56 for `560M`, and 71 for
 * `7B1`, because the letter inside is dropped. Returns 0 for a text that is not a number.
 */
function parseSize(size: string): number {
  const factor = size.endsWith('M') ? 1e-3 : size.endsWith('K') ? 1e-6 : 1;
  const product = size
    .replace(/[BMK]/g, '')
    .split('X')
    .reduce((value, number) => value * Number(number), factor);
  return Number.isFinite(product) ? product : 0;
}

function sortDistinctNullFirst(values: readonly (string | null)[]): (string | null)[] {
  return [...new Set(values)].sort((a, b) => compareCodePoints(a ?? '', b ?? ''));
}

function countValues(values: readonly (string | null)[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of removeNulls(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function removeNulls(values: readonly (string | null)[]): string[] {
  return values.filter((value) => value !== null);
}

export interface GroupHealthIssue {
  group_name: string;
  issue_type: HealthIssueType;
  message: string;
  severity: 'warning' | 'info';
}

/**
 * A check of a group's canonical members. `message` returns the text of the issue; null when there is none.
 */
interface HealthCheck {
  readonly issue_type: HealthIssueType;
  readonly severity: GroupHealthIssue['severity'];
  readonly message: (members: readonly TextModel[]) => string | null;
}

export const healthIssueTypes = [
  'singleton_group',
  'inconsistent_baseline',
  'inconsistent_nsfw',
  'missing_baseline',
  'missing_description',
] as const;
export type HealthIssueType = (typeof healthIssueTypes)[number];

const healthChecks: readonly HealthCheck[] = [
  {
    issue_type: 'singleton_group',
    severity: 'warning',
    message: (members) =>
      members.length === 1 ? 'Group has only 1 canonical model - may not need a group' : null,
  },
  {
    issue_type: 'inconsistent_baseline',
    severity: 'warning',
    message: (members) => {
      const baselines = sortDistinct(members.map((member) => textOf(member, 'baseline')).filter(Boolean));
      return baselines.length > 1 ? `Members have different baselines: ${baselines.join(', ')}` : null;
    },
  },
  {
    issue_type: 'inconsistent_nsfw',
    severity: 'warning',
    message: (members) =>
      [true, false].every((flag) => members.some(({ record }) => record.nsfw === flag))
        ? 'Members have different NSFW flags'
        : null,
  },
  {
    issue_type: 'missing_baseline',
    severity: 'warning',
    message: (members) => describeMissing(members, 'baseline', (member) => textOf(member, 'baseline') === ''),
  },
  {
    issue_type: 'missing_description',
    severity: 'info',
    message: (members) => describeMissing(members, 'description', (member) => !isSet(member, 'description')),
  },
];

/** Returns the issues found by `healthChecks` in a group. Ignores members with a backend prefix. */
export function findHealthIssues(
  groupName: string,
  canonicalMembers: readonly TextModel[],
): GroupHealthIssue[] {
  return healthChecks.flatMap(({ issue_type, severity, message }) => {
    const text = message(canonicalMembers);
    return text === null ? [] : { group_name: groupName, issue_type, message: text, severity };
  });
}

function describeMissing(
  members: readonly TextModel[],
  field: string,
  isMissing: (member: TextModel) => boolean,
): string | null {
  const count = members.filter(isMissing).length;
  return count > 0 ? `${count} member(s) missing ${field}` : null;
}
