import { runCommandLine } from '../../../src/cli/command-line.ts';

export interface CommandResult {
  readonly code: number;
  readonly printed: string[];
  readonly noted: string[];
}

/** Runs a command in this process, with an environment of its own. */
export async function modelref(
  words: readonly string[],
  environment: Record<string, string> = {},
  screen: NodeJS.WriteStream | null = null,
): Promise<CommandResult> {
  const printed: string[] = [];
  const noted: string[] = [];
  const code = await runCommandLine(words, () => ({
    environment,
    givenEnvironment: environment,
    print: (text) => printed.push(...text.split('\n')),
    note: (text) => noted.push(...text.split('\n')),
    screen,
  }));
  return { code, printed, noted };
}
