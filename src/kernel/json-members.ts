/**
 * Returns the members of a JSON object in the order of the text: the names with the source text of their
 * values. A parsed object has another order: integer-like names come first.
 *
 * @throws SyntaxError when the text is not a JSON object, or has a duplicate name
 */
export function readJsonMembers(text: string): Map<string, string> {
  // Throws if the text is malformed. Below, the text is valid JSON.
  const content: unknown = JSON.parse(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new SyntaxError('not a JSON object');
  }
  const members = new Map<string, string>();
  for (const { name, start, end } of findMembers(text)) {
    if (members.has(name)) throw new SyntaxError('duplicate name');
    members.set(name, text.slice(start, end).trim());
  }
  return members;
}

/** Returns the distinct names of a JSON object's members in the order of the text. */
export function readMemberNames(text: string): string[] {
  return [...new Set([...findMembers(text)].map(({ name }) => name))];
}

/**
 * Yields the name of each member of a JSON object's text, and the indexes at which its value starts and ends.
 */
function* findMembers(text: string): Generator<{ name: string; start: number; end: number }> {
  let index = text.indexOf('{') + 1;
  for (;;) {
    const nameStart = text.indexOf('"', index);
    if (nameStart === -1) return;
    const nameEnd = findStringEnd(text, nameStart);
    const name = JSON.parse(text.slice(nameStart, nameEnd)) as string;
    const start = text.indexOf(':', nameEnd) + 1;
    const end = findValueEnd(text, start);
    yield { name, start, end };
    index = end + 1;
  }
}

/** Returns the index after the closing quotation mark of the string that begins at `start`. */
function findStringEnd(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
  } while (isEscaped(text, end));
  return end + 1;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/**
 * The characters that determine where a value ends: brackets, commas, and the quotation marks at which
 * strings begin. The search for the end skips each string as a whole.
 */
const structuralCharacters = /["{}[\],]/g;

/** Returns the index of the comma or bracket after the value that begins at `start`. */
function findValueEnd(text: string, start: number): number {
  let depth = 0;
  structuralCharacters.lastIndex = start;
  for (;;) {
    const { index } = structuralCharacters.exec(text) as RegExpExecArray;
    const character = text[index];
    if (character === '"') structuralCharacters.lastIndex = findStringEnd(text, index);
    else if (character === '{' || character === '[') depth += 1;
    else if (depth === 0) return index;
    else if (character !== ',') depth -= 1;
  }
}
