/** Maximum length of a log line, in characters; longer ones are shortened. */
const maxLineLength = 8 * 1024;
const maxTextLength = 1024;
const maxListLength = 20;

/**
 * Returns a log line, shortened if it is longer than `maxLineLength`. First truncates its long texts and
 * lists. If that is not enough, removes all fields but those that every log line has. The result is valid
 * JSON.
 */
export function truncateLine(line: string): string {
  if (line.length <= maxLineLength) return line;
  const fields = JSON.parse(line) as Record<string, unknown>;
  const truncatedText = JSON.stringify(truncate(fields));
  if (truncatedText.length < maxLineLength) return `${truncatedText}\n`;
  const { level, time, pid, hostname, reqId, msg } = fields;
  return `${JSON.stringify({ level, time, pid, hostname, reqId: truncate(reqId), msg: truncate(msg), cut: line.length })}\n`;
}

function truncate(value: unknown): unknown {
  if (typeof value === 'string') {
    const omittedLength = value.length - maxTextLength;
    return omittedLength > 0 ? `${value.slice(0, maxTextLength)}… (${omittedLength} more characters)` : value;
  }
  if (Array.isArray(value)) return value.slice(0, maxListLength).map(truncate);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, truncate(each)]));
}
