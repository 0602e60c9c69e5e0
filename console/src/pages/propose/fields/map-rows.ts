/** A row of a map as it is typed. Two rows may have the same key for a while, an object not. */
export interface MapRow {
  readonly id: number;
  readonly key: string;
  readonly text: string;
}

/** A text that would be read as something else stands in quotes. */
export function textOfValue(value: unknown, texts: boolean): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return texts || typeof valueOfText(value, false) === 'string' ? value : JSON.stringify(value);
}

/** `5` is a number, `true` a boolean, `[1, 2]` a list, `"5"` and everything else a text. */
export function valueOfText(text: string, texts: boolean): unknown {
  if (texts) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value === null || (typeof value === 'object' && !Array.isArray(value)) ? text : value;
  } catch {
    return text;
  }
}

/** Undefined when there is no row with a key. */
export function objectOfRows(rows: readonly MapRow[], texts: boolean): Record<string, unknown> | undefined {
  const named = rows.filter(({ key }) => key.trim() !== '');
  if (named.length === 0) return undefined;
  return Object.fromEntries(named.map(({ key, text }) => [key.trim(), valueOfText(text, texts)]));
}
