import type { Node } from 'jsonc-parser';
import { escapeNonAscii, parseJsonTree, pythonStyle, writeOnLines } from './json-tree.ts';

/** A JSON value whose numbers are stored as text, in Python's spelling. */
export type PythonValue =
  | string
  | boolean
  | null
  | { readonly number: string }
  | readonly PythonValue[]
  | ReadonlyMap<string, PythonValue>;

/** Parses a text like Python's `json.loads`; returns null if Python raises an error. */
export function readPythonJson(text: string): { readonly value: PythonValue } | null {
  const parsed = parseJsonTree(text);
  return 'root' in parsed ? { value: toPythonValue(text, parsed.root) } : null;
}

function toPythonValue(text: string, node: Node): PythonValue {
  const children = node.children ?? [];
  switch (node.type) {
    case 'number':
      return { number: formatPythonNumber(text.slice(node.offset, node.offset + node.length)) };
    case 'array':
      return children.map((child) => toPythonValue(text, child));
    case 'object':
      return new Map(
        children.map((member) => {
          const [key, value] = member.children as [Node, Node];
          return [String(key.value), toPythonValue(text, value)];
        }),
      );
    default:
      return node.value as string | boolean | null;
  }
}

/** Returns the text that Python's `json.dumps(value, indent=4)` returns for a value. */
export function writePythonJson(value: PythonValue, indent = ''): string {
  if (typeof value === 'object' && value !== null) {
    if ('number' in value) return value.number;
    const innerIndent = indent + pythonStyle.unit;
    const isList = Array.isArray(value);
    const parts = isList
      ? (value as readonly PythonValue[]).map((item) => writePythonJson(item, innerIndent))
      : [...(value as ReadonlyMap<string, PythonValue>)].map(
          ([key, member]) =>
            `${escapeNonAscii(JSON.stringify(key))}: ${writePythonJson(member, innerIndent)}`,
        );
    return writeOnLines(isList ? '[]' : '{}', parts, indent, pythonStyle);
  }
  return escapeNonAscii(JSON.stringify(value));
}

/** Returns whether a value is falsy in Python. */
export function isFalsy(value: PythonValue): boolean {
  if (value === '' || value === false || value === null) return true;
  if (typeof value !== 'object') return false;
  if ('number' in value) return Number(value.number) === 0;
  return Array.isArray(value) ? value.length === 0 : (value as ReadonlyMap<string, PythonValue>).size === 0;
}

/**
 * Returns the text that Python's `repr` returns for a float: the shortest digits that parse to the same
 * number, with a decimal point or an exponent.
 */
function formatPythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const exponentNumber = Number(exponent);
  if (exponentNumber < -4 || exponentNumber >= 16) {
    const sign = exponentNumber < 0 ? '-' : '+';
    return `${digits}e${sign}${String(Math.abs(exponentNumber)).padStart(2, '0')}`;
  }
  // Within these bounds, JavaScript uses no exponent.
  const plainText = String(value);
  return plainText.includes('.') ? plainText : `${plainText}.0`;
}

/** Formats a JSON number as Python does: integers stay unchanged, other numbers become floats. */
function formatPythonNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text === '-0' ? '0' : text;
  return formatPythonFloat(Number(text));
}

/**
 * Parses a number like Python's `float(text)`; null if Python raises an error. Whitespace around the number
 * and `_` between digits are allowed.
 */
export function readPythonFloat(text: string): number | null {
  const trimmedText = text.trim();
  const digits = trimmedText.replace(/(?<=\d)_(?=\d)/g, '');
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return Number(digits);
  const specialValue = /^([+-]?)(inf|infinity|nan)$/i.exec(trimmedText);
  if (!specialValue) return null;
  if (specialValue[2]?.toLowerCase() === 'nan') return Number.NaN;
  return specialValue[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Rounds to the nearest integer, and ties to even. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const fraction = value - floor;
  if (fraction !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
