/** The header of a safetensors file of half-precision tensors, without their data. */
export function safetensorsOf(
  tensors: Readonly<Record<string, readonly number[]>>,
  metadata?: Readonly<Record<string, string>>,
): Uint8Array {
  let at = 0;
  const entries = Object.entries(tensors).map(([name, shape]) => {
    const begin = at;
    at += 2 * shape.reduce((product, size) => product * size, 1);
    return [name, { dtype: 'F16', shape, data_offsets: [begin, at] }] as const;
  });
  const text = JSON.stringify({
    ...(metadata ? { __metadata__: metadata } : {}),
    ...Object.fromEntries(entries),
  });
  // Writers pad the header with blanks to a multiple of 8.
  const json = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const bytes = new Uint8Array(8 + json.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(json.length), true);
  bytes.set(json, 8);
  return bytes;
}

/** The end of a zip file as PyTorch writes it: the directory, with an entry for each tensor. */
export function pickleDirectory(storages: readonly number[], fileBytes: number): Uint8Array {
  const names = ['archive/data.pkl', ...storages.map((_, index) => `archive/data/${index}`)];
  const entries = names.map((name, index) => {
    const bytes = new Uint8Array(46 + name.length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, 0x02014b50, true);
    view.setUint32(24, index === 0 ? 100_000 : (storages[index - 1] ?? 0), true);
    view.setUint16(28, name.length, true);
    bytes.set(new TextEncoder().encode(name), 46);
    return bytes;
  });
  const length = entries.reduce((sum, bytes) => sum + bytes.length, 0);
  const whole = new Uint8Array(length + 56 + 20 + 22);
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const bytes of entries) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  const directoryAt = BigInt(fileBytes - whole.length);
  view.setUint32(at, 0x06064b50, true);
  view.setBigUint64(at + 40, BigInt(length), true);
  view.setBigUint64(at + 48, directoryAt, true);
  view.setUint32(at + 56, 0x07064b50, true);
  view.setBigUint64(at + 64, directoryAt + BigInt(length), true);
  view.setUint32(at + 76, 0x06054b50, true);
  view.setUint32(at + 88, 0xffffffff, true);
  view.setUint32(at + 92, 0xffffffff, true);
  return whole;
}
