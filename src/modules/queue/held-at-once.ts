import { RegistryError } from '../../kernel/errors.ts';

const mebibyte = 1024 * 1024;

/**
 * How large the records may be that one call reads, answers with and keeps together until its end, in bytes.
 * What takes more is refused before any of them is read: its memory would be several times as much.
 */
const mostHeldBytes = 32 * mebibyte;

/**
 * @param bytes UTF-8 length of the records
 * @param what they are, as a plural
 * @param instead what the caller can do
 * @throws RegistryError `bad_request`
 */
export function checkHeld(bytes: number, what: string, instead: string): void {
  if (bytes <= mostHeldBytes) return;
  throw new RegistryError(
    'bad_request',
    `${what} come to ${Math.ceil(bytes / mebibyte)} MiB, and one call handles at most ${mostHeldBytes / mebibyte} MiB: ${instead}.`,
  );
}
