import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { hasBackendPrefix, prefixOf, stripBackendPrefix } from './backends.ts';
import { type GroupHealthIssue, healthIssues } from './health-issues.ts';
import { inferNameFormat } from './infer-name-format.ts';
import type { NameFormat } from './name-schema.ts';
import { type ParsedTextName, parseTextName } from './parse.ts';
import { byCodePoint, distinctSorted } from './sorted-strings.ts';
import { fieldOf, isSet, type TextModel } from './text-model.ts';

/** The fields that a group's members may share, and that are edited for all of them at once. */
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
  /** Like `aphrodite/`. */
  backend_prefix: string | null;
} & { [Field in (typeof memberFields)[number]]: JsonValue };

/**
 * What follows from the members of a group alone. "Canonical" are the members without backend prefix.
 */
export interface GroupFacts {
  readonly members: GroupMember[];
  readonly canonical: readonly TextModel[];
  /** Fields with one and the same value, not null, in all canonical members. */
  readonly common_fields: JsonObject;
  /** By number of parameters. */
  readonly available_sizes: string[];
  /** In this list and the next two null comes first where some member lacks the part. */
  readonly available_variants: (string | null)[];
  readonly available_quants: (string | null)[];
  readonly available_versions: (string | null)[];
  /** Members per value, in first-seen order. */
  readonly size_usage: Record<string, number>;
  readonly variant_usage: Record<string, number>;
  readonly quant_usage: Record<string, number>;
  readonly inferred_format: NameFormat;
  /** Members that are allowed to be named otherwise. */
  readonly exception_members: { name: string; reason: JsonValue }[];
  readonly health_issues: GroupHealthIssue[];
}

export function groupFacts(groupName: string, stored: readonly TextModel[]): GroupFacts {
  // A record may be a getter that parses: read each once.
  const models = stored.map(({ name, record }) => ({ name, record }));
  const members = models.map(groupMember);
  const canonical = models.filter(({ name }) => !hasBackendPrefix(name));
  const parsed = members.filter((member) => !member.is_backend_duplicate).map((member) => member.parsed);
  const sizes = parsed.map(({ size }) => size);
  const variants = parsed.map(({ variant }) => variant);
  const quants = parsed.map(({ quant }) => quant);
  return {
    members,
    canonical,
    common_fields: commonFields(canonical),
    available_sizes: sortedSizes(sizes),
    available_variants: distinctNullFirst(variants),
    available_quants: distinctNullFirst(quants),
    available_versions: distinctNullFirst(parsed.map(({ version }) => version)),
    size_usage: countValues(sizes),
    variant_usage: countValues(variants),
    quant_usage: countValues(quants),
    inferred_format: inferNameFormat(canonical.map(({ name }) => name)),
    exception_members: canonical
      .filter((model) => isSet(model, 'name_schema_exception'))
      .map((model) => ({ name: model.name, reason: fieldOf(model, 'name_schema_exception') })),
    health_issues: healthIssues(groupName, canonical),
  };
}

function groupMember(model: TextModel): GroupMember {
  const { original_name: _, ...parsed } = parseTextName(stripBackendPrefix(model.name));
  const fields = Object.fromEntries(memberFields.map((field) => [field, fieldOf(model, field)]));
  return {
    name: model.name,
    parsed,
    ...(fields as { [Field in (typeof memberFields)[number]]: JsonValue }),
    is_backend_duplicate: hasBackendPrefix(model.name),
    backend_prefix: prefixOf(model.name),
  };
}

function commonFields(members: readonly TextModel[]): JsonObject {
  const [first, ...others] = members;
  if (first === undefined) return {};
  const shared = commonFieldNames.flatMap((field) => {
    const value = fieldOf(first, field);
    const text = JSON.stringify(value);
    const same = value !== null && others.every((other) => JSON.stringify(fieldOf(other, field)) === text);
    return same ? [[field, value] as const] : [];
  });
  return Object.fromEntries(shared);
}

function sortedSizes(sizes: readonly (string | null)[]): string[] {
  return distinctSorted(present(sizes)).sort((a, b) => billions(a) - billions(b));
}

/**
 * What sizes are ordered by: `8X7B` is 56, `560M` 0.56. The letter inside `7B1` is dropped, which gives 71.
 * What is not a number counts as 0.
 */
function billions(size: string): number {
  const factor = size.endsWith('M') ? 1e-3 : size.endsWith('K') ? 1e-6 : 1;
  const product = size
    .replace(/[BMK]/g, '')
    .split('X')
    .reduce((value, number) => value * Number(number), factor);
  return Number.isFinite(product) ? product : 0;
}

function distinctNullFirst(values: readonly (string | null)[]): (string | null)[] {
  return [...new Set(values)].sort((a, b) => byCodePoint(a ?? '', b ?? ''));
}

function countValues(values: readonly (string | null)[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of present(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function present(values: readonly (string | null)[]): string[] {
  return values.filter((value) => value !== null);
}
