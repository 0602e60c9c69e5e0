/** Tells before each read whether what is in memory is what the database holds. */
export interface Freshness {
  /**
   * Null: it is, read on at once. Else resolves when it is again. Never rejects: without the database,
   * readers get what there is.
   */
  check(): Promise<void> | null;
}

export interface FreshnessOptions {
  /** A number that moves with every commit of any process. Cheap: it is asked before each read. */
  readonly dataVersion: () => number;
  /** Brings memory up to date with every commit from before the call. */
  readonly look: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * For workers on one database file: a read that starts after a write's answer sees the write, on whichever
 * worker either of them ran.
 */
export function createFreshness({ dataVersion, look, onError }: FreshnessOptions): Freshness {
  let seen: number | undefined;

  const lookAs = async (version: number): Promise<void> => {
    try {
      await look();
      // As it was before the look: a commit during it moves the number once more.
      seen = version;
    } catch (error) {
      onError(error);
    }
  };

  return {
    check() {
      try {
        const version = dataVersion();
        return version === seen ? null : lookAs(version);
      } catch (error) {
        onError(error);
        return null;
      }
    },
  };
}
