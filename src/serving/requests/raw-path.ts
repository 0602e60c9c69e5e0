/**
 * The last segment of a URL's path as it stands there, percent-encoding included; a slash at the very end
 * does not count.
 */
export function lastRawSegment(url: string): string {
  const query = url.indexOf('?');
  let end = query === -1 ? url.length : query;
  if (url.charCodeAt(end - 1) === 47) end -= 1;
  return url.slice(url.lastIndexOf('/', end - 1) + 1, end);
}
