const [closing, opening] = [')]}', '([{'];

/**
 * Matches links within other text. The last two patterns match links without `https://`: pages of model
 * hosts, and model files on any host.
 */
const links = new RegExp(
  [
    String.raw`https?:\/\/(?:\[[\da-f:.]+\])?[^\s<>[\]"\`|]{1,2000}`,
    String.raw`(?<![\w:])(?:urn:air|air):[^\s<>[\]"\`|]{1,2000}`,
    String.raw`(?<![\w:])hf:\/\/[^\s<>[\]"\`|]{1,2000}`,
    String.raw`(?<![\w.@/-])(?:(?:www\.)?(?:civitai\.(?:com|green|red)|huggingface\.(?:co|com|cn)|modelscope\.(?:cn|ai))|hf\.co|hf-mirror\.com)\/[^\s<>[\]"\`|]{1,2000}`,
    String.raw`(?<![\w.@/-])[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?::\d+)?\/[^\s<>[\]"\`|]{1,2000}\.(?:safetensors|sft|gguf|ckpt|pth?)\b(?:\?[^\s<>[\]"\`|]{1,2000})?`,
  ].join('|'),
  'gi',
);

/**
 * Returns the links in a pasted text, in order and without duplicates. A link is a URL (also one without
 * `https://`), an AIR, or a name of a repository or file at Hugging Face: `hf://owner/name/file`, `hf
 * download owner/name file`, or a line `owner/name`, `owner/name:file` or `huggingface/owner/name`. Removes
 * brackets and Markdown around links.
 *
 * Also returns lines with any other single word, so that the registry reports what is wrong with them. Skips
 * other lines. If there is no link at all, returns the whole text.
 */
export function linksIn(text: string): string[] {
  const lines = text
    .replace(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const linksByLine = lines.map((line) => linksOf(line));
  const allLinks = linksByLine.flat();
  if (allLinks.length === 0) return text.trim() === '' ? [] : [text.trim()];
  return [...new Set(allLinks)];
}

function linksOf(line: string): string[] {
  const command = /(?:^|\s)(?:hf|huggingface-cli)\s+download\s+(.{1,2000})$/.exec(line)?.[1];
  if (command !== undefined) return linksOfCommand(command);
  const lineLinks = Array.from(line.matchAll(links), ([link]) => trimLink(link));
  if (lineLinks.length > 0) return lineLinks;
  if (line.length > 2000) return [line];
  // Removes list marks, quotes and brackets.
  const word = line.replace(/^(?:[-*+•]|\d+[.)])\s+/, '').replace(/^[<"'`(]+|[>"'`),;.]+$/g, '');
  if (/\s/.test(word) || word === '') return [];
  const [, repository, path, file] = repositoryName.exec(word) ?? [];
  return [repository === undefined ? word : hubLink(repository, null, path ?? file)];
}

/**
 * Matches `owner/name`, `owner/name:file`, `owner/name::file` and `owner/name/file.safetensors`, optionally
 * preceded by `huggingface/`.
 */
const repositoryName =
  /^(?:huggingface\/(?=[^/]+\/))?(\w[\w.-]*\/[\w.-]+)(?:::?\/?([^\s:]+)|\/(\S+\.(?:safetensors|sft|gguf|ckpt|pth?)))?$/i;

function hubLink(repository: string, revision: string | null, path: string | undefined): string {
  const page = `https://huggingface.co/${repository}`;
  if (path === undefined || path === '') return revision === null ? page : `${page}/tree/${revision}`;
  const encodedPath = path.split('/').map(encodeURIComponent).join('/');
  return `${page}/resolve/${encodeURIComponent(revision ?? 'main')}/${encodedPath}`;
}

/** Options of `hf download` that have no value. */
const flags = ['--quiet', '--force-download', '--dry-run', '--no-force-download'];

/**
 * Returns the links to the files that an `hf download` command loads.
 * @param command the arguments after `hf download`
 */
function linksOfCommand(command: string): string[] {
  const names: string[] = [];
  let revision: string | null = null;
  const words = command.split(/\s+/).map((word) => word.replace(/^["'`]+|["'`]+$/g, ''));
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) names.push(word);
    else if (!word.includes('=') && !flags.includes(word)) index += 1;
    if (word.startsWith('--revision')) revision = word.split('=')[1] ?? words[index] ?? null;
  }
  const [repository = '', ...files] = names.filter((word) => word !== '');
  if (!/^\w[\w.-]*\/[\w.-]+$/.test(repository)) return repository === '' ? [] : [repository];
  return (files.length === 0 ? [undefined] : files).map((file) => hubLink(repository, revision, file));
}

/**
 * Removes punctuation and unmatched closing brackets from the end of a link, and adds `https://` if the link
 * has no scheme.
 */
function trimLink(text: string): string {
  let link = text;
  for (;;) {
    const lastCharacter = link.at(-1) ?? '';
    const index = closing.indexOf(lastCharacter);
    const isOpen = index !== -1 && link.split(lastCharacter).length > link.split(opening[index] ?? '').length;
    if (!isOpen && !/[.,;:!?'*_]/.test(lastCharacter)) break;
    link = link.slice(0, -1);
  }
  const [, repository, revision = null, path] =
    /^hf:\/\/(?:models\/)?([^/@]+\/[^/@]+)(?:@([^/]+))?\/?(.*)$/i.exec(link) ?? [];
  if (repository !== undefined) return hubLink(repository, revision?.replaceAll('%2F', '/') ?? null, path);
  return /^(?:https?|urn|air|hf):/i.test(link) ? link : `https://${link}`;
}
