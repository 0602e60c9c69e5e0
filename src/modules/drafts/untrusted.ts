/**
 * Functions that read the members of untrusted host responses. An unexpected value becomes null or empty, and
 * a long one is truncated.
 */

export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export function itemsOf(value: unknown, maxItems: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxItems) : [];
}

/**
 * Returns a string as one line without invisible characters, truncated to `maxLength` characters. Null when the
 * result is empty, or when `value` is not a string.
 */
export function textOf(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const visibleText = value
    .slice(0, maxLength * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return visibleText === '' ? null : [...visibleText].slice(0, maxLength).join('').trim();
}

export function wholeNumberOf(value: unknown, max = Number.MAX_SAFE_INTEGER): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max ? value : null;
}

export function numberOf(value: unknown, min: number, max: number): number | null {
  return typeof value === 'number' && value >= min && value <= max ? value : null;
}

/** Reads a list of distinct strings. A single string counts as a list of one. */
export function textsOf(value: unknown, maxTexts: number, maxLength: number): string[] {
  const items = typeof value === 'string' ? [value] : itemsOf(value, maxTexts * 4);
  const texts = items.flatMap((item) => textOf(item, maxLength) ?? []);
  return [...new Set(texts)].slice(0, maxTexts);
}

/** Returns a SHA-256 (64 hex digits) in lower case; null for any other value. */
export function sha256Of(value: unknown): string | null {
  const hash = textOf(value, 80);
  return hash !== null && /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : null;
}

/**
 * Largest length of a description, in characters. A longer one is truncated at a word and gets an ellipsis.
 */
const maxLength = 600;
/** Number of characters of an HTML or Markdown text that are read. */
const maxReadLength = 64 * 1024;

/** HTML elements that start a new line in the plain text. */
const blockTags = new Set('p br li ul ol div h1 h2 h3 h4 h5 h6 tr table hr blockquote pre'.split(' '));
/** HTML elements that are removed with their content. */
const removedTags = new Set(['script', 'style', 'template', 'iframe']);
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * Converts HTML to plain text for a field of a record. The result is not safe as HTML: it can contain `<`.
 */
export function htmlToText(html: unknown): string | null {
  return typeof html === 'string' ? shortenText(stripTags(html.slice(0, maxReadLength))) : null;
}

/**
 * Returns the prose at the beginning of a Markdown text as plain text. Leaves out front matter, headings,
 * images, tables and code.
 */
export function markdownToText(markdown: unknown): string | null {
  if (typeof markdown !== 'string') return null;
  const lines = markdown.slice(0, maxReadLength).replaceAll('\r', '').split('\n');
  const frontMatterEnd = lines[0]?.trim() === '---' ? lines.indexOf('---', 1) : -1;
  let isInCode = false;
  const prose: string[] = [];
  for (const line of lines.slice(frontMatterEnd + 1)) {
    if (/^\s*(```|~~~)/.test(line)) isInCode = !isInCode;
    else if (!isInCode && !/^\s*(#|\||!\[|<!--|---|===|\[!\[|>\s*\[!)/.test(line)) prose.push(line);
  }
  const text = prose
    .join('\n')
    .replace(/!?\[([^\][]{0,500})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/^\s*[*+-]\s+/gm, '');
  return shortenText(stripTags(text));
}

/** Returns the text of HTML without its tags, even if they are malformed. */
function stripTags(html: string): string {
  let text = '';
  for (let offset = 0; offset < html.length; ) {
    const tagStart = html.indexOf('<', offset);
    if (tagStart === -1) return decodeEntities(text + html.slice(offset));
    text += html.slice(offset, tagStart);
    const tagEnd = html.indexOf('>', tagStart);
    const name = /^<\/?\s*([a-z][a-z0-9]{0,20})/i
      .exec(html.slice(tagStart, tagStart + 40))?.[1]
      ?.toLowerCase();
    if (tagEnd === -1 || (name === undefined && !html.startsWith('<!', tagStart))) {
      text += '<';
      offset = tagStart + 1;
      continue;
    }
    offset = tagEnd + 1;
    if (name !== undefined && removedTags.has(name) && html[tagStart + 1] !== '/') {
      const closingTagStart = html.toLowerCase().indexOf(`</${name}`, offset);
      if (closingTagStart === -1) break;
      offset = closingTagStart;
    }
    if (name !== undefined && blockTags.has(name)) text += '\n';
  }
  return decodeEntities(text);
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? entity;
    const codePoint = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return Number.isInteger(codePoint) && codePoint > 31 && codePoint < 0x110000
      ? String.fromCodePoint(codePoint)
      : ' ';
  });
}

function shortenText(text: string): string | null {
  const lines = text.split('\n').map((line) => line.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim());
  const plainText = lines.filter((line) => line !== '').join('\n');
  if (plainText === '') return null;
  if (plainText.length <= maxLength) return plainText;
  const shortText = plainText.slice(0, maxLength);
  const cutOffset = Math.max(shortText.lastIndexOf(' '), shortText.lastIndexOf('\n'));
  return `${shortText
    .slice(0, cutOffset > maxLength / 2 ? cutOffset : maxLength)
    .trimEnd()
    .replace(/[\ud800-\udbff]$/, '')} …`;
}
