import { MultiBar, Presets } from 'cli-progress';
import { bytesText, printJson } from '../remote/output.ts';
import type { Terminal } from '../terminal.ts';
import type { Unchosen } from './prune.ts';
import type { PullOptions } from './pull.ts';
import type { Wanted, WantedFile } from './wanted-files.ts';

export function tellPlan(
  terminal: Terminal,
  { json = false }: { json?: boolean },
  { files, problems, clashes, leftOut }: Wanted,
  missing: readonly WantedFile[],
  { removable, kept }: Unchosen,
): void {
  const unknown = missing.filter(({ bytes }) => bytes === null).length;
  if (json) {
    printJson(terminal, {
      missing,
      there: files.length - missing.length,
      bytes: sumOf(missing),
      unknown,
      remove: removable,
      kept,
      failures: clashes,
      problems,
      leftOut,
    });
    return;
  }
  for (const { path, bytes } of missing) {
    terminal.print(`${path}  ${bytes === null ? 'size unknown' : bytesText(bytes)}`);
  }
  for (const path of removable) terminal.print(`${path}  would be removed`, 'yellow');
  for (const sentence of [...kept, ...clashes]) terminal.note(sentence);
  for (const name of leftOut) terminal.note(`Not within the budget: ${name}`);
  const more = unknown > 0 ? ` and ${unknown} files of unknown size (--sizes asks their hosts)` : '';
  terminal.print(
    `${missing.length} of ${files.length} files are missing: ${bytesText(sumOf(missing))}${more}.`,
    'bold',
  );
}

interface View {
  readonly options: Pick<PullOptions, 'onFile' | 'onProgress'>;
  stop(): void;
}

/** A bar for each file where somebody watches, else a line for each that is there. */
export function progressView({ screen, print }: Terminal, json: boolean): View {
  const bars = screen
    ? new MultiBar(
        {
          format: '{bar} {percentage} %  {size}  {path}',
          stream: screen,
          clearOnComplete: true,
          hideCursor: true,
        },
        Presets.shades_classic,
      )
    : null;
  const shown = new Map<string, ReturnType<MultiBar['create']>>();
  return {
    options: {
      onProgress({ path }, bytes, of) {
        const facts = { path: path.slice(-50), size: bytesText(bytes) };
        const bar = shown.get(path) ?? bars?.create(of ?? 0, bytes, facts);
        if (!bar) return;
        shown.set(path, bar);
        bar.setTotal(of ?? bytes);
        bar.update(bytes, facts);
      },
      onFile({ path }, state) {
        const bar = shown.get(path);
        if (bar) bars?.remove(bar);
        if (!json && !bars && state === 'fetched') print(`Fetched ${path}`, 'green');
      },
    },
    stop: () => bars?.stop(),
  };
}

export const sumOf = (files: readonly WantedFile[]) =>
  files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
