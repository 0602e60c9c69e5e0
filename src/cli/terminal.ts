/** The process around a command, as far as commands use it. */
export interface Terminal {
  /** Environment variables, those of `.env` included. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Environment variables without those of `.env`. */
  readonly givenEnvironment: Readonly<Record<string, string | undefined>>;
  /**
   * Prints one line of the command's result. Escapes control characters, line feeds too. The style has an
   * effect only on a terminal without NO_COLOR.
   */
  print(line: string, style?: LineStyle): void;
  /** Prints one line about the command's work: progress, warnings, failures. Escapes control characters. */
  note(line: string): void;
  /** The stream for progress bars; null when the output is not a terminal. */
  readonly screen: NodeJS.WriteStream | null;
  /** Whether the result goes to a terminal, and not to a file or another program. */
  readonly printsToTerminal?: boolean;
  /**
   * Asks the person who runs the command; absent when nobody can answer. Gives false for every answer but a
   * yes.
   */
  readonly confirm?: (question: string) => Promise<boolean>;
}

export type LineStyle = 'bold' | 'red' | 'green' | 'yellow' | 'cyan' | 'gray';

/**
 * A failure that its message explains in full. The command ends with exit code 1, unless `exitCode` names
 * another code.
 */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The error for arguments that are each allowed but make no sense together. The command has done nothing. */
export class UsageError extends CommandFailed {
  constructor(message: string) {
    super(message, { exitCode: 2 });
  }
}

/** Prints a text of several lines. */
export function printText(terminal: Terminal, text: string): void {
  for (const line of text.trimEnd().split('\n')) terminal.print(line);
}
