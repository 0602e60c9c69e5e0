/** Decodes the percent-encoded characters of a text. Returns the text itself when its encoding is not valid. */
export function decodePercentEncoding(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
