import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Where a text is no JSON, and why. */
export interface JsonFault {
  readonly offset: number;
  readonly reason: string;
}

/**
 * How deep arrays and objects of a file may be within each other, its records among them. Whoever walks through a
 * tree of more exhausts the stack.
 */
const deepest = 200;

/** The tree of a JSON text, without comments. */
export function parseJsonTree(text: string): { readonly root: Node } | { readonly fault: JsonFault } {
  const offset = tooDeepAt(text);
  if (offset !== null) return { fault: { offset, reason: `is nested deeper than ${deepest} levels` } };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error || !root) {
    const reason = error ? printParseErrorCode(error.error) : 'it is empty';
    return { fault: { offset: error?.offset ?? 0, reason: `is not JSON: ${reason}` } };
  }
  return { root };
}

/** Where the nesting passes the bound; null where it does not, or where the text is no JSON anyway. */
function tooDeepAt(text: string): number | null {
  const marks = /["[\]{}]/g;
  let depth = 0;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found;
    if (mark === '"') {
      const end = endOfString(text, found.index);
      if (end === null) return null;
      marks.lastIndex = end;
    } else if (mark === ']' || mark === '}') depth -= 1;
    else {
      depth += 1;
      if (depth > deepest) return found.index;
    }
  }
  return null;
}

/** The index behind the string that begins at `start`; null where it does not end. */
function endOfString(text: string, start: number): number | null {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return null;
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}
