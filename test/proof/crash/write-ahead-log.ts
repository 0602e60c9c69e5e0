import { readFileSync } from 'node:fs';

const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * Whether a write-ahead log ends in the middle of a transaction: the last frame of its current generation
 * (those before have other salts) is not a commit. See sqlite.org/fileformat2.html, section 4.
 */
export function endsMidway(file: string): boolean {
  const log = readFileSync(file);
  if (log.length < headerBytes) return false;
  const salts = log.subarray(16, 24);
  const frameBytes = frameHeaderBytes + log.readUInt32BE(8);
  let last: Buffer | null = null;
  for (let at = headerBytes; at + frameHeaderBytes <= log.length; at += frameBytes) {
    const header = log.subarray(at, at + frameHeaderBytes);
    if (!header.subarray(8, 16).equals(salts)) break;
    last = header;
  }
  // The size of the database after a commit; 0 in any other frame.
  return last !== null && last.readUInt32BE(4) === 0;
}
