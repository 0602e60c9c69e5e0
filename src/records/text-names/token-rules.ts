/**
 * The grammar of a text model's name, as a table. `parseTextName` walks it top to bottom; each rule takes at
 * most one match out of what the rules before it have left.
 *
 * Names reach this from anonymous requests, so every pattern runs in time linear in the name: a pattern can
 * start at a bounded number of places per run of digits, and no two of its repetitions can share a character.
 *
 * Clients group models by what comes out of here. A change in a rule renames groups.
 */

/** What a name part is called in a parsed name. */
export type NamePart = 'size' | 'variant' | 'quant' | 'version';

/** Kinds of further tokens. Only `DATE` and `LEADING_VERSION` are recognised today; clients know all four. */
export type ExtraType = 'DATE' | 'DESCRIPTOR' | 'LEADING_VERSION' | 'UNKNOWN';

export interface TokenRule {
  /** Where the token goes: into a part of its own, or among the extras as this type. */
  readonly token: NamePart | ExtraType;
  /**
   * Tried in this order over the whole remaining name: the first that matches anywhere wins, at its leftmost
   * match. The named group `value`, where there is one, is the token; the whole match is what is taken out.
   */
  readonly alternatives: readonly RegExp[];
  readonly written: 'in upper case' | 'as found';
}

const LETTER = '[A-Za-z]';
/** Decimal digits of any script. */
const DIGIT = '\\p{Nd}';
const ALPHANUMERIC = `[A-Za-z${DIGIT}]`;
const WORD = '[\\p{L}\\p{N}_]';

/**
 * Where a number may start that must not follow a letter. Within a run of digits that is its first digit or,
 * right after a letter, its second (`x22B` holds `2B`): a later start could not match where these fail, so it
 * is not tried.
 */
const NUMBER_START = `(?:(?<!${ALPHANUMERIC})|(?<=${LETTER}${DIGIT}))(?=${DIGIT})`;

const pattern = (source: string): RegExp => new RegExp(source, 'iu');
/** Not touching other letters or digits; `_` may touch. */
const standingAlone = (source: string): RegExp =>
  pattern(`(?<!${ALPHANUMERIC})(?:${source})(?!${ALPHANUMERIC})`);
/** Between word edges; `_` counts as part of a word, so `Model_Instruct` has no variant. */
const word = (source: string): RegExp => pattern(`(?<!${WORD})(?:${source})(?!${WORD})`);

/** Quantisations, also wanted at the very end of names that are merged for usage. */
export const quantAlternatives: readonly string[] = [
  'Q[2-8]_K(?:_[SMLH])?',
  'Q[2-8]_[01]',
  'Q[2-8]',
  'GGUF|GGML|GPTQ|AWQ|EXL2',
  'fp16|fp32|int8|int4',
];
export const quantPatterns: readonly RegExp[] = quantAlternatives.map(word);

export const tokenRules: readonly TokenRule[] = [
  {
    token: 'LEADING_VERSION',
    alternatives: [pattern(`^(?<value>${DIGIT}+\\.${DIGIT}+(?:\\.${DIGIT}+)?)[_-]`)],
    written: 'as found',
  },
  {
    token: 'size',
    alternatives: [
      pattern(`${NUMBER_START}${DIGIT}+(?:\\.${DIGIT}*)?[BMK]${DIGIT}*(?!${LETTER})`),
      pattern(`${NUMBER_START}${DIGIT}+x${DIGIT}+[BMK](?!${LETTER})`),
    ],
    written: 'in upper case',
  },
  {
    token: 'version',
    alternatives: [
      standingAlone(`v${DIGIT}+(?:\\.${DIGIT}+)+`),
      // Not before a dot either: the `v2` of `v2.a` is no version.
      standingAlone(`v${DIGIT}+(?!\\.)`),
    ],
    written: 'as found',
  },
  { token: 'quant', alternatives: quantPatterns, written: 'in upper case' },
  {
    token: 'variant',
    alternatives: [
      word('Instruct|Chat|Code|Base|Uncensored|Finetune|FT'),
      word('Thinking|Reasoning'),
      word('turbo|preview|latest'),
    ],
    written: 'as found',
  },
  {
    token: 'DATE',
    alternatives: [
      standingAlone(`${DIGIT}{2}-${DIGIT}{4}`),
      standingAlone(`${DIGIT}{4}-${DIGIT}{2}`),
      standingAlone(`${DIGIT}{4}`),
    ],
    written: 'as found',
  },
];
