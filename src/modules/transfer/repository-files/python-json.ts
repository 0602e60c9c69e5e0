import type { Node } from 'jsonc-parser';
import { asciiJson } from './json-style.ts';
import { parseJsonTree } from './json-tree.ts';
import { pythonNumber } from './python-numbers.ts';

/** A JSON value that knows how its numbers are spelled in Python. */
export type PythonValue =
  | string
  | boolean
  | null
  | { readonly number: string }
  | readonly PythonValue[]
  | ReadonlyMap<string, PythonValue>;

/** `json.loads`; null where it raises. */
export function readPythonJson(text: string): { readonly value: PythonValue } | null {
  const parsed = parseJsonTree(text);
  return 'root' in parsed ? { value: pythonValue(text, parsed.root) } : null;
}

function pythonValue(text: string, node: Node): PythonValue {
  const children = node.children ?? [];
  switch (node.type) {
    case 'number':
      return { number: pythonNumber(text.slice(node.offset, node.offset + node.length)) };
    case 'array':
      return children.map((child) => pythonValue(text, child));
    case 'object':
      return new Map(
        children.map((member) => {
          const [key, value] = member.children as [Node, Node];
          return [String(key.value), pythonValue(text, value)];
        }),
      );
    default:
      return node.value as string | boolean | null;
  }
}

/** `json.dumps(value, indent=4)`. */
export function writePythonJson(value: PythonValue, indent = ''): string {
  if (typeof value === 'object' && value !== null) {
    if ('number' in value) return value.number;
    const inner = `${indent}    `;
    const isList = Array.isArray(value);
    const parts = isList
      ? (value as readonly PythonValue[]).map((item) => writePythonJson(item, inner))
      : [...(value as ReadonlyMap<string, PythonValue>)].map(
          ([key, member]) => `${asciiJson(JSON.stringify(key))}: ${writePythonJson(member, inner)}`,
        );
    const [open, close] = isList ? '[]' : '{}';
    return parts.length === 0
      ? `${open}${close}`
      : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
  }
  return asciiJson(JSON.stringify(value));
}

/** Whether Python takes it for false. */
export function isFalsy(value: PythonValue): boolean {
  if (value === '' || value === false || value === null) return true;
  if (typeof value !== 'object') return false;
  if ('number' in value) return Number(value.number) === 0;
  return Array.isArray(value) ? value.length === 0 : (value as ReadonlyMap<string, PythonValue>).size === 0;
}
