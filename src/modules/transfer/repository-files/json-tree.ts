import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '../../../kernel/json.ts';

/** The offset at which a text is not valid JSON, and the reason. */
export interface JsonProblem {
  readonly offset: number;
  readonly reason: string;
}

/** Maximum nesting depth of a JSON text. Recursion through a deeper tree could exhaust the stack. */
const maxDepth = 200;

/**
 * Parses a JSON text into a tree. Returns `fault` if the text is not JSON, has comments, or is nested too
 * deeply.
 */
export function parseJsonTree(text: string): { readonly root: Node } | { readonly fault: JsonProblem } {
  const offset = findTooDeep(text);
  if (offset !== null) return { fault: { offset, reason: `is nested deeper than ${maxDepth} levels` } };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error || !root) {
    const reason = error ? printParseErrorCode(error.error) : 'it is empty';
    return { fault: { offset: error?.offset ?? 0, reason: `is not JSON: ${reason}` } };
  }
  return { root };
}

/**
 * Returns the offset at which the nesting depth of a text exceeds `maxDepth`; null if it does not. Also
 * returns null if a string is unterminated: such a text is not JSON.
 */
function findTooDeep(text: string): number | null {
  const marks = /["[\]{}]/g;
  let depth = 0;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    const [mark] = match;
    if (mark === '"') {
      const end = findEndOfString(text, match.index);
      if (end === null) return null;
      marks.lastIndex = end;
    } else if (mark === ']' || mark === '}') depth -= 1;
    else {
      depth += 1;
      if (depth > maxDepth) return match.index;
    }
  }
  return null;
}

/** Returns the index after the string that begins at `start`; null if the string is unterminated. */
function findEndOfString(text: string, start: number): number | null {
  for (let quoteIndex = start + 1; ; quoteIndex += 1) {
    quoteIndex = text.indexOf('"', quoteIndex);
    if (quoteIndex < 0) return null;
    let backslashes = 0;
    while (text[quoteIndex - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quoteIndex + 1;
  }
}

/** The style of new values in a JSON file. */
export interface JsonStyle {
  readonly lineEnd: string;
  /** The whitespace of one indentation level. */
  readonly unit: string;
  /** Whether non-ASCII characters are written as `\uXXXX`. */
  readonly ascii: boolean;
}

/** The JSON style of the public repositories' tools; for new files. */
export const pythonStyle: JsonStyle = { lineEnd: '\n', unit: '    ', ascii: true };

export function detectStyle(text: string, root: Node): JsonStyle {
  const firstMember = root.children?.[0];
  const leadingSpace = firstMember ? text.slice(root.offset + 1, firstMember.offset) : '';
  const unit = /[\r\n]([ \t]+)$/.exec(leadingSpace)?.[1] ?? pythonStyle.unit;
  const lineEnd = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  return { lineEnd, unit, ascii: !/[^\0-\u007f]/.test(text) };
}

/**
 * Returns the JSON text of a value in the given style. Each member or element is on its own line, as in
 * Python's `json.dumps(indent=…)`.
 *
 * @param indent the indentation of the line on which the value begins
 */
export function writeJson(value: JsonValue, style: JsonStyle, indent: string): string {
  if (typeof value !== 'object' || value === null) return writeScalar(value, style);
  const innerIndent = indent + style.unit;
  const parts = isJsonObject(value)
    ? Object.entries(value).map(
        ([key, member]) => `${writeScalar(key, style)}: ${writeJson(member, style, innerIndent)}`,
      )
    : value.map((element) => writeJson(element, style, innerIndent));
  return writeOnLines(isJsonObject(value) ? '{}' : '[]', parts, indent, style);
}

/** Joins parts with commas between brackets, each part on its own line. */
export function writeOnLines(
  [open, close]: string,
  parts: readonly string[],
  indent: string,
  { lineEnd, unit }: Pick<JsonStyle, 'lineEnd' | 'unit'>,
): string {
  if (parts.length === 0) return `${open}${close}`;
  const inner = lineEnd + indent + unit;
  return `${open}${inner}${parts.join(`,${inner}`)}${lineEnd}${indent}${close}`;
}

export function writeScalar(value: JsonValue, { ascii }: Pick<JsonStyle, 'ascii'>): string {
  const text = JSON.stringify(value);
  return ascii ? escapeNonAscii(text) : text;
}

/** Escapes non-ASCII characters in a JSON text. */
export function escapeNonAscii(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
