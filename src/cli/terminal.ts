/** The process around a command, as the command sees it. */
export interface Terminal {
  /** Environment variables, those of `.env` included. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The environment without the variables of `.env`. */
  readonly givenEnvironment: Readonly<Record<string, string | undefined>>;
  /**
   * Prints one line of the command's result. Control characters, line feeds too, are shown escaped. The style
   * shows on a terminal only, and not where NO_COLOR is set.
   */
  print(line: string, style?: LineStyle): void;
  /** Prints one line about how the command goes: progress, warnings, failures. Escaped like the result. */
  note(line: string): void;
  /** The stream for progress bars; null when nobody watches. */
  readonly screen: NodeJS.WriteStream | null;
  /** Whether what is printed is shown on a terminal, and does not go to a file or a program. */
  readonly printsToTerminal?: boolean;
  /** Asks whoever runs the command; absent when nobody can answer. Anything but a yes is false. */
  readonly confirm?: (question: string) => Promise<boolean>;
}

export type LineStyle = 'bold' | 'red' | 'green' | 'yellow' | 'cyan' | 'gray';

/** A failure that its message explains in full; the command ends with exit code 1, unless `exitCode` says another. */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The error for words that are each allowed but make no command together. Nothing has been done. */
export class UsageError extends CommandFailed {
  constructor(message: string) {
    super(message, { exitCode: 2 });
  }
}

/** Prints a text of several lines. */
export function printText(terminal: Terminal, text: string): void {
  for (const line of text.trimEnd().split('\n')) terminal.print(line);
}
