/**
 * Reads the sizes of the tensors in a PyTorch file. The file is a zip file. The directory at its end has an
 * entry for the data of each tensor, so nothing has to be unpickled.
 */

/**
 * Number of bytes to read from the end of a zip file to locate its directory. The end record, which states
 * the position of the directory, has 22 bytes. A comment of up to 65,535 bytes may follow it.
 */
export const zipTailBytes = 65_557;
/** Maximum number of tensors whose sizes are read. Models have a few thousand. */
const maxEntries = 50_000;
const endSignature = 0x06054b50;
const zip64EndSignature = 0x06064b50;
const zip64LocatorSignature = 0x07064b50;
const entrySignature = 0x02014b50;
const zip64Marker = 0xffffffff;

export interface ZipPlace {
  /** The offset of the directory from the beginning of the file, in bytes. `bytes` is its length. */
  readonly at: number;
  readonly bytes: number;
}

/**
 * Locates the directory of a zip file.
 *
 * @param tail the last bytes of the file
 * @param fileBytes the size of the file
 * @returns null when `tail` does not contain the end record, or the stated position is outside the file
 */
export function locateZipDirectory(tail: Uint8Array, fileBytes: number): ZipPlace | null {
  const view = createView(tail);
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== endSignature) continue;
    const place = { bytes: view.getUint32(at + 12, true), at: view.getUint32(at + 16, true) };
    const directory =
      place.at === zip64Marker || place.bytes === zip64Marker
        ? locateZip64Directory(view, at, fileBytes)
        : place;
    return directory && directory.at + directory.bytes <= fileBytes ? directory : null;
  }
  return null;
}

function locateZip64Directory(view: DataView, endAt: number, fileBytes: number): ZipPlace | null {
  if (endAt < 20 || view.getUint32(endAt - 20, true) !== zip64LocatorSignature) return null;
  // The tail also has to contain the record that directly precedes its locator.
  const at = Number(view.getBigUint64(endAt - 12, true)) - (fileBytes - view.byteLength);
  if (!Number.isSafeInteger(at) || at < 0 || at + 56 > view.byteLength) return null;
  if (view.getUint32(at, true) !== zip64EndSignature) return null;
  const place = {
    bytes: Number(view.getBigUint64(at + 40, true)),
    at: Number(view.getBigUint64(at + 48, true)),
  };
  return Number.isSafeInteger(place.at) && Number.isSafeInteger(place.bytes) ? place : null;
}

/** Lists the size, in bytes, of each tensor's data in a PyTorch file, from the zip directory. */
export function listStorageSizes(directory: Uint8Array): number[] {
  const view = createView(directory);
  const sizes: number[] = [];
  for (let at = 0; at + 46 <= directory.length && sizes.length < maxEntries; ) {
    if (view.getUint32(at, true) !== entrySignature) break;
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(directory.subarray(at + 46, at + 46 + nameBytes));
    if (/\/data\/\d+$/.test(name)) sizes.push(view.getUint32(at + 24, true));
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return sizes;
}

function createView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
