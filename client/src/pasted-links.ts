const [closing, opening] = [')]}', '([{'];

/**
 * Matches links within other text. The last two patterns match links without `https://`: paths at known
 * hosts, and files of models.
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
 * Gives the links in a pasted text in their order, each once: addresses with and without `https://`, AIRs,
 * and Hugging Face repositories from lines of the form `owner/name`. Removes brackets and Markdown around
 * links.
 * A line that is any other single word is returned as it is, so that the registry can tell people what is
 * wrong with it. Lines of prose are skipped; a text of nothing but prose is given whole.
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
