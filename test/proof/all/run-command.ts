import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { finished } from 'node:stream/promises';

export interface CommandOutcome {
  /** 0: shown. 1: refuted. 2: this machine lacks something that it needs. Null: a signal ended it. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  readonly seconds: number;
  /** The last lines of its output, without colours. */
  readonly tail: readonly string[];
}

/** The number of an output's last lines that are kept; the log has all. */
const keptLines = 40;

/**
 * Runs a line of shell with the commands that npm has installed, and keeps its whole output in a file. The
 * processes that it has started are ended with it.
 */
export async function runCommand(
  line: string,
  { log, timeoutMs, signal }: { log: string; timeoutMs: number; signal: AbortSignal },
): Promise<CommandOutcome> {
  const began = performance.now();
  const path = [resolve('node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  const env = { ...process.env, PATH: path, NO_COLOR: '1', FORCE_COLOR: undefined };
  const child = spawn('sh', ['-c', line], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const written = createWriteStream(log);
  const lines: string[] = [];
  const take = (chunk: string) => {
    written.write(chunk);
    const pieces = `${lines.pop() ?? ''}${chunk}`.split('\n');
    lines.push(...pieces);
    if (lines.length > 10 * keptLines) lines.splice(0, lines.length - 2 * keptLines);
  };
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', take);
  // All that it has started is in its process group.
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    const exit = await new Promise<number | null>((done, fail) => {
      child.once('error', fail);
      child.once('close', done);
      // What stays behind would hold the output open.
      child.once('exit', end);
    });
    const tail = lines.map((each) => each.trimEnd()).filter((each) => each !== '');
    const seconds = Math.round((performance.now() - began) / 1000);
    return { exit, timedOut, seconds, tail: tail.slice(-keptLines) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    written.end();
    await finished(written);
  }
}
