export interface RepositoryFileReader {
  /** The text of a file as it was last taken in, all of it; null when it never was. */
  get(fileName: string): Promise<string | null>;
}

export interface RepositoryFileWriter extends RepositoryFileReader {
  put(fileName: string, text: string, now: number): Promise<void>;
}
