import { formatCodePoint } from '../kernel/code-point.ts';
import { issueOf, laxString, valueError, withFacts } from './lax.ts';

/**
 * Returns the problem of a file name; null when there is none. Workers store the file under this name in
 * their model folder. The name must not lead outside that folder or look like another name.
 */
export function findFileNameProblem(name: string): string | null {
  const cause = findCause(name);
  return cause && `${JSON.stringify(name)} ${cause}; allowed: relative paths with '/' between their parts`;
}

function findCause(name: string): string | null {
  if (name === '') return 'is empty';
  if (name.includes('\\')) return 'has a backslash';
  const controlCharacter = /\p{Cc}/u.exec(name);
  if (controlCharacter) return `has the control character ${formatCodePoint(controlCharacter[0])}`;
  const bidiCharacter = /\p{Bidi_Control}/u.exec(name);
  if (bidiCharacter) return `has ${formatCodePoint(bidiCharacter[0])}, which changes the text direction`;
  if (name.startsWith('/')) return 'is an absolute path';
  if (name.startsWith('~')) return "begins with '~', which stands for a home directory";
  if (/^[a-z]:/i.test(name)) return `begins with the drive '${name.slice(0, 2)}'`;
  const segment = name.split('/').find((part) => part === '' || part === '.' || part === '..');
  return segment === undefined ? null : `has the path segment '${segment}'`;
}

/**
 * The pattern of one path segment: not `.` or `..`, and without separators, control characters, and
 * characters that change the direction of text.
 */
const part =
  '(?!\\.{1,2}(?:/|$))[^/\\\\\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]+';

/** The rules of `findFileNameProblem` as a pattern. */
export const fileNamePattern = `^(?!~)(?![A-Za-z]:)${part}(?:/${part})*$`;

/**
 * Returns the canonical form of a file name, for comparisons. Ignores letter case and the encoding of
 * accents, because some file systems ignore them.
 */
export function normaliseFileName(fileName: string): string {
  return fileName.normalize('NFC').toLowerCase();
}

/** Returns the parent folders of a file, outermost first: `a` and `a/b` for the file `a/b/c`. */
export function listParentFolders(place: string): string[] {
  const parts = place.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

export function fileName() {
  const schema = laxString().check(({ value, issues }) => {
    if (findFileNameProblem(value)) issues.push(fileNameIssue(value));
  });
  return withFacts(schema, { type: 'string', pattern: fileNamePattern });
}

/** Returns the schema of a file name that may be empty (no name). */
export function fileNameOrNone() {
  return laxString().check(({ value, issues }) => {
    if (value !== '' && findFileNameProblem(value)) issues.push(fileNameIssue(value));
  });
}

/**
 * Returns the issue for an invalid file name.
 * @param path the path of the name, relative to the schema that reports the issue
 */
export function fileNameIssue(name: string, path: (string | number)[] = []) {
  return issueOf(valueError(`the file name ${findFileNameProblem(name)}`), name, path);
}
