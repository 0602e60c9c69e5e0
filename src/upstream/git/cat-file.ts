import { type FileText, notText } from '../../services/ports/content-repository.ts';

/** The contents in an answer of `cat-file --batch`, in the order that was asked in; null where there is none. */
export function* readContents(out: Buffer, count: number): Generator<FileText> {
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const lineEnd = out.indexOf(0x0a, at);
    const header = out.subarray(at, lineEnd).toString('utf8');
    const size = /^[0-9a-f]{40,64} blob (\d+)$/.exec(header)?.[1];
    at = lineEnd + 1;
    if (size === undefined) {
      yield null;
      continue;
    }
    const bytes = out.subarray(at, at + Number(size));
    at += Number(size) + 1;
    yield decode(bytes);
  }
}

function decode(bytes: Buffer): FileText {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return notText;
  }
}
