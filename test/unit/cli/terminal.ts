import { runCommandLine } from '../../../src/cli/command-line.ts';
import type { Terminal } from '../../../src/cli/terminal.ts';

export interface CommandResult {
  readonly code: number;
  readonly printed: string[];
  readonly noted: string[];
}

/** Who is at the terminal, by default nobody; and what fetches files. */
export type TerminalOfTest = Partial<Pick<Terminal, 'confirm' | 'printsToTerminal' | 'remoteFiles'>>;

/** Runs a command in this process, with an environment of its own. */
export async function modelref(
  words: readonly string[],
  environment: Record<string, string> = {},
  screen: NodeJS.WriteStream | null = null,
  terminal: TerminalOfTest = {},
): Promise<CommandResult> {
  const printed: string[] = [];
  const noted: string[] = [];
  const code = await runCommandLine(words, () => ({
    environment,
    givenEnvironment: environment,
    print: (text) => printed.push(...text.split('\n')),
    note: (text) => noted.push(...text.split('\n')),
    screen,
    ...terminal,
  }));
  return { code, printed, noted };
}
