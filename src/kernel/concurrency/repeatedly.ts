export interface RepeatedTask {
  /** Prevents further runs; resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` every `everyMs` milliseconds, one run at a time. If `work` returns true, because it found
 * something to do, it is run again at once. If `work` fails, `onError` is called and the next run follows
 * after `everyMs`.
 */
export function startRepeatedTask(
  everyMs: number,
  { work, onError }: { work: () => Promise<boolean>; onError: (error: unknown) => void },
): RepeatedTask {
  let isStopped = false;
  let currentRun: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      while (!isStopped && (await work()));
    } catch (error) {
      onError(error);
    }
  };
  const timer = setInterval(() => {
    currentRun ??= run().finally(() => {
      currentRun = undefined;
    });
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await currentRun;
    },
  };
}
