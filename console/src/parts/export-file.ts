/** Formats a value as a CSV cell (RFC 4180). Lists are joined with `;`, objects become JSON. */
export function formatCsvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = Array.isArray(value)
    ? value.map(String).join(';')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  // A spreadsheet would run text with a leading =, +, - or @ as a formula.
  const safeText = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

export function toCsv(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [header, ...rows]
    .map((row) => row.map(formatCsvCell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

/** Downloads a text as a file. */
export function saveFile(fileName: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
