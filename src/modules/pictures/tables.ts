/** A small copy of a showcase picture, or a note that the picture's address returned none. */
export interface StoredPicture {
  /** SHA-256 of the address, in hex. */
  address_hash: string;
  /** The WebP in base64; null when the address returned no usable picture. */
  content: string | null;
  /** Unix seconds. */
  made_at: number;
}

declare module '../../store/tables.ts' {
  interface Tables {
    pictures: StoredPicture;
  }
}

/** The table of pictures with its key column. A copy of the whole database includes this table. */
export const picturesKeys = [['pictures', ['address_hash']]] as const;
