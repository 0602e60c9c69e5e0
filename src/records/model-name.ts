import { RegistryError } from '../kernel/errors.ts';
import type { CanonicalFormat, CategoryDefinition } from './categories/category.ts';
import { hasBackendPrefix, textBackends } from './text-names/backends.ts';

/** In characters (code points). */
export const maxModelNameLength = 512;

/**
 * Validates the name of a model. Refuses a name that is blank, has more than 512 characters, or contains a
 * control character, a backslash or a lone surrogate.
 *
 * @throws RegistryError `invalid_name` (422) for a refused name
 */
export function checkModelName(name: string): void {
  checkName('Model name', name);
}

/**
 * Validates the name of a group, family or alias, by the same rules as `checkModelName`.
 *
 * @param what the first words of the error message, such as `Alias`
 * @throws RegistryError `invalid_name` (422) for a refused name
 */
export function checkName(what: string, name: string): void {
  const problem = findProblem(what, name);
  if (problem) throw new RegistryError('invalid_name', problem);
}

function findProblem(what: string, name: string): string | null {
  if (name.trim() === '') return `${what} must not be empty or whitespace-only.`;
  if (name.includes('\\')) return `${what} must not contain invalid characters \\: '${name}'`;
  if (/\p{Cc}/u.test(name)) return `${what} must not contain control characters: ${JSON.stringify(name)}`;
  if (!name.isWellFormed()) return `${what} must be well-formed Unicode: ${JSON.stringify(name)}`;
  const length = [...name].length;
  if (length > maxModelNameLength) {
    return `${what} must not be longer than ${maxModelNameLength} characters: it has ${length}`;
  }
  return null;
}

/**
 * Refuses a write of a text model whose name has a backend prefix. The names at the backends are derived from
 * the model's own name.
 *
 * @param write.format the format of the record to write
 * @throws RegistryError `bad_request`
 */
export function checkBackendPrefix({
  definition,
  name,
  operation,
  format,
}: {
  readonly definition: Pick<CategoryDefinition, 'name'>;
  readonly name: string;
  readonly operation: 'create' | 'update' | 'delete';
  readonly format: CanonicalFormat;
}): void {
  if (definition.name !== 'text_generation' || !hasBackendPrefix(name)) return;
  const prefixes = textBackends.map(({ prefix }) => prefix).join(', ');
  const dash = format === 'v2' ? '—' : '-';
  const verb = operation === 'delete' ? 'deleted' : 'generated';
  throw new RegistryError(
    'bad_request',
    `Model name '${name}' contains a backend prefix (${prefixes}). Submit only the base model name ${dash} backend duplicates are ${verb} automatically.`,
  );
}

/**
 * Converts a name, or a part of one, to the form that search compares. Ignores letter case and the encoding
 * of letters with marks. `ß` becomes `ss`, and the Turkish `İ` and `ı` become `i`.
 */
export function foldName(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // Via upper case, which unifies characters with several lower-case forms (ß and ss, final sigma).
  const caseFolded = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
  return caseFolded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
