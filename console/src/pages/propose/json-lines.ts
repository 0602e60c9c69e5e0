import { type Path, pathText } from './draft.ts';

/**
 * Returns the zero-based line of each value in a valid JSON text, by the value's path as text (`''` for the
 * outermost value). For an object member, this is the line of its key.
 */
export function findLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const tokens = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s"{}[\],:]+|\n/g;
  /**
   * The objects and lists that enclose the current token, outermost first, each with the key (object) or
   * index (list) of the current member.
   */
  const openContainers: { key: string | null; index: number; isArray: boolean }[] = [];
  let line = 0;

  const recordLine = () => {
    const path = openContainers.map(({ key, index, isArray }) => (isArray ? index : (key ?? '')));
    if (!lines.has(pathText(path))) lines.set(pathText(path), line);
  };
  for (const [token] of text.matchAll(tokens)) {
    const innermost = openContainers.at(-1);
    if (token === '\n') line += 1;
    else if (token === '}' || token === ']') openContainers.pop();
    else if (token === ',') {
      if (innermost?.isArray) innermost.index += 1;
      else if (innermost) innermost.key = null;
    } else if (token === ':') continue;
    else if (innermost && !innermost.isArray && innermost.key === null) {
      innermost.key = JSON.parse(token) as string;
      recordLine();
    } else {
      recordLine();
      if (token === '{' || token === '[')
        openContainers.push({ key: null, index: 0, isArray: token === '[' });
    }
  }
  return lines;
}

/**
 * Returns the line of the value at a path or, if the value is missing, of the innermost enclosing object or
 * list.
 */
export function findLine(lines: ReadonlyMap<string, number>, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(pathText(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 0;
}

export interface JsonSyntaxError {
  readonly message: string;
  /** The zero-based line of the error; null if the browser's message does not contain it. */
  readonly line: number | null;
}

export type ParsedJson =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: JsonSyntaxError };

export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { ok: true, value: value as Readonly<Record<string, unknown>> };
    }
    return { ok: false, error: { message: 'A record must be a JSON object: { … }', line: 0 } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, error: { message, line: findErrorLine(message, text) } };
  }
}

function findErrorLine(message: string, text: string): number | null {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line) - 1;
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return text.slice(0, Number(position)).split('\n').length - 1;
  return /end of (?:JSON|data)/i.test(message) ? text.split('\n').length - 1 : null;
}
