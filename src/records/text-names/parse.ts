import { stripAuthor, stripBackendPrefix } from './backends.ts';

interface ExtraPart {
  value: string;
  /**
   * Number of separators (`-`, `_`, `.` and spaces) before the token in the original name. The number is too
   * small if a token before this one was removed earlier. It stays so, because clients rely on these numbers.
   */
  position: number;
  inferred_type: ExtraType;
}

export interface ParsedTextName {
  original_name: string;
  /** The name without the size and the other parts below; the whole name if nothing else remains. */
  base_name: string;
  /** In upper case: `7B`, `8X7B`, `1B7`. */
  size: string | null;
  variant: string | null;
  /** The quantisation in upper case, such as `Q4_K_M`. */
  quant: string | null;
  version: string | null;
  extras: ExtraPart[];
}

/**
 * Splits a name into its parts. Does not remove author and backend prefix first: an author is part of the
 * base name and may contain tokens (the `10K` of `Sao10K/…`). Never throws; takes time linear in the name's
 * length.
 *
 * @example parseTextName('meta-llama/Llama-2-13b-chat-hf') // size '13B', variant 'chat', base_name
 *   'meta-llama/Llama-2-hf'
 */
export function parseTextName(name: string): ParsedTextName {
  const parts: Record<NamePart, string | null> = { size: null, variant: null, quant: null, version: null };
  const extras: ExtraPart[] = [];
  let remainingText = name;
  for (const { token, alternatives, letterCase } of tokenRules) {
    const match = findFirstMatch(alternatives, remainingText);
    if (match === null) continue;
    const text = match.groups?.value ?? match[0];
    const value = letterCase === 'in upper case' ? text.toUpperCase() : text;
    if (isPart(token)) parts[token] = value;
    else
      extras.push({
        value,
        position: countSeparators(name, remainingText, match.index),
        inferred_type: token,
      });
    remainingText = remainingText.slice(0, match.index) + remainingText.slice(match.index + match[0].length);
  }
  return {
    original_name: name,
    base_name: trimSeparators(remainingText) || name,
    ...parts,
    extras,
  };
}

export function isQuantised(name: string): boolean {
  return parseTextName(name).quant !== null;
}

/**
 * Returns the name in lower case. Each run of `-`, `_`, `.` and spaces becomes one `_`, and is removed at the
 * ends. `/` stays unchanged.
 */
export function normaliseName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_ .]+/g, '_')
    .replace(/^_|_$/g, '');
}

function findFirstMatch(alternatives: readonly RegExp[], text: string): RegExpExecArray | null {
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

/**
 * Counts the separators at the start of `original`. Checks only its first n code points, where n is the number
 * of code points before `index` in `remainingText`.
 */
function countSeparators(original: string, remainingText: string, index: number): number {
  let characters = 0;
  for (const _ of remainingText.slice(0, index)) characters += 1;
  let separators = 0;
  for (const character of original) {
    if (characters === 0) break;
    characters -= 1;
    if (SEPARATORS.includes(character)) separators += 1;
  }
  return separators;
}

/**
 * Collapses repeated separators and trims them at the ends. Uses loops, because a regular expression for the
 * end of a text takes quadratic time.
 */
function trimSeparators(text: string): string {
  const collapsedText = text.replace(/([-_ .])\1+/g, '$1');
  let start = 0;
  let end = collapsedText.length;
  while (start < end && SEPARATORS.includes(collapsedText[start]!)) start += 1;
  while (end > start && SEPARATORS.includes(collapsedText[end - 1]!)) end -= 1;
  return collapsedText.slice(start, end);
}

/**
 * Returns the group derived from a model's name: the base name without backend prefix and author. Does not
 * apply aliases.
 *
 * @example groupOfName('koboldcpp/Marx-3B-V3') // 'Marx'
 */
export function groupOfName(name: string): string {
  return parseTextName(stripAuthor(stripBackendPrefix(name))).base_name;
}

/**
 * The grammar of a text model's name, as a table. `parseTextName` applies the rules from top to bottom; each
 * rule removes at most one match from the part of the name that earlier rules have left.
 *
 * Names are untrusted input, so every pattern has to run in time linear in the name's length. Therefore a
 * pattern can start at only a bounded number of positions per run of digits, and no two repetitions in a
 * pattern can match the same character.
 *
 * Clients group models by the results, so a changed rule renames groups.
 */

type NamePart = 'size' | 'variant' | 'quant' | 'version';

/**
 * The types of the tokens in `extras`. `parseTextName` returns only `DATE` and `LEADING_VERSION`; clients
 * know all four.
 */
type ExtraType = 'DATE' | 'DESCRIPTOR' | 'LEADING_VERSION' | 'UNKNOWN';

interface TokenRule {
  /** The result of the rule: a part of the name, or an extra token of a type. */
  readonly token: NamePart | ExtraType;
  /**
   * Patterns of the token, in the order in which they are tried on the rest of the name. The leftmost match
   * of the first matching pattern is used. The token is the group `value` of the match or, without such a
   * group, the whole match. The whole match is removed from the name.
   */
  readonly alternatives: readonly RegExp[];
  readonly letterCase: 'in upper case' | 'as found';
}

const LETTER = '[A-Za-z]';
/** Decimal digits of any script. */
const DIGIT = '\\p{Nd}';
const ALPHANUMERIC = `[A-Za-z${DIGIT}]`;
const WORD = '[\\p{L}\\p{N}_]';

/**
 * Matches a position where a number can start: the first digit of a run or, if a letter precedes the run, its
 * second digit (`x22B` contains `2B`). A pattern that matches from neither position would not match from a
 * later digit, so later digits are not tried.
 */
const NUMBER_START = `(?:(?<!${ALPHANUMERIC})|(?<=${LETTER}${DIGIT}))(?=${DIGIT})`;

const pattern = (source: string): RegExp => new RegExp(source, 'iu');
/**
 * Creates a pattern for a token without a letter or digit directly before or after it; `_` is allowed there.
 */
const wholeWord = (source: string): RegExp => pattern(`(?<!${ALPHANUMERIC})(?:${source})(?!${ALPHANUMERIC})`);
/**
 * Creates a pattern for a token that is a whole word. `_` is part of a word, so `Model_Instruct` has no
 * variant.
 */
const word = (source: string): RegExp => pattern(`(?<!${WORD})(?:${source})(?!${WORD})`);

/** Patterns of quantisations; `stripTrailingQuants` applies them to the end of names. */
const quantAlternatives: readonly string[] = [
  'Q[2-8]_K(?:_[SMLH])?',
  'Q[2-8]_[01]',
  'Q[2-8]',
  'GGUF|GGML|GPTQ|AWQ|EXL2',
  'fp16|fp32|int8|int4',
];
export const quantPatterns: readonly RegExp[] = quantAlternatives.map(word);

const tokenRules: readonly TokenRule[] = [
  {
    token: 'LEADING_VERSION',
    alternatives: [pattern(`^(?<value>${DIGIT}+\\.${DIGIT}+(?:\\.${DIGIT}+)?)[_-]`)],
    letterCase: 'as found',
  },
  {
    token: 'size',
    alternatives: [
      pattern(`${NUMBER_START}${DIGIT}+(?:\\.${DIGIT}*)?[BMK]${DIGIT}*(?!${LETTER})`),
      pattern(`${NUMBER_START}${DIGIT}+x${DIGIT}+[BMK](?!${LETTER})`),
    ],
    letterCase: 'in upper case',
  },
  {
    token: 'version',
    alternatives: [
      wholeWord(`v${DIGIT}+(?:\\.${DIGIT}+)+`),
      // Not followed by a dot either: the `v2` of `v2.a` is not a version.
      wholeWord(`v${DIGIT}+(?!\\.)`),
    ],
    letterCase: 'as found',
  },
  { token: 'quant', alternatives: quantPatterns, letterCase: 'in upper case' },
  {
    token: 'variant',
    alternatives: [
      word('Instruct|Chat|Code|Base|Uncensored|Finetune|FT'),
      word('Thinking|Reasoning'),
      word('turbo|preview|latest'),
    ],
    letterCase: 'as found',
  },
  {
    token: 'DATE',
    alternatives: [
      wholeWord(`${DIGIT}{2}-${DIGIT}{4}`),
      wholeWord(`${DIGIT}{4}-${DIGIT}{2}`),
      wholeWord(`${DIGIT}{4}`),
    ],
    letterCase: 'as found',
  },
];

const trailingQuants = quantAlternatives.map((quant) => new RegExp(`[-_](?:${quant})$`, 'iu'));

/**
 * Removes quantisations from the end of a name. Tries each pattern of the grammar once, in order: `GGUF`
 * comes after `Q4`. It therefore removes both from `x-GGUF-Q4`, but only `-GGUF` from `x-Q4_K_M-GGUF`. The
 * existing service does the same.
 */
export function stripTrailingQuants(name: string): string {
  return trailingQuants.reduce((remainingName, quant) => remainingName.replace(quant, ''), name);
}
