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
  readonly isNegated: boolean;
  readonly alternatives: readonly TensorCondition[];
}

interface TensorCondition {
  readonly name: string;
  readonly dimension: { readonly index: number; readonly size: number } | null;
}

/**
 * The prefix of the denoiser's tensors in a full checkpoint. In a file with only the denoiser, their names
 * have no prefix.
 */
const prefix = 'model.diffusion_model.';

const conditionPattern = /^([^\s|[\]=!]+)(?:\[(-?\d{1,2})\]=(\d{1,9}))?$/;

/**
 * Returns how well a fingerprint matches the tensors of a file: 0 when any condition fails, otherwise the
 * number of conditions without `!`. Callers prefer the fingerprint with the highest result, because it is the
 * most specific.
 */
export function countMatches(text: Fingerprint, tensors: Tensors): number {
  const conditions = parseConditions(text);
  const isMatch = conditions.every(
    ({ isNegated, alternatives }) => alternatives.some((tensor) => hasTensor(tensor, tensors)) !== isNegated,
  );
  return isMatch ? conditions.filter(({ isNegated }) => !isNegated).length : 0;
}

function parseConditions(text: Fingerprint): readonly Condition[] {
  return splitAtBlanks(text).map((part) => ({
    isNegated: part.startsWith('!'),
    alternatives: part.replace(/^!/, '').split('|').map(parseTensorCondition),
  }));
}

function splitAtBlanks(text: Fingerprint): string[] {
  return text.split(/\s+/).filter((part) => part !== '');
}

function parseTensorCondition(text: string): TensorCondition {
  const [, name = text, at, size] = conditionPattern.exec(text) ?? [];
  return { name, dimension: at === undefined ? null : { index: Number(at), size: Number(size) } };
}

function hasTensor({ name, dimension }: TensorCondition, tensors: Tensors): boolean {
  const hasShape = (shape: readonly number[] | undefined) =>
    shape !== undefined && (dimension === null || shape.at(dimension.index) === dimension.size);
  if (!name.includes('*')) return hasShape(tensors.get(prefix + name) ?? tensors.get(name));
  for (const [own, shape] of tensors) if (matchesGlob(name, own) && hasShape(shape)) return true;
  return false;
}

/** Returns whether a text matches a pattern in which `*` matches any text. Does not backtrack. */
export function matchesGlob(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return text === pattern;
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
  let offset = head.length;
  for (const piece of rest) {
    const index = text.indexOf(piece, offset);
    if (index === -1 || index + piece.length > text.length - tail.length) return false;
    offset = index + piece.length;
  }
  return true;
}

/**
 * Parses a clue about tensor sizes: `8 x 245760` means at least eight tensors of 245760 numbers each. Returns
 * null for any other text.
 */
export function parseStorageClue(
  text: string,
): { readonly minTensors: number; readonly numbersPerTensor: number } | null {
  const [, minTensors, numbersPerTensor] = /^([1-9]\d{0,5}) ?x ?([1-9]\d{0,11})$/.exec(text) ?? [];
  return minTensors === undefined
    ? null
    : { minTensors: Number(minTensors), numbersPerTensor: Number(numbersPerTensor) };
}
