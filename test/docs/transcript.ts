import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command as a document shows it, and what it prints. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

/**
 * The commands of a Markdown document: in `console` blocks, after `$ `, continued on lines with `> `; what
 * follows is the output.
 */
export function stepsOf(markdown: string): Step[] {
  const steps: { command: string; output: string }[] = [];
  for (const [, block = ''] of markdown.matchAll(/^```console\n(.*?)^```$/gms)) {
    for (const line of block.split('\n').slice(0, -1)) {
      const last = steps.at(-1);
      if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: '' });
      else if (last && line.startsWith('> ') && last.output === '') last.command += `\n${line.slice(2)}`;
      else if (last) last.output += `${line}\n`;
      else throw new Error(`a console block begins without a command: ${line}`);
    }
  }
  return steps;
}

const endOfCommand = '\u001e';

/**
 * Runs commands one after the other in one shell; gives what each printed. Notes on standard error are shown
 * only when one fails.
 *
 * @param signal ends the shell and everything it has started: that of the test, which aborts when its time is
 * over
 * @throws Error when a command fails
 */
export async function runSteps(
  commands: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<Step[]> {
  const script = commands.map((command) => `${command}\nprintf '${endOfCommand}%s${endOfCommand}' "$?"\n`);
  // A process group of its own, so that nothing it has started outlives it.
  const shell = spawn('sh', ['-c', script.join('')], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(shell, 'exit');
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    shell[stream].setEncoding('utf8').on('data', (chunk: string) => {
      printed[stream] += chunk;
    });
  }
  const end = () => endGroup(shell.pid);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    await ended;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
  signal.throwIfAborted();
  const parts = printed.stdout.split(endOfCommand);
  return commands.map((command, index) => {
    const [output = '', status = 'none'] = parts.slice(index * 2);
    if (status !== '0') {
      throw new Error(`exit status ${status} of: ${command}\n${output}${printed.stderr}`);
    }
    return { command, output };
  });
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}

/**
 * What differs from run to run. Equal values stay equal, different ones different: a hash that should have
 * changed still shows.
 */
const variable: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['hash', /\b[0-9a-f]{64}\b/g],
  ['time', /\b1[0-9]{9}\b/g],
  ['date', /(?<=^date: ).*$/gim],
  ['minute', /\b20\d\d-\d\d-\d\d \d\d:\d\d\b/g],
  ['uuid', /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g],
];

/**
 * The steps with a name and a number in place of everything that differs from run to run. Lines end in `\n`.
 */
export function comparable(steps: readonly Step[]): Step[] {
  const seen = new Map<string, Map<string, number>>();
  const numbered = (kind: string, value: string): string => {
    const values = seen.get(kind) ?? new Map<string, number>();
    seen.set(kind, values);
    if (!values.has(value)) values.set(value, values.size + 1);
    // Times of one run may or may not fall into the same second.
    return kind === 'hash' ? `<hash ${values.get(value)}>` : `<${kind}>`;
  };
  return steps.map(({ command, output }) => {
    let text = output.replaceAll('\r', '').replace(/([^\n])$/, '$1\n');
    for (const [kind, pattern] of variable) text = text.replace(pattern, (value) => numbered(kind, value));
    return { command, output: text };
  });
}
