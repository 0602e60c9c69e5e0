import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseEnv, styleText } from 'node:util';
import { CommandFailed, type Terminal } from './terminal.ts';

/**
 * Returns the terminal of this process. Its environment includes the variables of the `.env` file in the
 * working directory.
 */
export function openProcessTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners('error').includes(onOutputError)) stream.on('error', onOutputError);
  }
  return {
    environment: { ...readDotEnv(), ...process.env },
    givenEnvironment: process.env,
    print: (line, style) => {
      const safeLine = escapeControls(line);
      const styledLine = style ? styleText(style, safeLine, { stream: process.stdout }) : safeLine;
      process.stdout.write(`${styledLine}\n`);
    },
    note: logToProcess,
    screen: process.stderr.isTTY ? process.stderr : null,
    printsToTerminal: process.stdout.isTTY === true,
    continueWithoutOutput: () => {
      continuesWithoutOutput = true;
    },
    ...(process.stdin.isTTY && { confirm }),
  };
}

async function confirm(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await prompt.question(`${escapeControls(question)} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}

/** Whether this process continues when its output cannot be written. */
let continuesWithoutOutput = false;

/**
 * Ignores write errors when the reader has closed the output early, as `| head` does: the command continues
 * without output and exits with its normal code. Any other error, such as a full disk, leaves the output
 * incomplete and ends the process, unless `continuesWithoutOutput` is true.
 */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || continuesWithoutOutput) return;
  logToProcess(`The output cannot be written: ${error.message}`);
  process.exit(1);
}

/** Writes one line to standard error. Works before a `Terminal` exists. */
export function logToProcess(line: string): void {
  process.stderr.write(`${escapeControls(line)}\n`);
}

/**
 * Characters that control a terminal, or that hide or reorder the text around them: control characters (which
 * start escape sequences), invisible and bidirectional formatting, line separators, lone surrogates.
 */
const controlCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Makes a line with third-party text safe to print. Escapes, as in JSON (`\u001b`), the characters that would
 * start another line or control the terminal, except the tab.
 */
export function escapeControls(line: string): string {
  return line.replace(controlCharacters, (character) =>
    character === '\t' ? character : escapeCharacter(character),
  );
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * Returns the variables of the `.env` file in the working directory, if any.
 *
 * @throws CommandFailed when the file cannot be read
 */
function readDotEnv(): Record<string, string | undefined> {
  try {
    // A byte order mark would become part of the first variable's name.
    return parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new CommandFailed(`.env cannot be read: ${message}`);
  }
}
