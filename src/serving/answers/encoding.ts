/** How the bytes of a body may travel. */
export type Encoding = 'identity' | 'gzip' | 'br';

/**
 * Browsers, proxies and workers send a handful of different headers; what is not seen often is not worth
 * keeping.
 */
const remembered = new Map<string, readonly Encoding[]>();
const rememberedAtMost = 256;

/**
 * The encodings that an `Accept-Encoding` header allows, best first. Equal weights go to the smaller body
 * (br, gzip, identity); identity closes the list even when it is refused, because an answer beats a 406.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return identityOnly;
  const known = remembered.get(header);
  if (known) return known;
  const parsed = parseAcceptEncoding(header);
  if (remembered.size < rememberedAtMost) remembered.set(header, parsed);
  return parsed;
}

const identityOnly: readonly Encoding[] = ['identity'];

function parseAcceptEncoding(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (coding === '') continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const star = weights.get('*');
  const weightOf = (coding: Encoding) =>
    weights.get(coding) ?? star ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const compressed = (['br', 'gzip'] as const)
    .filter((coding) => weightOf(coding) > 0 && weightOf(coding) >= weightOf('identity'))
    .sort((a, b) => weightOf(b) - weightOf(a));
  return [...compressed, 'identity'];
}
