import { percentDecoded } from '../../kernel/percent-decoded.ts';
import { hasBackendPrefix, stripAuthor, textBackends } from './backends.ts';
import { textOf } from './group-facts.ts';
import type { TextGroupIndex } from './group-index.ts';
import type { GroupLinks } from './group-links.ts';
import { groupOfName, type ParsedTextName, parseTextName, quantAlternatives } from './parse.ts';

/**
 * The confidence in a match. `certain`: one record, whose name differs from the spelling at most by letter
 * case, blanks, a Hugging Face address or a backend prefix. `likely`: one record, found by a looser rule.
 * `possible`: several records, or a guess.
 */
export type ResolutionConfidence = 'certain' | 'likely' | 'possible';

/** The rules by which a spelling is matched, from the strictest to the loosest. */
type ResolutionRule =
  | 'exact'
  /** The spelling begins or ends with blanks. */
  | 'blanks'
  /** The spelling is an address at Hugging Face. */
  | 'address'
  | 'letter_case'
  | 'backend_prefix'
  | 'quantised_suffix'
  /** The spelling is a former name of the model. */
  | 'former_name'
  /** The separators between the parts of the name differ. */
  | 'separators'
  | 'author_omitted'
  /** The spelling has another author than the record's name. */
  | 'other_author'
  /** The spelling is the name of a group; its members are the match. */
  | 'group'
  /** The spelling is an alias of a group, or a model's name with an alias in place of the group's name. */
  | 'alias';

export interface TextNameResolution {
  /**
   * The name of the record that the spelling means. Null when it may mean several records. Null also when the
   * only fitting record has another author and may be another model.
   */
  name: string | null;
  confidence: ResolutionConfidence;
  /** The names of the records that the spelling may mean, in stored order, at most 50. */
  candidates: string[];
  /**
   * The group to which all candidates belong; an alias is replaced by its group. Null when they belong to
   * several groups or to none.
   */
  group: string | null;
  family: string | null;
  /** The loosest rule by which the spelling was matched. */
  rule: ResolutionRule;
  /** All rules by which the spelling was matched. */
  rules: ResolutionRule[];
}

interface Match {
  names: readonly string[];
  rules: ResolutionRule[];
  /** True when `names` are only a guess. Even a single name is then a candidate, and not the answer. */
  unsure?: boolean;
}

/** Rules that do not lower the confidence in a match: it stays `certain`. */
const harmless: ReadonlySet<ResolutionRule> = new Set([
  'exact',
  'blanks',
  'address',
  'letter_case',
  'backend_prefix',
]);

const MOST_CANDIDATES = 50;
/**
 * Largest length of a spelling that can name a record: names have at most 512 characters, and a spelling may
 * add a prefix and suffixes.
 */
const LONGEST_SPELLING = 1024;

/**
 * Finds the model that an inexact spelling of a name means, or the models that it may mean. Null when there
 * are none; `index.names.nearest` then gives similar names.
 */
export function resolveTextName(
  index: TextGroupIndex,
  links: GroupLinks,
  spelling: string,
): TextNameResolution | null {
  if (spelling === '' || spelling.length > LONGEST_SPELLING) return null;
  const match = index.names.has(spelling)
    ? { names: [spelling], rules: [] }
    : byCleaned(index, links, spelling);
  if (match === null) return null;
  const group = groupOfRecords(index, links, match.names);
  const name = match.names.length === 1 && !match.unsure ? match.names[0]! : null;
  return {
    name,
    confidence:
      name === null ? 'possible' : match.rules.every((rule) => harmless.has(rule)) ? 'certain' : 'likely',
    candidates: match.names.slice(0, MOST_CANDIDATES),
    group,
    family: group === null ? null : (links.familyOf(group)?.family_name ?? null),
    rule: match.rules.at(-1) ?? 'exact',
    rules: match.rules.length > 0 ? match.rules : ['exact'],
  };
}

function byCleaned(index: TextGroupIndex, links: GroupLinks, spelling: string): Match | null {
  const clean = cleaned(spelling);
  if (clean === null) return null;
  const { text, rules } = clean;
  const match =
    byRecordName(index, text) ??
    bySeparators(index, text) ??
    byGroup(index, links, text) ??
    byOtherAuthor(index, text);
  return match && { ...match, rules: [...rules, ...match.rules] };
}

/**
 * Lists the texts to look up for a spelling, in this order: the spelling itself, then without its backend
 * prefix, without the suffixes that conversions add, and without both. Each suffix that is removed gives a
 * further text, because a record's own name may end in one. `rules` says what was removed.
 */
function readings(spelling: string): { text: string; rules: ResolutionRule[] }[] {
  const bare = spelling.slice(backendOfSpelling(spelling)?.prefix.length ?? 0);
  const all: { text: string; rules: ResolutionRule[] }[] = [
    { text: spelling, rules: [] },
    { text: bare, rules: ['backend_prefix'] },
    ...withoutConversions(spelling).map((text) => ({ text, rules: ['quantised_suffix' as const] })),
    ...withoutConversions(bare).map((text) => ({
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
 * Finds models whose names differ from the spelling in separators, such as spaces in place of `-`. If the
 * spelling has no author, models of any author match.
 */
function bySeparators({ names }: TextGroupIndex, spelling: string): Match | null {
  for (const { text, rules } of readings(spelling)) {
    const whole = names.withAnySeparators(text);
    if (whole.length > 0) return { names: whole, rules: [...rules, 'separators'] };
    const byAnyAuthor = text.includes('/') ? [] : names.byAnyAuthorWithAnySeparators(text);
    if (byAnyAuthor.length > 0)
      return { names: byAnyAuthor, rules: [...rules, 'separators', 'author_omitted'] };
  }
  return null;
}

/**
 * Finds models that have the spelling's name, but another author. The match is a guess, unless the author in
 * the spelling republishes models of others, or the spelling ends in a suffix that conversions add.
 */
function byOtherAuthor({ names }: TextGroupIndex, spelling: string): Match | null {
  for (const { text, rules } of readings(spelling)) {
    if (!text.includes('/')) continue;
    const bare = stripAuthor(text);
    const found = [names.byAnyAuthor(bare), names.byAnyAuthorWithAnySeparators(bare)].find(
      (some) => some.length > 0,
    );
    if (bare === '' || !found) continue;
    const unsure = !isRepublished(text) && !rules.includes('quantised_suffix');
    return { names: found, rules: [...rules, 'other_author'], unsure };
  }
  return null;
}

/**
 * Takes the spelling for the name or alias of a group, and finds the group's members. If no group is called
 * so, takes the spelling for a model's name in which an alias is written in place of the group's name.
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

/** Lists the names of the models in a group and in its aliases, except names with a backend prefix. */
function memberNames(index: TextGroupIndex, links: GroupLinks, group: string): string[] {
  return [group, ...links.aliasesOf(group)].flatMap((name) =>
    index.members(name).flatMap((member) => (hasBackendPrefix(member.name) ? [] : member.name)),
  );
}

/**
 * Joins the parts that distinguish members of a group (size, variant and others) into one text, for
 * comparison.
 */
function tokensOf(name: string): string {
  const { size, variant, version, quant, extras }: ParsedTextName = parseTextName(stripAuthor(name));
  return JSON.stringify([size, variant, version, quant, extras.map(({ value }) => value)]).toLowerCase();
}

function groupOfRecords(index: TextGroupIndex, links: GroupLinks, names: readonly string[]): string | null {
  const groups = new Set(names.map((name) => links.resolve(textOf(index.model(name)!, 'text_model_group'))));
  return groups.size === 1 ? [...groups][0]! || null : null;
}

/**
 * Finds the backend with whose prefix the spelling begins, in any letter case; undefined when it has none.
 */
function backendOfSpelling(spelling: string): (typeof textBackends)[number] | undefined {
  return textBackends.find(({ prefix }) => spelling.slice(0, prefix.length).toLowerCase() === prefix);
}

/** Matches the part before the author and the name of a model in an address at Hugging Face. */
const address = /^(?:https?:\/\/)?(?:www\.)?(?:huggingface\.co|hf\.co)\/(?:api\/)?(?:models\/)?/i;
/** Matches paths at Hugging Face that do not lead to models. */
const otherThanModels = /^(?:datasets|spaces|docs|collections|blog|papers)\//i;

/**
 * A name as somebody has spelt it, without the blanks around it and without the rest of an address. `rules`
 * says which of these were removed.
 */
interface CleanedSpelling {
  readonly text: string;
  readonly rules: ('blanks' | 'address')[];
}

/**
 * Removes blanks around a name, and reduces an address at Hugging Face to author and model. Null when nothing
 * is left, or the address is not a model's.
 *
 * @example cleaned(' https://huggingface.co/a/b/tree/main') // { text: 'a/b', rules: ['blanks', 'address'] }
 */
function cleaned(spelling: string): CleanedSpelling | null {
  const trimmed = spelling.trim();
  const rules: CleanedSpelling['rules'] = trimmed === spelling ? [] : ['blanks'];
  const prefix = address.exec(trimmed)?.[0];
  if (prefix === undefined) return trimmed === '' ? null : { text: trimmed, rules };
  const path = percentDecoded(trimmed.slice(prefix.length)).replace(/[?#].*$/s, '');
  if (otherThanModels.test(path)) return null;
  const text = path.split('/').slice(0, 2).join('/').replace(/\/$/, '');
  return text === '' ? null : { text, rules: [...rules, 'address'] };
}

/**
 * Patterns of the suffixes that people add when they convert or quantise models. The grammar in `parse.ts`
 * knows only some of these suffixes, because any more in the grammar would rename groups.
 */
const conversions = [
  ...quantAlternatives,
  '(?:UD-)?I?Q[1-8]_(?:K_)?(?:XXS|XS|S|M|L|XL|NL|[01])',
  '(?:UD-)?I?Q[1-8]_K',
  'bf16|f16|f32|fp8|fp4|nf4|nvfp4|mxfp4',
  '[2-8][-_]?bits?',
  'W[48]A(?:8|16)',
  '(?:[1-8](?:\\.[0-9]{1,2})?)[-_]?bpw',
  'h[68]',
  'EXL3|HQQ|MLX|bnb|imat(?:rix)?|i1|safetensors',
  '(?:32|64|128)g|actorder(?:_true)?',
  '[0-9]{5}-of-[0-9]{5}',
];
const conversionAtEnd = new RegExp(`[-_. ](?:${conversions.join('|')})$`, 'iu');
/** Matches a tag such as `:Q4_K_M` after a repository's name, which tells Ollama which file to take from it. */
const tagAtEnd = new RegExp(`:(?:${conversions.join('|')}|latest)$`, 'iu');
/**
 * Largest number of suffixes that `withoutConversions` removes. `i1-Q4_K_M.GGUF` has three, and some
 * converters add a few more.
 */
const mostConversions = 6;

/**
 * Lists what is left of a spelling after removing one suffix that a conversion added, then two, and so on.
 * Empty when the spelling has no such suffix.
 */
function withoutConversions(spelling: string): string[] {
  const all: string[] = [];
  let rest = spelling.replace(tagAtEnd, '');
  if (rest !== spelling) all.push(rest);
  while (all.length < mostConversions && conversionAtEnd.test(rest)) {
    rest = rest.replace(conversionAtEnd, '');
    all.push(rest);
  }
  return all;
}

/** Accounts that publish converted models of other authors under the models' own names. */
const republishers: ReadonlySet<string> = new Set([
  'thebloke',
  'bartowski',
  'mradermacher',
  'lonestriker',
  'quantfactory',
  'unsloth',
  'lmstudio-community',
  'maziyarpanahi',
  'turboderp',
  'ggml-org',
  'mlx-community',
  'second-state',
  'featherless-ai-quants',
  'lewdiculous',
  'dreamgenx',
]);

/** Whether the author in the name is known to republish models of other authors. */
function isRepublished(name: string): boolean {
  const author = hasBackendPrefix(name) ? '' : name.slice(0, Math.max(0, name.indexOf('/')));
  return republishers.has(author.toLowerCase());
}
