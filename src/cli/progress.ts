import { Presets, SingleBar } from 'cli-progress';
import type { Terminal } from './terminal.ts';

export interface Progress {
  /** Updates the progress: `share` is the finished part, from 0 to 1; `detail` is a text about it. */
  update(share: number, detail?: string): void;
  stop(): void;
}

/** Shows a progress bar on a terminal. Otherwise prints a line for each finished quarter of the work. */
export function showProgress({ screen, note }: Terminal, task: string): Progress {
  if (!screen) return createLineProgress(note, task);
  const bar = new SingleBar(
    {
      format: `${task} {bar} {percentage} % {detail}`,
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

function createLineProgress(note: (line: string) => void, task: string): Progress {
  let printedQuarters = 0;
  return {
    update(share, detail) {
      const finishedQuarters = Math.floor(share * 4);
      if (finishedQuarters > printedQuarters)
        note(`${task}: ${finishedQuarters * 25} %${detail ? ` (${detail})` : ''}`);
      printedQuarters = Math.max(printedQuarters, finishedQuarters);
    },
    stop() {},
  };
}
