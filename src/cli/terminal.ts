import type { RemoteFiles } from '../outside/remote-files.ts';

/** The parts of the process that commands use: its environment, its output, and the user at the terminal. */
export interface Terminal {
  /** Environment variables, including those of `.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The environment variables with which the process was started, without those of `.env`. */
  readonly givenEnvironment: Readonly<Record<string, string | undefined>>;
  /**
   * Prints one line of the command's result. Escapes control characters, including line feeds. Ignores the
   * style when the output is not a terminal, or when the variable NO_COLOR is set.
   */
  print(line: string, style?: LineStyle): void;
  /** Prints a line of progress, warning or failure. Escapes control characters. */
  note(line: string): void;
  /** The stream for progress bars. Null when standard error is not a terminal. */
  readonly screen: NodeJS.WriteStream | null;
  /** Whether the result is printed to a terminal instead of a file or another program. Absent: false. */
  readonly printsToTerminal?: boolean;
  /** Asks the user a yes/no question. Returns true only for yes. Absent when there is no terminal. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /**
   * Makes the process continue when its output cannot be written, for example on a full disk. The service
   * calls this, because its output is only its log. Absent when the terminal is not that of a process.
   */
  readonly continueWithoutOutput?: () => void;
  /** Fetches files from other hosts. Absent: according to the settings. */
  readonly remoteFiles?: RemoteFiles;
}

export type LineStyle = 'bold' | 'red' | 'green' | 'yellow' | 'cyan' | 'gray';

/**
 * Thrown when a command fails. The message explains the failure in full. The exit code is 1, or `exitCode` if
 * passed.
 */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/**
 * Thrown when arguments are valid individually but contradictory or incomplete together, before the command
 * has done anything. The exit code is 2.
 */
export class UsageError extends CommandFailed {
  constructor(message: string) {
    super(message, { exitCode: 2 });
  }
}

/** Prints a text line by line as the command's result, without trailing blank lines. */
export function printText(terminal: Terminal, text: string): void {
  for (const line of text.trimEnd().split('\n')) terminal.print(line);
}
