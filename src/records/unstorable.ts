/**
 * Finds the first part of a JSON value that no record may contain: a key that could change an object's
 * prototype, a number beyond the range of a double, a lone surrogate or U+0000 (which databases cannot
 * store), or nesting that would exhaust the stack. Null when there is none.
 */
export function findUnstorable(value: unknown): UnstorablePart | null {
  return findUnstorablePart(value, 1);
}

interface UnstorablePart {
  /** The type of the problem, as in a `FieldProblem`. */
  readonly type: string;
  readonly msg: string;
  /** The keys and array indexes that lead to the part, outermost first. */
  readonly path: readonly (string | number)[];
}

/** Maximum nesting depth of arrays and objects. The deepest record has 5 levels. */
const maxDepth = 32;

function findUnstorablePart(value: unknown, depth: number): UnstorablePart | null {
  if (typeof value === 'string') return findUnstorableText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? null : notFiniteProblem;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > maxDepth) return depthProblem;
  return Array.isArray(value) ? findUnstorableItem(value, depth) : findUnstorableMember(value, depth);
}

function findUnstorableItem(items: readonly unknown[], depth: number): UnstorablePart | null {
  // A body of one megabyte can have half a million items, so this avoids iterators and closures.
  for (let index = 0; index < items.length; index += 1) {
    const part = findUnstorablePart(items[index], depth + 1);
    if (part) return prependStep(index, part);
  }
  return null;
}

function findUnstorableMember(value: object, depth: number): UnstorablePart | null {
  for (const key of Object.keys(value)) {
    const child = (value as Record<string, unknown>)[key];
    if (key === '__proto__' || (key === 'constructor' && hasOwnPrototype(child))) {
      return { type: 'extra_forbidden', msg: `The key '${key}' is not permitted`, path: [key] };
    }
    const keyProblem = findUnstorableText(key);
    if (keyProblem) return keyProblem;
    const part = findUnstorablePart(child, depth + 1);
    if (part) return prependStep(key, part);
  }
  return null;
}

function prependStep(step: string | number, part: UnstorablePart): UnstorablePart {
  return { ...part, path: [step, ...part.path] };
}

const notFiniteProblem = { type: 'finite_number', msg: 'Input should be a finite number', path: [] };

const notUnicodeProblem = {
  type: 'string_unicode',
  msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
  path: [],
};

const nulProblem = {
  type: 'string_unicode',
  msg: 'Input should be a string without the character U+0000',
  path: [],
};

const depthProblem = {
  type: 'value_error',
  msg: `Value error, nested deeper than ${maxDepth} levels`,
  path: [],
};

function findUnstorableText(text: string): UnstorablePart | null {
  if (!text.isWellFormed()) return notUnicodeProblem;
  return text.includes('\0') ? nulProblem : null;
}

function hasOwnPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

/**
 * Makes a text storable in every database: removes NUL characters, which PostgreSQL cannot store, and
 * replaces lone surrogates.
 */
export function makeStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
