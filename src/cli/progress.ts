import { Presets, SingleBar } from 'cli-progress';
import type { Terminal } from './terminal.ts';

export interface Progress {
  /** Updates the progress: `share` is the finished part, from 0 to 1; `detail` is a text about it. */
  update(share: number, detail?: string): void;
  stop(): void;
}

/** Shows a progress bar on a terminal. Otherwise prints a line for each finished quarter of the work. */
export function showProgress({ screen, note }: Terminal, what: string): Progress {
  if (!screen) return createLineProgress(note, what);
  const bar = new SingleBar(
    {
      format: `${what} {bar} {percentage} % {detail}`,
      stream: screen,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(100, 0, { detail: '' });
  return {
    update: (share, detail = '') => bar.update(Math.floor(share * 100), { detail }),
    stop: () => bar.stop(),
  };
}

function createLineProgress(note: (line: string) => void, what: string): Progress {
  let printedQuarters = 0;
  return {
    update(share, detail) {
      const quarters = Math.floor(share * 4);
      if (quarters > printedQuarters) note(`${what}: ${quarters * 25} %${detail ? ` (${detail})` : ''}`);
      printedQuarters = Math.max(printedQuarters, quarters);
    },
    stop() {},
  };
}
