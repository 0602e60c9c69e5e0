import type { Node } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '../../../kernel/json.ts';

/** How a JSON file is written, as far as a new value in it has to know. */
export interface JsonStyle {
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly unit: string;
  /** Whether everything beyond ASCII is written as `\uXXXX`. */
  readonly ascii: boolean;
}

/** What the tools of the public repositories write where there is no file to go by. */
const pythonStyle: JsonStyle = { lineEnd: '\n', unit: '    ', ascii: true };

export function styleOf(text: string, root: Node): JsonStyle {
  const first = root.children?.[0];
  const lead = first ? text.slice(root.offset + 1, first.offset) : '';
  const unit = /[\r\n]([ \t]+)$/.exec(lead)?.[1] ?? pythonStyle.unit;
  const lineEnd = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  return { lineEnd, unit, ascii: !/[^\0-\u007f]/.test(text) };
}

/**
 * A value in that style, one member or element a line, as Python's `json.dumps(indent=…)` has it.
 *
 * @param indent of the line on which the value begins
 */
export function writeJson(value: JsonValue, style: JsonStyle, indent: string): string {
  if (typeof value !== 'object' || value === null) return writeScalar(value, style);
  const inner = indent + style.unit;
  const parts = isJsonObject(value)
    ? Object.entries(value).map(
        ([key, member]) => `${writeScalar(key, style)}: ${writeJson(member, style, inner)}`,
      )
    : value.map((element) => writeJson(element, style, inner));
  const [open, close] = isJsonObject(value) ? '{}' : '[]';
  if (parts.length === 0) return `${open}${close}`;
  const lines = parts.join(`,${style.lineEnd}${inner}`);
  return `${open}${style.lineEnd}${inner}${lines}${style.lineEnd}${indent}${close}`;
}

export function writeScalar(value: JsonValue, { ascii }: Pick<JsonStyle, 'ascii'>): string {
  const text = JSON.stringify(value);
  return ascii ? asciiJson(text) : text;
}

/** The same JSON, all ASCII. */
export function asciiJson(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
