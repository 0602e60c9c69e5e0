/** Maximum length of a log line, in characters; longer ones are shortened. */
const maxLineLength = 8 * 1024;
const maxTextLength = 1024;
const maxListLength = 20;

/**
 * Returns a log line, shortened if it is longer than `maxLineLength`: first its long texts and lists are
 * truncated; if that is not enough, only the fields that every log line has remain. The result is valid JSON.
 */
export function boundedLine(line: string): string {
  if (line.length <= maxLineLength) return line;
  const facts = JSON.parse(line) as Record<string, unknown>;
  const shorter = JSON.stringify(truncated(facts));
  if (shorter.length < maxLineLength) return `${shorter}\n`;
  const { level, time, pid, hostname, reqId, msg } = facts;
  return `${JSON.stringify({ level, time, pid, hostname, reqId: truncated(reqId), msg: truncated(msg), cut: line.length })}\n`;
}

function truncated(value: unknown): unknown {
  if (typeof value === 'string') {
    const more = value.length - maxTextLength;
    return more > 0 ? `${value.slice(0, maxTextLength)}… (${more} more characters)` : value;
  }
  if (Array.isArray(value)) return value.slice(0, maxListLength).map(truncated);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, truncated(each)]));
}
