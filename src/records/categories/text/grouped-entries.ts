import { filterStrings, type JsonObject } from '../../../kernel/json.ts';
import { hasBackendPrefix, listV1BackendNames, stripAuthor } from '../../text-names/backends.ts';
import { isSet, type TextModel, textOf } from '../../text-names/group-facts.ts';
import { inferNameFormat, type NameFormat } from '../../text-names/name-schema.ts';
import { groupOfName, parseTextName } from '../../text-names/parse.ts';
import { sortDistinct } from '../../text-names/sorted-strings.ts';

/** An entry of the v1 body of text models; `text` is `record` as compact JSON. */
interface BodyEntry {
  readonly name: string;
  readonly text: string;
  readonly record: JsonObject;
}

/**
 * Returns the v1 body (compact JSON) in which every entry has its group and the summary of the group. An
 * entry with a backend prefix has the group and summary of its model. The summary does not count it.
 */
export function createGroupedEntriesBody(entries: readonly BodyEntry[]): string {
  const endingByName = createEndings(entries.filter(({ name }) => !hasBackendPrefix(name)));
  const members = entries.map(({ name, text }) => {
    const entryEnding = endingByName.get(name);
    return `${JSON.stringify(name)}:${entryEnding === undefined ? text : text.slice(0, -1) + entryEnding}`;
  });
  return `{${members.join(',')}}`;
}

/**
 * Returns the JSON texts to append to the fields of the entries, by entry name. A text contains the group of
 * the entry and the summary of that group.
 */
function createEndings(models: readonly BodyEntry[]): Map<string, string> {
  const endingByGroup = new Map<string, string>();
  for (const [group, summary] of summariseLegacyGroups(models)) {
    const members = { text_model_group: group, text_model_group_summary: summary };
    endingByGroup.set(group, `,${JSON.stringify(members).slice(1)}`);
  }
  const endingByName = new Map<string, string>();
  for (const { name } of models) {
    const entryEnding = endingByGroup.get(groupOfName(name)) as string;
    endingByName.set(name, entryEnding);
    // If two models have the same prefixed name, the later one wins, as in the body without groups.
    for (const variant of listV1BackendNames(name)) endingByName.set(variant, entryEnding);
  }
  return endingByName;
}

/** The summary of a group, which v1 adds to every entry of the group. */
interface LegacyGroupSummary {
  member_count: number;
  /** The sizes of the members, such as `7B`, sorted as strings. */
  available_sizes: string[];
  available_quants: string[];
  /**
   * The baseline of the members, ignoring members without one. Null when no member has a baseline, or when
   * the members have different ones.
   */
  common_baseline: string | null;
  any_nsfw: boolean;
  any_has_description: boolean;
  /** The tags of all members, sorted. */
  merged_tags: string[];
  name_format: Omit<NameFormat, 'extra_parts'>;
}

/**
 * Returns the summary of every group, by group name.
 *
 * @param baseModels the legacy entries without a backend prefix, in stored order. With prefixed entries, a
 *   model would be counted twice, and its backend would be treated as an author
 */
export function summariseLegacyGroups(baseModels: readonly TextModel[]): Map<string, LegacyGroupSummary> {
  const groups = Map.groupBy(baseModels, ({ name }) => groupOfName(name));
  return new Map([...groups].map(([group, members]) => [group, summarise(members)]));
}

function summarise(members: readonly TextModel[]): LegacyGroupSummary {
  const names = members.map(({ name }) => name);
  // Parsed with and without the author, as workers do: an author may contain text like a size (the `0K` of
  // `Sao10K/…`).
  const parsed = names.flatMap((name) => [...new Set([name, stripAuthor(name)])]).map(parseTextName);
  const baselines = sortDistinct(members.map((member) => textOf(member, 'baseline')).filter(Boolean));
  const { extra_parts: _, ...nameFormat } = inferNameFormat(names);
  return {
    member_count: members.length,
    available_sizes: sortDistinct(parsed.flatMap(({ size }) => size ?? [])),
    available_quants: sortDistinct(parsed.flatMap(({ quant }) => quant ?? [])),
    common_baseline: baselines.length === 1 ? baselines[0]! : null,
    any_nsfw: members.some((member) => isSet(member, 'nsfw')),
    any_has_description: members.some((member) => isSet(member, 'description')),
    merged_tags: sortDistinct(members.flatMap(({ record }) => filterStrings(record.tags))),
    name_format: nameFormat,
  };
}
