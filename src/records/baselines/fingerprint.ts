/**
 * A fingerprint lists conditions, separated by blanks, about the tensors of a file. It matches a file when
 * all its conditions hold:
 *
 * - `img_in.weight`: the tensor exists; `*` in a name matches any text
 * - `to_k.weight[-1]=768`: the last dimension of the tensor is 768; `[0]` is the first dimension
 * - `norm.weight|norm.scale`: at least one of the two conditions holds
 * - `!guidance_in.weight`: the tensor does not exist
 */
export type Fingerprint = string;

/** The shapes of a file's tensors, by name. */
export type Tensors = ReadonlyMap<string, readonly number[]>;

interface Condition {
  readonly negated: boolean;
  readonly any: readonly TensorCondition[];
}

interface TensorCondition {
  readonly name: string;
  readonly dimension: { readonly at: number; readonly size: number } | null;
}

/**
 * The prefix of the denoiser's tensors in a full checkpoint. In a file with only the denoiser, their names
 * have no prefix.
 */
const prefix = 'model.diffusion_model.';

const form = /^([^\s|[\]=!]+)(?:\[(-?\d{1,2})\]=(\d{1,9}))?$/;

/**
 * Scores a fingerprint against the tensors of a file: 0 when any condition fails, otherwise the number of
 * conditions without `!`. Callers prefer the highest score as the most specific.
 */
export function countMatches(text: Fingerprint, tensors: Tensors): number {
  const conditions = conditionsOf(text);
  const isMatch = conditions.every(
    ({ negated, any }) => any.some((tensor) => hasTensor(tensor, tensors)) !== negated,
  );
  return isMatch ? conditions.filter(({ negated }) => !negated).length : 0;
}

function conditionsOf(text: Fingerprint): readonly Condition[] {
  return partsOf(text).map((part) => ({
    negated: part.startsWith('!'),
    any: part.replace(/^!/, '').split('|').map(tensorConditionOf),
  }));
}

function partsOf(text: Fingerprint): string[] {
  return text.split(/\s+/).filter((part) => part !== '');
}

function tensorConditionOf(text: string): TensorCondition {
  const [, name = text, at, size] = form.exec(text) ?? [];
  return { name, dimension: at === undefined ? null : { at: Number(at), size: Number(size) } };
}

function hasTensor({ name, dimension }: TensorCondition, tensors: Tensors): boolean {
  const hasShape = (shape: readonly number[] | undefined) =>
    shape !== undefined && (dimension === null || shape.at(dimension.at) === dimension.size);
  if (!name.includes('*')) return hasShape(tensors.get(prefix + name) ?? tensors.get(name));
  for (const [own, shape] of tensors) if (matchesGlob(name, own) && hasShape(shape)) return true;
  return false;
}

/** Returns whether a text matches a pattern in which `*` matches any text. Does not backtrack. */
export function matchesGlob(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of rest) {
    const index = text.indexOf(piece, at);
    if (index === -1 || index + piece.length > text.length - last.length) return false;
    at = index + piece.length;
  }
  return true;
}

/**
 * Parses a clue about tensor sizes: `8 x 245760` means at least eight tensors of 245760 numbers each. Returns
 * null for any other text.
 */
export function storageClue(text: string): { readonly least: number; readonly numbers: number } | null {
  const [, least, numbers] = /^([1-9]\d{0,5}) ?x ?([1-9]\d{0,11})$/.exec(text) ?? [];
  return least === undefined ? null : { least: Number(least), numbers: Number(numbers) };
}
