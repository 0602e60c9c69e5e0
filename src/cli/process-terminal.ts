import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseEnv, styleText } from 'node:util';
import { CommandFailed, type Terminal } from './terminal.ts';

/** The terminal of this process. Variables of a `.env` in the working directory are in its environment. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(ignoreClosedPipe)) stream.on('error', ignoreClosedPipe);
  }
  return {
    environment: { ...dotEnv(), ...process.env },
    givenEnvironment: process.env,
    print: (line, style) => {
      const shown = printable(line);
      const styled = style ? styleText(style, shown, { stream: process.stdout }) : shown;
      process.stdout.write(`${styled}\n`);
    },
    note: noteToProcess,
    screen: process.stderr.isTTY ? process.stderr : null,
    printsToTerminal: process.stdout.isTTY === true,
    ...(process.stdin.isTTY && { confirm }),
  };
}

async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${printable(question)} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

/**
 * The reader of the output may close it early (`| head`): a command then goes on without output, and ends
 * with the exit code that it would have had.
 */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Writes one line to standard error; also serves before there is a terminal. */
export function noteToProcess(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

/**
 * Characters that a terminal obeys instead of showing, or that hide or reorder the text around them: control
 * characters (an escape sequence begins with one) but the tab, invisible and bidirectional formatting, line
 * separators, lone surrogates.
 */
const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Makes one line safe to print. Its text was often written by somebody else, and must neither forge a further line
 * nor reach the terminal as a command: such characters become escapes as in JSON, `\u001b`.
 */
export function printable(line: string): string {
  return line.replace(obeyed, (character) => (character === '\t' ? character : escaped(character)));
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * The variables of a `.env` in the working directory; none where there is no such file.
 *
 * @throws CommandFailed when it cannot be read
 */
export function dotEnv(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new CommandFailed(`.env cannot be read: ${message}`);
  }
}
