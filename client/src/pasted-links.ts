const [closing, opening] = [')]}', '([{'];

/**
 * Matches links within other text. The third and fourth pattern match links without `https://`: pages of
 * Civitai and Hugging Face, and model files on any host.
 */
const links = new RegExp(
  [
    String.raw`https?:\/\/(?:\[[\da-f:.]+\])?[^\s<>[\]"\`|]{1,2000}`,
    String.raw`(?<![\w:])(?:urn:air|air):[^\s<>[\]"\`|]{1,2000}`,
    String.raw`(?<![\w.@/-])(?:(?:www\.)?(?:civitai\.(?:com|green|red)|huggingface\.(?:co|com|cn))|hf\.co)\/[^\s<>[\]"\`|]{1,2000}`,
    String.raw`(?<![\w.@/-])[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?::\d+)?\/[^\s<>[\]"\`|]{1,2000}\.(?:safetensors|gguf|ckpt|pth?)\b(?:\?[^\s<>[\]"\`|]{1,2000})?`,
  ].join('|'),
  'gi',
);

/**
 * Returns the links in a pasted text, in order and without repetitions. A link is an address (also one without
 * `https://`), an AIR, or a line `owner/name`, which stands for a Hugging Face repository. Brackets and
 * Markdown around a link are removed.
 * A line with any other single word is given too, for the registry to say what is wrong with it. Other lines
 * are skipped. If there is no link at all, gives the whole text.
 */
export function linksIn(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found = lines.map((line) => linksOf(line));
  const all = found.flat();
  if (all.length === 0) return text.trim() === '' ? [] : [text.trim()];
  return [...new Set(all)];
}

function linksOf(line: string): string[] {
  const found = Array.from(line.matchAll(links), ([link]) => whole(link));
  if (found.length > 0) return found;
  if (line.length > 2000) return [line];
  // Without the marks of a list, quotes and brackets.
  const word = line.replace(/^(?:[-*+•]|\d+[.)])\s+/, '').replace(/^[<"'`(]+|[>"'`),;.]+$/g, '');
  if (/\s/.test(word) || word === '') return [];
  return [/^\w[\w.-]*\/[\w.-]+$/.test(word) ? `https://huggingface.co/${word}` : word];
}

/**
 * Cuts punctuation and unmatched closing brackets off the end of a link, and adds `https://` if the link has
 * no scheme.
 */
function whole(found: string): string {
  let link = found;
  for (;;) {
    const last = link.at(-1) ?? '';
    const at = closing.indexOf(last);
    const isOpen = at !== -1 && link.split(last).length > link.split(opening[at] ?? '').length;
    if (!isOpen && !/[.,;:!?'*_]/.test(last)) break;
    link = link.slice(0, -1);
  }
  return /^(?:https?|urn|air):/i.test(link) ? link : `https://${link}`;
}
