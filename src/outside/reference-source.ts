/** A place with model reference files: a directory, or a base URL. */
export interface ReferenceSource {
  /** Names the file in messages: its path or URL. */
  label(path: string): string;
  /** The text of the file; null when there is none. Any other failure is thrown. */
  read(path: string): Promise<string | null>;
}

/** In bytes: what is larger is refused, wherever it comes from. */
export const largestReferenceFile = 64 * 1024 * 1024;
