import { Command, CommanderError } from 'commander';
import { ApiError } from '#client';
import { ShownError } from '../kernel/errors.ts';
import { serviceVersion } from '../serving/version.ts';
import { SettingsError } from '../settings/read-settings.ts';
import { auditCommand } from './audit.ts';
import { backupCommand, copyCommand } from './backup.ts';
import { bridgeCommand } from './bridge.ts';
import { checkConfigCommand } from './check-config.ts';
import { checkFilesCommand } from './check-files.ts';
import { demoCommand } from './demo.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { logToProcess, openProcessTerminal } from './process-terminal.ts';
import { publishCommand } from './publish.ts';
import { pullCommand } from './pull.ts';
import { remoteGroups } from './remote/commands.ts';
import { describeFailure, exitCodeOf } from './remote/registry.ts';
import { removedCommandHint } from './removed-commands.ts';
import { serveCommand } from './serve.ts';
import { CommandFailed, printText, type Terminal, UsageError } from './terminal.ts';

/** The commands by heading, in the order of `--help`. */
const groups = {
  ...remoteGroups,
  'Fetch files:': [pullCommand(async () => (await import('./pull/pull.ts')).runPull)],
  'Run a registry:': [
    serveCommand,
    demoCommand(async () => (await import('./run-demo.ts')).runDemo),
    checkConfigCommand,
    migrateCommand,
    importCommand(async () => (await import('./run-import.ts')).runImport),
    exportCommand,
    publishCommand(async () => (await import('./run-publish.ts')).runPublish),
    bridgeCommand,
    checkFilesCommand(async () => (await import('./run-file-check.ts')).runFileCheck),
    auditCommand,
    backupCommand,
    copyCommand,
  ],
};

/**
 * Runs one command and returns the exit code: 0 for success, 1 for a failure, 2 for invalid arguments, other
 * codes for errors returned by a server (`remote/registry.ts`). Prints failures on the terminal.
 */
export async function runCommandLine(
  words: readonly string[],
  openTerminal: () => Terminal = openProcessTerminal,
): Promise<number> {
  let terminal: Terminal | undefined;
  try {
    terminal = openTerminal();
    const hint = removedCommandHint(words);
    if (hint !== null) throw new UsageError(hint);
    await createProgram(terminal).parseAsync(words, { from: 'user' });
    return 0;
  } catch (thrown) {
    const error = unwrapError(thrown);
    // Commander has already printed the error in the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageErrorCode;
    const note = terminal?.note ?? logToProcess;
    const lines = describeError(error)
      .flatMap(indentLines)
      .filter((line) => line.trim() !== '');
    for (const line of lines.length > 0 ? lines : [`Unexpected error: ${String(error)}`]) note(line);
    if (error instanceof ApiError) return exitCodeOf(error);
    return error instanceof CommandFailed ? error.exitCode : 1;
  }
}

export function createProgram(terminal: Terminal): Command {
  const program = new Command('modelref')
    .description('The registry of machine-learning model reference records for the AI-Horde ecosystem.')
    .version(serviceVersion)
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nSettings are environment variables, listed by: modelref check-config --markdown',
    );
  for (const [heading, commands] of Object.entries(groups)) {
    for (const command of commands) program.addCommand(command(terminal).helpGroup(heading));
  }
  const allCommands = program.commands.flatMap((command) => [command, ...command.commands]);
  for (const each of [program, ...allCommands]) {
    each
      .showHelpAfterError('(see --help)')
      .exitOverride()
      .configureOutput({
        writeOut: (text) => printText(terminal, text),
        writeErr: (text) => {
          for (const line of text.trimEnd().split('\n')) terminal.note(line);
        },
      });
  }
  return program;
}

const usageErrorCode = 2;

/** Returns the error to report. If closing a resource failed after an error, returns the earlier error. */
function unwrapError(error: unknown): unknown {
  return error instanceof SuppressedError ? unwrapError(error.suppressed) : error;
}

/**
 * Splits a text into lines, and indents all lines but the first, so that third-party text cannot look like a
 * message of this program.
 */
function indentLines(text: string): string[] {
  return text.split(/\r?\n/).map((line, index) => (index === 0 ? line : `  ${line}`));
}

function describeError(error: unknown): string[] {
  if (error instanceof SettingsError) {
    return ['The settings are wrong:', ...error.problems.map((problem) => `  ${problem}`)];
  }
  if (error instanceof ApiError) return describeFailure(error);
  if (error instanceof CommandFailed || error instanceof ShownError) {
    // The driver's message may be shown, since only the operator sees this terminal.
    const reason = error.cause instanceof Error ? error.cause.message : '';
    return error.message.includes(reason) ? [error.message] : [error.message, `  ${reason}`];
  }
  // The user pressed Ctrl+C or Ctrl+D at a prompt.
  if (error instanceof Error && error.name === 'AbortError') return ['Interrupted.'];
  // An operating system error, such as a file that cannot be written.
  if (error instanceof Error && 'syscall' in error) return [error.message];
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n');
}
