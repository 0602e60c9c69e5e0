import type { RemoteFiles } from '../../outside/remote-files.ts';

export interface PaceOptions {
  /** Calls that begin in a minute, redirects that are followed included. */
  readonly perMinute: number;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** Never calls more often than so: calls that come faster wait, in their order, and begin at even distances. */
export function pacedFiles(remote: RemoteFiles, { perMinute, now, pause }: PaceOptions): RemoteFiles {
  const distance = 60_000 / perMinute;
  let next = Number.NEGATIVE_INFINITY;
  return {
    open: async (request) => {
      const begin = Math.max(now(), next);
      next = begin + distance;
      if (begin > now()) await pause(begin - now());
      const answer = await remote.open(request);
      next += answer.redirects.length * distance;
      return answer;
    },
  };
}
