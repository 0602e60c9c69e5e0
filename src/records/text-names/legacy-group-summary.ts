import { stripAuthor } from './backends.ts';
import { inferNameFormat } from './infer-name-format.ts';
import type { NameFormat } from './name-schema.ts';
import { groupOfName, parseTextName } from './parse.ts';
import { distinctSorted } from './sorted-strings.ts';
import { fieldOf, isSet, type TextModel, textOf } from './text-model.ts';

/** What the legacy view adds to every entry of a group. */
export interface LegacyGroupSummary {
  member_count: number;
  /** In the order of strings. */
  available_sizes: string[];
  available_quants: string[];
  /** The baseline of all members that have one, where there is just one. */
  common_baseline: string | null;
  any_nsfw: boolean;
  any_has_description: boolean;
  /** Sorted. */
  merged_tags: string[];
  name_format: Omit<NameFormat, 'extra_parts'>;
}

/**
 * The summary of every group, by group name.
 *
 * @param baseModels the legacy entries without backend prefix, in stored order. The entries of a model's
 * backend variants take
 *   its group and summary: so each model counts once, and backends are no authors.
 */
export function legacyGroupSummaries(baseModels: readonly TextModel[]): Map<string, LegacyGroupSummary> {
  const groups = Map.groupBy(baseModels, ({ name }) => groupOfName(name));
  return new Map([...groups].map(([group, members]) => [group, summarise(members)]));
}

function summarise(members: readonly TextModel[]): LegacyGroupSummary {
  const names = members.map(({ name }) => name);
  // As workers see the model: an author may hold what reads as a size (the `0K` of `Sao10K/…`).
  const parsed = names.flatMap((name) => [...new Set([name, stripAuthor(name)])]).map(parseTextName);
  const baselines = distinctSorted(members.map((member) => textOf(member, 'baseline')).filter(Boolean));
  const { extra_parts: _, ...nameFormat } = inferNameFormat(names);
  return {
    member_count: members.length,
    available_sizes: distinctSorted(parsed.flatMap(({ size }) => size ?? [])),
    available_quants: distinctSorted(parsed.flatMap(({ quant }) => quant ?? [])),
    common_baseline: baselines.length === 1 ? baselines[0]! : null,
    any_nsfw: members.some((member) => isSet(member, 'nsfw')),
    any_has_description: members.some((member) => isSet(member, 'description')),
    merged_tags: distinctSorted(members.flatMap(tagsOf)),
    name_format: nameFormat,
  };
}

function tagsOf(member: TextModel): string[] {
  const tags = fieldOf(member, 'tags');
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}
