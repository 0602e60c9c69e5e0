/** What the first bytes of a file gave. A file is somebody else's: nothing in it is believed before it is checked. */
export type HeaderRead<H> =
  | { readonly state: 'whole'; readonly header: H }
  /** So many bytes from the beginning of the file are needed to read the header. */
  | { readonly state: 'more'; readonly bytes: number }
  | { readonly state: 'broken'; readonly reason: string };

/** A longer header is not read: real ones are far below. */
export const longestHeader = 16 * 1024 * 1024;
/** Models have thousands. */
export const mostTensors = 200_000;

export function broken(reason: string): { state: 'broken'; reason: string } {
  return { state: 'broken', reason };
}
