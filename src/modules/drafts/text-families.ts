import { parseTextName } from '../../records/text-names/index.ts';
import { wholeNumberOf } from './untrusted.ts';

/**
 * A family of text models with a common base, such as Llama 3. The name of a model indicates its family:
 * `L3-8B-Lunaris` belongs to Llama 3. A test compares the results with live records.
 */
interface TextFamily {
  /** Matches the names of the family's models, without the author prefix. */
  readonly pattern: RegExp;
  /** The instruct format of the family's own models; null when unknown or not unique. */
  readonly format: string | null;
  /**
   * Whether fine-tunes by other authors have the family's instruct format. Among the live records, 15 of 16
   * fine-tunes of such families do.
   */
  readonly appliesToFineTunes: boolean;
  /**
   * The repository ids of the family's base models, by size (`8B`). Empty: the size does not determine the
   * base model.
   */
  readonly bases: Readonly<Record<string, string>>;
}

/**
 * Returns the Hugging Face id of the base model that a model's name indicates. Null when the name indicates
 * none, or when the model itself is the base model.
 *
 * @param parameters the model's number of parameters; null if unknown. Used only if the name states no size
 */
export function findBaseByName(id: string, parameters: number | null): string | null {
  const bases = findFamily(id)?.bases ?? {};
  const isBase = Object.values(bases).some((base) => base.toLowerCase() === id.toLowerCase());
  return isBase ? null : (bases[findSize(removeAuthor(id), parameters, Object.keys(bases)) ?? ''] ?? null);
}

/** Returns the instruct format that a model's id indicates; null when it indicates none. */
export function findFormatByName(id: string): string | null {
  const formatOfWord = formatsByNameWord.find(([pattern]) => pattern.test(removeAuthor(id)))?.[1];
  return formatOfWord ?? findFamily(id)?.format ?? null;
}

/** Returns the instruct format of models derived from a base; null when unknown. */
export function findFormatByBase(base: string): string | null {
  const family = findFamily(base);
  return family?.appliesToFineTunes ? family.format : null;
}

/**
 * Returns the instruct format of models with an architecture, named as in `config.json` or GGUF headers; null
 * when unknown.
 */
export function findFormatByArchitecture(architecture: string): string | null {
  return architectures[architecture.replaceAll('_', '')] ?? null;
}

const architectures: Readonly<Record<string, string>> = {
  cohere: 'CommandR',
  cohere2: 'CommandR',
  'command-r': 'CommandR',
  gemma4: 'Gemma 4',
  glm4: 'GLM-4',
  gptoss: 'Harmony',
  'gpt-oss': 'Harmony',
  llama4: 'Llama 4',
  qwen2: 'ChatML',
  qwen3: 'ChatML',
  qwen3moe: 'ChatML',
};

function findFamily(id: string): TextFamily | undefined {
  const name = removeAuthor(id);
  return families.find(({ pattern }) => pattern.test(name));
}

function removeAuthor(id: string): string {
  return id.split('/').at(-1) ?? '';
}

/**
 * Returns the element of `sizes` that occurs in a model's name. If the name has no size, returns the element
 * within 8 % of the number of parameters. Null if there is none.
 */
function findSize(name: string, parameters: number | null, sizes: readonly string[]): string | null {
  const statedSize = sizes.find((size) => createSizePattern(size).test(name));
  if (statedSize !== undefined || parameters === null || /\d[bm](?![a-z])/i.test(name))
    return statedSize ?? null;
  const isCloseToCount = (size: string) =>
    /^[\d.]+b$/i.test(size) && Math.abs(parameters / (Number.parseFloat(size) * 1e9) - 1) < 0.08;
  return sizes.find(isCloseToCount) ?? null;
}

/** Returns a pattern that matches only at the beginning of a word: not after a letter or digit. */
function createWordPattern(source: string): RegExp {
  return new RegExp(`(?<![a-z\\d])(?:${source})`, 'i');
}

/** Returns a pattern that matches a size as a word of its own: not the `4B` in `2.4B` or in `A4B`. */
function createSizePattern(size: string): RegExp {
  return new RegExp(`(?<![a-z\\d.])${size.replaceAll('.', '\\.')}(?![a-z\\d])`, 'i');
}

/**
 * Returns a repository id for each size: `pattern`, such as `meta-llama/Llama-3.1-*`, with `*` replaced by
 * the size.
 * @param sizes separated by spaces
 */
function createIdsBySize(pattern: string, sizes: string): Readonly<Record<string, string>> {
  return Object.fromEntries(sizes.split(' ').map((size) => [size, pattern.replace('*', size)]));
}

/** Instruct formats by a word in a model's name, regardless of its family. */
const formatsByNameWord: readonly (readonly [RegExp, string])[] = [
  [/chatml/i, 'ChatML'],
  [createWordPattern('dolphin-|open-?hermes|eva-qwen'), 'ChatML'],
  [createWordPattern('nous-hermes-llama-?2'), 'Alpaca'],
  [/alpaca/i, 'Alpaca'],
  [createWordPattern('(wizard-)?vicuna|wizardlm-2|xwin-lm'), 'Vicuna'],
  [createWordPattern('pygmalion-2|metharme'), 'Metharme'],
  [createWordPattern('zephyr-'), 'Zephyr'],
  [createWordPattern('deepseek-(r1|v[23]|coder-v2)'), 'DeepSeek'],
];

function createFamily(
  names: string,
  format: string | null,
  appliesToFineTunes = false,
  bases: TextFamily['bases'] = {},
): TextFamily {
  return { pattern: createWordPattern(names), format, appliesToFineTunes, bases };
}

/** The known families. The first match wins, so specific families precede general ones. */
const families: readonly TextFamily[] = [
  createFamily(
    'gemma[-_]?4|g4(?!\\d)',
    'Gemma 4',
    true,
    createIdsBySize('google/gemma-4-*', 'E2B E4B 12B 26B-A4B 31B'),
  ),
  createFamily('gemma[-_]?3', 'Gemma', false, createIdsBySize('google/gemma-3-*-pt', '1b 4b 12b 27b')),
  createFamily('gemma[-_]?2|g2(?!\\d)', 'Gemma', false, createIdsBySize('google/gemma-2-*', '2b 9b 27b')),
  createFamily('gemma', 'Gemma'),
  createFamily('(llama[-_]?|l)4(?![.\\d]|b)', 'Llama 4'),
  // Models with these names have several possible bases, so none is guessed.
  createFamily('(llama[-_]?|l)3[._]3', 'Llama 3', true),
  createFamily('(llama[-_]?|l)3[._]2', 'Llama 3', true, createIdsBySize('meta-llama/Llama-3.2-*', '1B 3B')),
  createFamily(
    '(llama[-_]?|l)3[._]1',
    'Llama 3',
    true,
    createIdsBySize('meta-llama/Llama-3.1-*', '8B 70B 405B'),
  ),
  // In `Llama-3B`, `3B` is the size.
  createFamily(
    '(llama[-_]?|l)3(?![.\\d]|_\\d|b)',
    'Llama 3',
    true,
    createIdsBySize('meta-llama/Meta-Llama-3-*', '8B 70B'),
  ),
  createFamily(
    'llama-2-\\d+b-chat',
    'Llama 2',
    false,
    createIdsBySize('meta-llama/Llama-2-*-hf', '7b 13b 70b'),
  ),
  createFamily(
    'xwin-lm|pygmalion-2|(llama[-_]?|l)2(?![.\\d]|b)',
    null,
    false,
    createIdsBySize('meta-llama/Llama-2-*-hf', '7b 13b 70b'),
  ),
  createFamily('qwen[-_]?3[._]5|q3[._]5', 'ChatML', true, {
    '27B': 'Qwen/Qwen3.5-27B',
    ...createIdsBySize('Qwen/Qwen3.5-*-Base', '9B 35B-A3B'),
  }),
  createFamily('qwen[-_]?3[._]6', 'ChatML', true),
  createFamily(
    'qwen[-_]?3',
    'ChatML',
    true,
    createIdsBySize('Qwen/Qwen3-*-Base', '0.6B 1.7B 4B 8B 14B 30B-A3B'),
  ),
  createFamily(
    'qwen[-_]?2[._]5',
    'ChatML',
    true,
    createIdsBySize('Qwen/Qwen2.5-*', '0.5B 1.5B 3B 7B 14B 32B 72B'),
  ),
  createFamily('qwen[-_]?2', 'ChatML', true, createIdsBySize('Qwen/Qwen2-*', '0.5B 1.5B 7B 72B')),
  createFamily(
    'qwen[-_]?1[._]5',
    'ChatML',
    true,
    createIdsBySize('Qwen/Qwen1.5-*', '0.5B 1.8B 4B 7B 14B 32B 72B 110B'),
  ),
  createFamily('qwen', 'ChatML', true),
  createFamily(
    'mistral-?nemo|mn[-_]12b|nemo-12b',
    null,
    false,
    createIdsBySize('mistralai/Mistral-Nemo-Base-2407', '12B'),
  ),
  createFamily('pixtral', 'Mistral V3 Tekken'),
  createFamily('(ms|mistral-small-)3[._]2', 'Mistral V7 Tekken', true),
  createFamily(
    '(ms|mistral-small-)3[._]1',
    'Mistral V7 Tekken',
    true,
    createIdsBySize('mistralai/Mistral-Small-3.1-24B-Base-2503', '24B'),
  ),
  createFamily(
    'mistral-small-(24b|3)',
    'Mistral V7 Tekken',
    true,
    createIdsBySize('mistralai/Mistral-Small-24B-Base-2501', '24B'),
  ),
  createFamily('magistral-small|ministral-3', 'Mistral V7 Tekken', true),
  createFamily('mistral-large-instruct-2411', 'Mistral V7'),
  createFamily(
    'mistral-(small|large)',
    'Mistral V3',
    false,
    createIdsBySize('mistralai/Mistral-Small-Instruct-2409', '22B'),
  ),
  createFamily(
    'mixtral|wizardlm-2-8x22b',
    'Mistral',
    false,
    createIdsBySize('mistralai/Mixtral-*-v0.1', '8x7B 8x22B'),
  ),
  createFamily('mistral', 'Mistral', false, createIdsBySize('mistralai/Mistral-*-v0.1', '7B')),
  createFamily('glm-4|glm-z1', 'GLM-4', true, createIdsBySize('THUDM/GLM-4-*-Base-0414', '32B')),
  createFamily('command-(r|a)|c4ai-command', 'CommandR', true),
  createFamily('gpt-j-6b', null, false, createIdsBySize('EleutherAI/gpt-j-6b', '6B')),
  createFamily('gpt-neox-20b', null, false, createIdsBySize('EleutherAI/gpt-neox-20b', '20B')),
  createFamily('gpt-neo-', null, false, createIdsBySize('EleutherAI/gpt-neo-*', '125M 1.3B 2.7B')),
  createFamily(
    'opt-',
    null,
    false,
    createIdsBySize('facebook/opt-*', '125m 350m 1.3b 2.7b 6.7b 13b 30b 66b'),
  ),
  createFamily(
    'fairseq-dense-',
    null,
    false,
    createIdsBySize('KoboldAI/fairseq-dense-*', '125M 355M 1.3B 2.7B 6.7B 13B'),
  ),
  createFamily('bloomz?-', null, false, createIdsBySize('bigscience/bloom-*', '560m 1b7 3b 7b1')),
  createFamily('falcon-', null, false, createIdsBySize('tiiuae/falcon-*', '7b 40b 180B')),
  createFamily('mpt-', null, false, createIdsBySize('mosaicml/mpt-*', '7b 30b')),
  createFamily('yi-', null, false, createIdsBySize('01-ai/Yi-*', '34B-200K 6B 9B 34B')),
];

const units: Readonly<Record<string, number>> = { B: 1e9, M: 1e6, K: 1e3 };

/**
 * Parses the number of parameters in a model's name: `12B`, `125M`, `1B7`, `1_8B`, or `8x7B`, which counts as
 * 8 times 7 billion. `count` is null when the name has none. `isMixture`: whether the name is that of a
 * mixture of experts, such as `8x7B` or `30B-A3B`.
 */
export function parseParameterCount(id: string): { count: number | null; isMixture: boolean } {
  const name = id.split('/').at(-1) ?? '';
  const [, experts, expertSize] = /(?<![a-z\d])(\d{1,3})x(\d{1,3}(?:\.\d+)?)b/i.exec(name) ?? [];
  if (experts !== undefined)
    return { count: wholeNumberOf(Math.round(Number(experts) * Number(expertSize) * 1e9)), isMixture: true };
  // Some names have `_` instead of the decimal point.
  const [, ones, tenths] = /-([01])_(\d)B(?![a-z\d])/.exec(name) ?? [];
  const size = ones === undefined ? parseTextName(name).size : `${ones}.${tenths}B`;
  const [, integerPart = '', unit = '', decimals = ''] =
    /^(\d+(?:\.\d+)?)([BMK])(\d*)$/.exec(size ?? '') ?? [];
  const count = Number(decimals === '' ? integerPart : `${integerPart}.${decimals}`) * (units[unit] ?? 0);
  const isMixture = /(?<=\d[bB])-A\d+(?:\.\d+)?B(?![a-z])/i.test(name);
  return { count: wholeNumberOf(Math.round(count)), isMixture };
}

/** An instruct format: the registry's spelling, and the marks that identify its chat template. */
interface InstructFormat {
  readonly name: string;
  /** Other spellings of the name, in lower case, without spaces, dashes and underscores. */
  readonly spellings?: readonly string[];
  /** Strings that occur in every chat template of this format. Absent if its templates are not recognised. */
  readonly marks?: readonly string[];
  /** Strings that the template must not contain. */
  readonly excludedMarks?: readonly string[];
}

/** The known formats. The first match wins, so specific formats precede general ones. */
const formats: readonly InstructFormat[] = [
  { name: 'Harmony', marks: ['<|start|>', '<|channel|>'] },
  { name: 'Gemma 4', marks: ['<|turn>'] },
  { name: 'Gemma', spellings: ['gemma2', 'gemma3'], marks: ['<start_of_turn>'] },
  { name: 'Llama 4', marks: ['<|header_start|>'] },
  {
    name: 'Llama 3',
    spellings: ['llama3instruct', 'llama3chat', 'llama3.1', 'llama3.2', 'llama3.3'],
    marks: ['<|start_header_id|>'],
  },
  { name: 'ChatML', spellings: ['chatmlformat'], marks: ['<|im_start|>'] },
  { name: 'Llama 2', spellings: ['llama2chat'], marks: ['[INST]', '<<SYS>>'] },
  { name: 'Mistral V7', marks: ['[SYSTEM_PROMPT] '] },
  { name: 'Mistral V7 Tekken', spellings: ['mistralv7tekken'], marks: ['[SYSTEM_PROMPT]'] },
  {
    name: 'Mistral V3 Tekken',
    spellings: ['mistralv3tekken'],
    marks: ['[AVAILABLE_TOOLS]', '[INST]'],
    excludedMarks: ['[INST] '],
  },
  { name: 'Mistral V3', marks: ['[AVAILABLE_TOOLS]', '[INST] '] },
  { name: 'Mistral', spellings: ['mistralinstruct'], marks: ['[INST]'] },
  { name: 'GLM-4', spellings: ['glm4'], marks: ['[gMASK]'] },
  { name: 'CommandR', spellings: ['commandr', 'coherecommandr'], marks: ['<|START_OF_TURN_TOKEN|>'] },
  { name: 'DeepSeek', marks: ['<｜User｜>'] },
  { name: 'Metharme', spellings: ['pygmalion2'], marks: ['<|user|>', '<|model|>'] },
  { name: 'Phi', marks: ['<|user|>', '<|end|>'] },
  { name: 'Zephyr', marks: ['<|user|>', '<|assistant|>'] },
  { name: 'Alpaca', marks: ['### Instruction'] },
  { name: 'Vicuna', marks: ['USER:', 'ASSISTANT:'] },
];

const namesBySpelling = new Map(
  formats.flatMap(({ name, spellings = [] }) =>
    [normalizeSpelling(name), ...spellings].map((spelling) => [spelling, name]),
  ),
);

/** Returns the spelling of a format's name in records. Trims an unknown name, and otherwise leaves it. */
export function toCanonicalInstructFormat(text: string): string {
  return namesBySpelling.get(normalizeSpelling(text)) ?? text.trim();
}

/** Returns the instruct format of a chat template; null when unknown. */
export function findTemplateFormat(template: string): string | null {
  const templateStart = template.slice(0, 100_000);
  const matchesFormat = ({ marks, excludedMarks = [] }: InstructFormat) =>
    marks?.every((mark) => templateStart.includes(mark)) &&
    !excludedMarks.some((mark) => templateStart.includes(mark));
  return formats.find(matchesFormat)?.name ?? null;
}

function normalizeSpelling(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
