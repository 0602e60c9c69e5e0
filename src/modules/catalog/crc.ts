/** x to the power of 2^n, for n from 0, modulo the polynomial of CRC-32; the lowest power is the highest bit. */
const powers = [2 ** 30];
for (let n = 1; n < 32; n += 1) powers.push(product(powers[n - 1]!, powers[n - 1]!));

/** The CRC-32 of two stretches of bytes together, from theirs and the length of the second: as in zlib. */
export function joinedCrc(first: number, second: number, secondLength: number): number {
  let shift = 2 ** 31;
  // Eight bits to a byte: from the third power on.
  for (let left = secondLength, n = 3; left > 0; left = Math.floor(left / 2), n += 1) {
    if (left % 2 === 1) shift = product(powers[n % 32]!, shift);
  }
  return (product(shift, first) ^ second) >>> 0;
}

function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((a >>> bit) & 1) sum ^= b;
    b = b & 1 ? (b >>> 1) ^ 0xedb88320 : b >>> 1;
  }
  return sum >>> 0;
}
