import { type FileText, notFile, notText, RepositoryUnavailable } from '../content-repository.ts';

/**
 * The contents in an answer of `cat-file --batch`, in the order that was asked in; null where there is none. An
 * object that is no blob has contents too: they are passed over, or they would be taken for the next answers.
 *
 * @throws RepositoryUnavailable when the answer is cut, or not to be understood
 */
export function* readContents(out: Buffer, count: number): Generator<FileText> {
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const lineEnd = out.indexOf(0x0a, at);
    if (lineEnd < 0) throw notUnderstood('its answer is cut');
    const header = out.subarray(at, lineEnd).toString('utf8');
    at = lineEnd + 1;
    if (header.endsWith(' missing')) {
      yield null;
      continue;
    }
    const [, type, size] = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(header) ?? [];
    if (size === undefined) throw notUnderstood(`it said ${header}`);
    const end = at + Number(size);
    if (end >= out.length) throw notUnderstood('its answer is cut');
    yield type === 'blob' ? decode(out.subarray(at, end)) : notFile;
    at = end + 1;
  }
}

function notUnderstood(why: string): RepositoryUnavailable {
  return new RepositoryUnavailable(`git cat-file could not be understood: ${why}`);
}

function decode(bytes: Buffer): FileText {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return notText;
  }
}
