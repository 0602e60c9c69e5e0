import { stripAuthor, stripBackendPrefix } from './backends.ts';
import { type ExtraType, type NamePart, tokenRules } from './token-rules.ts';

interface ExtraPart {
  value: string;
  /**
   * Number of separators before the token. For a date: of `-`, `_`, `.` and spaces in the original name, up
   * to the index at which the date stood in what was left of the name by then. That is off by the separators
   * of tokens taken out before, and stays so: clients know these numbers.
   */
  position: number;
  inferred_type: ExtraType;
}

export interface ParsedTextName {
  original_name: string;
  /** What is left without the tokens; the whole name when nothing is left. */
  base_name: string;
  /** In upper case: `7B`, `8X7B`, `1B7`. */
  size: string | null;
  variant: string | null;
  /** In upper case. */
  quant: string | null;
  version: string | null;
  extras: ExtraPart[];
}

/**
 * Takes a name apart, author and backend prefix included: an author is part of the base name and may hold
 * tokens (the `10K` of `Sao10K/…`). Never throws; takes time linear in the name's length.
 *
 * @example parseTextName('meta-llama/Llama-2-13b-chat-hf') // size '13B', variant 'chat', base_name
 * 'meta-llama/Llama-2-hf'
 */
export function parseTextName(name: string): ParsedTextName {
  const parts: Record<NamePart, string | null> = { size: null, variant: null, quant: null, version: null };
  const extras: ExtraPart[] = [];
  let rest = name;
  for (const { token, alternatives, written } of tokenRules) {
    const match = firstMatch(alternatives, rest);
    if (match === null) continue;
    const found = match.groups?.value ?? match[0];
    const value = written === 'in upper case' ? found.toUpperCase() : found;
    if (isPart(token)) parts[token] = value;
    else extras.push({ value, position: separatorsBefore(name, rest, match.index), inferred_type: token });
    rest = rest.slice(0, match.index) + rest.slice(match.index + match[0].length);
  }
  return {
    original_name: name,
    base_name: tidy(rest) || name,
    size: parts.size,
    variant: parts.variant,
    quant: parts.quant,
    version: parts.version,
    extras,
  };
}

/** True when the name, parsed whole, has a quantisation. */
export function isQuantised(name: string): boolean {
  return parseTextName(name).quant !== null;
}

/** Lower case with `_` for every run of `-`, `_`, `.` and spaces; `/` stays. */
export function normalisedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_ .]+/g, '_')
    .replace(/^_|_$/g, '');
}

function firstMatch(alternatives: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const alternative of alternatives) {
    const match = alternative.exec(text);
    if (match !== null) return match;
  }
  return null;
}

function isPart(token: NamePart | ExtraType): token is NamePart {
  return token === 'size' || token === 'variant' || token === 'quant' || token === 'version';
}

const SEPARATORS = '-_ .';

/** Both the index in `rest` and the place in `original` count characters, not UTF-16 units. */
function separatorsBefore(original: string, rest: string, index: number): number {
  let characters = 0;
  for (const _ of rest.slice(0, index)) characters += 1;
  let separators = 0;
  for (const character of original) {
    if (characters === 0) break;
    characters -= 1;
    if (SEPARATORS.includes(character)) separators += 1;
  }
  return separators;
}

/**
 * Repeated separators become one; those at the ends go. Loops, because a pattern anchored at the end is
 * quadratic.
 */
function tidy(text: string): string {
  const collapsed = text.replace(/([-_ .])\1+/g, '$1');
  let start = 0;
  let end = collapsed.length;
  while (start < end && SEPARATORS.includes(collapsed[start]!)) start += 1;
  while (end > start && SEPARATORS.includes(collapsed[end - 1]!)) end -= 1;
  return collapsed.slice(start, end);
}

/**
 * The group a model belongs to by its name: the base name without backend prefix and author. Aliases are not
 * applied.
 *
 * @example groupOfName('koboldcpp/Marx-3B-V3') // 'Marx'
 */
export function groupOfName(name: string): string {
  return parseTextName(stripAuthor(stripBackendPrefix(name))).base_name;
}
