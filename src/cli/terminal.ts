/** What a command sees of the process around it. */
export interface Terminal {
  /** Environment variables, those of `.env` included. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The same without those of `.env`. */
  readonly givenEnvironment: Readonly<Record<string, string | undefined>>;
  /** One line of the command's result. */
  print(line: string): void;
  /** One line about how it goes: progress, warnings, failures. */
  note(line: string): void;
  /** Where progress bars may be drawn; null when nobody watches. */
  readonly screen: NodeJS.WriteStream | null;
}

/** A failure that the text says all about; the command ends with exit code 1. */
export class CommandFailed extends Error {}
