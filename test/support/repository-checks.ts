import { parse } from 'csv-parse/sync';

/**
 * What the public repositories check in every commit, rebuilt from its description: the CSV in Python's "excel"
 * dialect, with ten cells in every row and a line end behind the last; JSON that can be read, ending with a line
 * feed, without space at line ends.
 */
export function repositoryChecks(name: string, text: string): string[] {
  const found: string[] = [];
  if (name.endsWith('.csv')) {
    const rows: string[][] = parse(text, { relax_column_count: true });
    const excel = rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
    if (excel !== text) found.push(`${name}: is not in the excel dialect`);
    if (rows.some((row) => row.length !== 10)) found.push(`${name}: a row has not ten cells`);
    return found;
  }
  try {
    JSON.parse(text);
  } catch {
    found.push(`${name}: is no JSON`);
  }
  if (!/[^\n]\n$/.test(text)) found.push(`${name}: does not end with one line feed`);
  if (/[ \t]\r?$/m.test(text)) found.push(`${name}: has space at a line's end`);
  return found;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
