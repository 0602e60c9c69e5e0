import { hasBackendPrefix, stripAuthor, textBackends } from './backends.ts';
import type { TextGroupIndex } from './group-index.ts';
import type { GroupLinks } from './group-links.ts';
import { groupOfName } from './group-name.ts';
import { type ParsedTextName, parseTextName } from './parse.ts';
import { textOf } from './text-model.ts';
import { quantAlternatives } from './token-rules.ts';

/** What a spelling was forgiven, from the strictest reading to the loosest. */
type ResolutionRule =
  | 'exact'
  | 'letter_case'
  | 'backend_prefix'
  | 'quantised_suffix'
  | 'author_omitted'
  /** It names a group: the members are meant. */
  | 'group'
  /** It names, or contains, an alias of a group. */
  | 'alias';

export interface TextNameResolution {
  /** The record that is meant; null when several fit equally well. */
  name: string | null;
  /** All records that fit, in stored order, at most 50. */
  candidates: string[];
  /**
   * The record's group, or the group that it is an alias of; null when the records belong to several groups
   * or none.
   */
  group: string | null;
  family: string | null;
  /** The loosest rule that was needed. */
  rule: ResolutionRule;
  /** All rules that were needed. */
  rules: ResolutionRule[];
}

interface Match {
  names: readonly string[];
  rules: ResolutionRule[];
}

const MOST_CANDIDATES = 50;
/** `Q4_K_M.GGUF` are two. */
const MOST_QUANTS = 4;
/**
 * A longer spelling cannot be that of a record: names have at most 512 characters, to which prefix and suffix
 * may come.
 */
const LONGEST_SPELLING = 1024;

/**
 * Finds the model that some spelling of its name means; null when none is meant: then see
 * `index.names.nearest`.
 */
export function resolveTextName(
  index: TextGroupIndex,
  links: GroupLinks,
  spelling: string,
): TextNameResolution | null {
  if (spelling === '' || spelling.length > LONGEST_SPELLING) return null;
  const match = byRecordName(index, spelling) ?? byGroup(index, links, spelling);
  if (match === null) return null;
  const group = groupOfRecords(index, links, match.names);
  return {
    name: match.names.length === 1 ? match.names[0]! : null,
    candidates: match.names.slice(0, MOST_CANDIDATES),
    group,
    family: group === null ? null : (links.familyOf(group)?.family_name ?? null),
    rule: match.rules.at(-1) ?? 'exact',
    rules: match.rules.length > 0 ? match.rules : ['exact'],
  };
}

/**
 * A spelling as given and without what backends and quantisers add, from the least change to the most.
 * Quantisations go one by one, because a record's own name may end in one.
 */
function readings(spelling: string): { text: string; rules: ResolutionRule[] }[] {
  const bare = spelling.slice(backendOfSpelling(spelling)?.prefix.length ?? 0);
  const all: { text: string; rules: ResolutionRule[] }[] = [
    { text: spelling, rules: [] },
    { text: bare, rules: ['backend_prefix'] },
    ...withoutQuants(spelling).map((text) => ({ text, rules: ['quantised_suffix' as const] })),
    ...withoutQuants(bare).map((text) => ({
      text,
      rules: ['backend_prefix' as const, 'quantised_suffix' as const],
    })),
  ];
  return all.filter(({ text }, at) => text !== '' && all.findIndex((other) => other.text === text) === at);
}

function byRecordName({ names }: TextGroupIndex, spelling: string): Match | null {
  for (const { text, rules } of readings(spelling)) {
    if (names.has(text)) return { names: [text], rules };
    const inAnyCase = names.inAnyCase(text);
    if (inAnyCase.length > 0) return { names: inAnyCase, rules: ['letter_case', ...rules] };
    if (text.includes('/')) continue;
    const byAnyAuthor = names.byAnyAuthor(text);
    if (byAnyAuthor.length === 0) continue;
    // A backend's own name for the model may be the one without author: then nothing was left out.
    const needed = backendOfSpelling(spelling)?.keepsAuthor === false ? [] : (['author_omitted'] as const);
    const asWritten = byAnyAuthor.some((name) => stripAuthor(name) === text);
    return {
      names: byAnyAuthor,
      rules: [...(asWritten ? [] : (['letter_case'] as const)), ...rules, ...needed],
    };
  }
  return null;
}

/**
 * The spelling is a group or an alias, or is a model's name in which an alias stands for the group's name.
 */
function byGroup(index: TextGroupIndex, links: GroupLinks, spelling: string): Match | null {
  const all = readings(spelling);
  for (const { text, rules } of all) {
    const group = index.groupInAnyCase(text);
    const named = group === null ? [] : memberNames(index, links, links.resolve(group));
    if (named.length > 0) return { names: named, rules: [...rules, 'group'] };
    const canonical = links.canonicalOfAnyCase(text);
    const aliased = canonical === null ? [] : memberNames(index, links, canonical);
    if (aliased.length > 0) return { names: aliased, rules: [...rules, 'alias'] };
  }
  const { text, rules } = all.at(-1)!;
  const canonical = links.canonicalOfAnyCase(groupOfName(text));
  if (canonical === null) return null;
  const wanted = tokensOf(text);
  const author = text.slice(0, text.indexOf('/') + 1).toLowerCase();
  const names = memberNames(index, links, canonical).filter(
    (name) => tokensOf(name) === wanted && name.toLowerCase().startsWith(author),
  );
  return names.length > 0 ? { names, rules: [...rules, 'alias'] } : null;
}

/** The canonical members of a group and of the groups that are aliases of it. */
function memberNames(index: TextGroupIndex, links: GroupLinks, group: string): string[] {
  return [group, ...links.aliasesOf(group)].flatMap((name) =>
    index.members(name).flatMap((member) => (hasBackendPrefix(member.name) ? [] : member.name)),
  );
}

/** What tells the members of a group apart, in one comparable text. */
function tokensOf(name: string): string {
  const { size, variant, version, quant, extras }: ParsedTextName = parseTextName(stripAuthor(name));
  return JSON.stringify([size, variant, version, quant, extras.map(({ value }) => value)]).toLowerCase();
}

function groupOfRecords(index: TextGroupIndex, links: GroupLinks, names: readonly string[]): string | null {
  const groups = new Set(names.map((name) => links.resolve(textOf(index.model(name)!, 'text_model_group'))));
  return groups.size === 1 ? [...groups][0]! || null : null;
}

/** The backend whose prefix the spelling carries, in whatever letter case. */
function backendOfSpelling(spelling: string): (typeof textBackends)[number] | undefined {
  return textBackends.find(({ prefix }) => spelling.slice(0, prefix.length).toLowerCase() === prefix);
}

const quantAtEnd = new RegExp(`[-_.](?:${quantAlternatives.join('|')})$`, 'iu');

/**
 * The spelling without its last quantisation, without its last two, and so on. In file names they come behind
 * a dot.
 */
function withoutQuants(spelling: string): string[] {
  const all: string[] = [];
  let rest = spelling;
  while (all.length < MOST_QUANTS && quantAtEnd.test(rest)) {
    rest = rest.replace(quantAtEnd, '');
    all.push(rest);
  }
  return all;
}
