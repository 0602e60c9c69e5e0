/** What a file is, by its first bytes: its name says nothing. */
export type FileKind =
  | 'safetensors'
  | 'gguf'
  /** Python's pickle, of any of PyTorch's three wrappings. Never loaded: doing so runs what is in it. */
  | 'pickle'
  /** A page or a message where a file should be: a login, an error. */
  | 'page'
  | 'unknown';

const legacyPickle = [0x80, 0x02, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19];

/** @param bytes at least the first 512, or the whole file */
export function fileKind(bytes: Uint8Array): FileKind {
  const begins = (...expected: number[]) => expected.every((byte, at) => bytes[at] === byte);
  if (begins(0x47, 0x47, 0x55, 0x46)) return 'gguf';
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(...legacyPickle)) return 'pickle';
  if (String.fromCharCode(...bytes.subarray(257, 262)) === 'ustar') return 'pickle';
  // The high bytes of a length that is possible are zero, and JSON follows.
  if (bytes.length >= 9 && bytes[8] === 0x7b && bytes[5] === 0 && bytes[6] === 0 && bytes[7] === 0) {
    return 'safetensors';
  }
  const text = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  if (text.startsWith('<') || text.startsWith('{"')) return 'page';
  return begins(0x80, 0x02) || begins(0x80, 0x04) ? 'pickle' : 'unknown';
}
