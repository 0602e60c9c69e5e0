/** The hashes that people paste instead of a SHA-256, in words, by their number of hexadecimal digits. */
const otherHashes: Readonly<Record<number, string>> = {
  8: 'an AutoV1 hash or a CRC-32',
  10: 'an AutoV2 hash, the first digits of a SHA-256, as Civitai shows it',
  12: 'an AutoV3 hash, as Civitai shows it',
  32: 'an MD5',
  40: 'a SHA-1',
  128: 'a SHA-512',
};
const prefixed = /^sha-?256[:=]\s*([0-9a-f]{64})$/i;

/**
 * Says what is wrong with a hash that is not a SHA-256, and what it may be instead, such as an MD5. The text
 * ends a message that begins with `… is not a SHA-256: `.
 */
export function whatItIs(hash: string): string {
  const digits = prefixed.exec(hash)?.[1];
  if (digits) return `it has a prefix; leave the 64 hexadecimal digits '${digits}'`;
  if (!/^[0-9a-f]+$/i.test(hash)) return '64 hexadecimal digits are';
  const known = otherHashes[hash.length];
  const count = `it has ${hash.length} hexadecimal digits instead of 64`;
  return known === undefined ? count : `${count}, so it may be ${known}`;
}

/** Smallest number of digits at which a hash that was cut off is recognised as the beginning of a SHA-256. */
const fewestDigits = 8;

/**
 * Says in words how a malformed hash agrees with a SHA-256: the digits are the same apart from a prefix, only
 * the first digits are the same, or one digit is missing or too many. Null when they do not agree.
 *
 * @param sha256 the hash to compare with, in lower case
 */
export function sameDigits(malformed: string, sha256: string): string | null {
  const text = malformed.toLowerCase();
  const digits = prefixed.exec(text)?.[1] ?? text;
  if (digits === sha256) return 'the digits are the same';
  if (digits.length >= fewestDigits && sha256.startsWith(digits))
    return `its first ${digits.length} digits are the same`;
  if (digits.length === sha256.length - 1 && isOneShorter(digits, sha256))
    return 'the digits are the same but for one that is missing';
  if (digits.length === sha256.length + 1 && isOneShorter(sha256, digits))
    return 'the digits are the same but for one too many';
  return null;
}

function isOneShorter(shorter: string, longer: string): boolean {
  const at = [...shorter].findIndex((digit, index) => digit !== longer[index]);
  return at === -1 || shorter.slice(at) === longer.slice(at + 1);
}
