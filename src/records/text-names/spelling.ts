import { hasBackendPrefix } from './backends.ts';
import { quantAlternatives } from './parse.ts';

/** Matches the part before the author and the name of a model in an address at Hugging Face. */
const address = /^(?:https?:\/\/)?(?:www\.)?(?:huggingface\.co|hf\.co)\/(?:api\/)?(?:models\/)?/i;
/** Matches paths at Hugging Face that do not lead to models. */
const otherThanModels = /^(?:datasets|spaces|docs|collections|blog|papers)\//i;

/**
 * A name as somebody has spelt it, without the blanks around it and without the rest of an address. `rules`
 * says which of these were removed.
 */
export interface CleanedSpelling {
  readonly text: string;
  readonly rules: ('blanks' | 'address')[];
}

/**
 * Removes blanks around a name, and reduces an address at Hugging Face to author and model. Null when nothing
 * is left, or the address is not a model's.
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
export function isRepublished(name: string): boolean {
  const author = hasBackendPrefix(name) ? '' : name.slice(0, Math.max(0, name.indexOf('/')));
  return republishers.has(author.toLowerCase());
}
