import { hasBackendPrefix } from './backends.ts';
import { quantAlternatives } from './parse.ts';

/** Matches what precedes a model's name in its address at Hugging Face. */
const address = /^(?:https?:\/\/)?(?:www\.)?(?:huggingface\.co|hf\.co)\/(?:api\/)?(?:models\/)?/i;
/** Matches paths at Hugging Face that are no models. */
const otherThanModels = /^(?:datasets|spaces|docs|collections|blog|papers)\//i;

/** A spelling without what people copy along with a name. */
export interface CleanedSpelling {
  readonly text: string;
  readonly rules: ('blanks' | 'address')[];
}

/**
 * Takes away blanks around a name, and what makes it an address at Hugging Face: of that, the author and the
 * model are the name. Null when nothing, or no model, is left.
 *
 * @example cleaned(' https://huggingface.co/a/b/tree/main') // { text: 'a/b', rules: ['blanks', 'address'] }
 */
export function cleaned(spelling: string): CleanedSpelling | null {
  const trimmed = spelling.trim();
  const rules: CleanedSpelling['rules'] = trimmed === spelling ? [] : ['blanks'];
  const prefix = address.exec(trimmed)?.[0];
  if (prefix === undefined) return trimmed === '' ? null : { text: trimmed, rules };
  const path = decoded(trimmed.slice(prefix.length)).replace(/[?#].*$/s, '');
  if (otherThanModels.test(path)) return null;
  const text = path.split('/').slice(0, 2).join('/').replace(/\/$/, '');
  return text === '' ? null : { text, rules: [...rules, 'address'] };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Suffixes of people who convert and quantise models, beside the quantisations of the name grammar: those are
 * parts of stored names, and a change of that grammar would rename groups.
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
/** Matches the tag by which Ollama names a file of a repository. */
const tagAtEnd = new RegExp(`:(?:${conversions.join('|')}|latest)$`, 'iu');
/**
 * The most suffixes that are removed from a spelling: `i1-Q4_K_M.GGUF` has three, and some converters add a few
 * more.
 */
const mostConversions = 6;

/** Lists the spelling without the last suffix of a conversion, without the last two, and so on. */
export function withoutConversions(spelling: string): string[] {
  const all: string[] = [];
  let rest = spelling.replace(tagAtEnd, '');
  if (rest !== spelling) all.push(rest);
  while (all.length < mostConversions && conversionAtEnd.test(rest)) {
    rest = rest.replace(conversionAtEnd, '');
    all.push(rest);
  }
  return all;
}

/** Accounts that publish others' models, converted, under the models' own names. */
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

/** Whether the author before the name is known to publish others' models. */
export function isRepublished(name: string): boolean {
  const author = hasBackendPrefix(name) ? '' : name.slice(0, Math.max(0, name.indexOf('/')));
  return republishers.has(author.toLowerCase());
}
