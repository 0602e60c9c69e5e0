import type { JsonObject } from '../../../kernel/json.ts';
import { groupOfName, hasBackendPrefix, legacyGroupSummaries, textBackends } from '../../text-names/index.ts';

/** An entry of the v1 body of text models; `text` is `record` as compact JSON. */
interface ShownEntry {
  readonly name: string;
  readonly text: string;
  readonly record: JsonObject;
}

/**
 * The v1 body (compact JSON) in which every entry says its group and that group's summary. Summaries count
 * models, not entries: those under backend-prefixed names take the group and the summary of their model.
 */
export function groupedEntriesBody(entries: readonly ShownEntry[]): string {
  const endings = endingsByName(entries.filter(({ name }) => !hasBackendPrefix(name)));
  const members = entries.map(({ name, text }) => {
    const ending = endings.get(name);
    return `${JSON.stringify(name)}:${ending === undefined ? text : text.slice(0, -1) + ending}`;
  });
  return `{${members.join(',')}}`;
}

/** What follows the last field of an entry, by the entry's name. */
function endingsByName(models: readonly ShownEntry[]): Map<string, string> {
  const endingOf = new Map<string, string>();
  for (const [group, summary] of legacyGroupSummaries(models)) {
    const added = { text_model_group: group, text_model_group_summary: summary };
    endingOf.set(group, `,${JSON.stringify(added).slice(1)}`);
  }
  const endings = new Map<string, string>();
  for (const { name, record } of models) {
    const ending = endingOf.get(groupOfName(name)) as string;
    endings.set(name, ending);
    // Where two models have one prefixed name, the later one has it, as in the body without groups.
    for (const { prefix, keepsAuthor } of textBackends) {
      endings.set(prefix + (keepsAuthor ? name : String(record.model_name)), ending);
    }
  }
  return endings;
}
