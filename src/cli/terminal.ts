import type { RemoteFiles } from '../outside/remote-files.ts';

/**
 * The parts of the process that commands use: its environment, its output, and the person at the terminal.
 */
export interface Terminal {
  /** Environment variables, those of `.env` included. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Only the environment variables with which the process was started, without those of `.env`. */
  readonly givenEnvironment: Readonly<Record<string, string | undefined>>;
  /**
   * Prints one line of the command's result. Escapes control characters, also line feeds. Ignores the style
   * when the output is not a terminal, or when the variable NO_COLOR is set.
   */
  print(line: string, style?: LineStyle): void;
  /** Prints one line about the command's work: progress, warnings, failures. Escapes control characters. */
  note(line: string): void;
  /** The stream for progress bars. Null when standard error is not a terminal. */
  readonly screen: NodeJS.WriteStream | null;
  /** Whether the result goes to a terminal, and not to a file or another program. Absent means no. */
  readonly printsToTerminal?: boolean;
  /**
   * Asks the person who runs the command a question. Returns true for yes, and false for every other answer.
   * Absent when nobody can answer.
   */
  readonly confirm?: (question: string) => Promise<boolean>;
  /**
   * Keeps the process running when its output cannot be written, as on a full disk. A service calls it,
   * because its output is its log. Absent when the output is not that of a process.
   */
  readonly outliveOutput?: () => void;
  /** Fetches files from other hosts. Absent: as the settings say. */
  readonly remoteFiles?: RemoteFiles;
}

export type LineStyle = 'bold' | 'red' | 'green' | 'yellow' | 'cyan' | 'gray';

/**
 * The error for a command that failed. Its message explains the failure in full. The exit code is 1, or
 * `exitCode` if that is given.
 */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/**
 * The error for arguments that are each allowed, but make no sense together or are too few. It is thrown
 * before the command has done anything. The exit code is 2.
 */
export class UsageError extends CommandFailed {
  constructor(message: string) {
    super(message, { exitCode: 2 });
  }
}

/** Prints a text line by line, as the command's result. Leaves out blank lines at the end of the text. */
export function printText(terminal: Terminal, text: string): void {
  for (const line of text.trimEnd().split('\n')) terminal.print(line);
}
