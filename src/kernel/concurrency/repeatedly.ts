/** A task that runs again and again. */
export interface Repeated {
  /** Resolves when the run under way has ended; there is no further one. */
  stop(): Promise<void>;
}

/**
 * Runs `work` every `everyMs` milliseconds, one run at a time; at once again while it says that there was
 * something to do. A run that fails is told to `onError`, and the next one comes in its time.
 */
export function repeatedly(
  everyMs: number,
  { work, onError }: { work: () => Promise<boolean>; onError: (error: unknown) => void },
): Repeated {
  let stopped = false;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      while (!stopped && (await work()));
    } catch (error) {
      onError(error);
    }
  };
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
