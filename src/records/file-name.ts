import { formatCodePoint } from '../kernel/code-point.ts';
import { issueOf, laxString, valueError, withFacts } from './lax.ts';

/**
 * Returns the problem of the name under which workers store a file; null when there is none. Workers join the
 * name to their model folder, so it must not lead outside that folder or look like another name.
 */
export function fileNameProblem(name: string): string | null {
  const cause = causeOf(name);
  return cause && `${JSON.stringify(name)} ${cause}; allowed are relative paths with '/' between their parts`;
}

function causeOf(name: string): string | null {
  if (name === '') return 'is empty';
  if (name.includes('\\')) return 'has a backslash';
  const control = /\p{Cc}/u.exec(name);
  if (control) return `has the control character ${formatCodePoint(control[0])}`;
  const direction = /\p{Bidi_Control}/u.exec(name);
  if (direction) return `has ${formatCodePoint(direction[0])}, which changes the text direction`;
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

/** The rules of `fileNameProblem` as a pattern. */
export const fileNamePattern = `^(?!~)(?![A-Za-z]:)${part}(?:/${part})*$`;

/**
 * Returns the form of a file name for comparisons. Names that some file systems treat as the same file have
 * the same form: it ignores letter case and the encoding of accents.
 */
export function filePlace(fileName: string): string {
  return fileName.normalize('NFC').toLowerCase();
}

/** Returns the parent folders of a file, outermost first: `a` and `a/b` for the file `a/b/c`. */
export function listParentFolders(place: string): string[] {
  const parts = place.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

export function fileName() {
  const schema = laxString().check(({ value, issues }) => {
    if (fileNameProblem(value)) issues.push(fileNameIssue(value));
  });
  return withFacts(schema, { type: 'string', pattern: fileNamePattern });
}

/** Returns the schema of a file name that may be empty (no name). */
export function fileNameOrNone() {
  return laxString().check(({ value, issues }) => {
    if (value !== '' && fileNameProblem(value)) issues.push(fileNameIssue(value));
  });
}

/**
 * Returns the issue for an invalid file name.
 * @param path the path of the name, relative to the schema that reports the issue
 */
export function fileNameIssue(name: string, path: (string | number)[] = []) {
  return issueOf(valueError(`the file name ${fileNameProblem(name)}`), name, path);
}
