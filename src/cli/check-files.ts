import { Command, InvalidArgumentError, Option } from 'commander';
import { categoryNames } from '../records/categories/index.ts';
import { fileVerdicts, isWrong } from '../records/files/verdict.ts';
import type { CheckOptions } from './run-file-check.ts';
import { type Terminal, UsageError } from './terminal.ts';

export function checkFilesCommand(terminal: Terminal): Command {
  return new Command('check-files')
    .description('Look at the files that live records name: are they there, and what the records say?')
    .addOption(
      new Option('--category <names...>', 'only those of these categories').choices([...categoryNames]),
    )
    .option(
      '--max-age <minutes>',
      `take what was looked at within so many minutes as it is (default: ${maxAge.usual}; with --deep ${maxAge.deep}, a week)`,
      wholeNumber(0),
    )
    .option('--deep', 'read the whole files, and compare their own SHA-256: terabytes, over all categories')
    .option(
      '--most-bytes <n>',
      `with --deep: larger files are not read (default: ${mostBytes})`,
      wholeNumber(1),
    )
    .option('--per-minute <n>', 'calls in a minute, at most', wholeNumber(1), 600)
    .option(
      '--propose',
      'queue what the hosts say as repairs: fixed revisions, new addresses, missing hashes and sizes',
    )
    .option('--json', 'print everything that is known of each file, as JSON')
    .addHelpText('after', help)
    .action(async (options: Omit<CheckOptions, 'maxAge' | 'mostBytes'> & Partial<CheckOptions>) => {
      if (options.mostBytes !== undefined && !options.deep)
        throw new UsageError('--most-bytes is about the files that --deep reads.');
      const { runFileCheck } = await import('./run-file-check.ts');
      await runFileCheck(terminal, {
        maxAge: options.deep ? maxAge.deep : maxAge.usual,
        mostBytes,
        ...options,
      });
    });
}

/** In minutes. */
const maxAge = { usual: 60, deep: 7 * 24 * 60 };
/** Of one file: more than the largest models of today have in one. */
const mostBytes = 100_000_000_000;

const help = `
Hosts are asked for headers and a few kilobytes of JSON, and only with --deep for whole files: of each host one at a time, of
which nothing is kept but the hash. What was learned is kept in the database, and
shown by the service. A file counts as gone once its host has said so twice, six hours apart.

A run that was stopped goes on where it was when it is begun again; several at once share the work.
A file that it was reading when it was killed is read from its beginning.
Verdicts: ${fileVerdicts.join(', ')}.

Exit code 1 when a file is wrong (${fileVerdicts.filter(isWrong).join(', ')}), and when one was not reached: it is
said which one, and why. A file that fails keeps nobody from the others of its host.

Examples:
  modelref check-files
  modelref check-files --category image_generation controlnet --max-age 0
  modelref check-files --deep --category controlnet
  modelref check-files --propose
  modelref check-files --json > files.json`;

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It has to be a whole number from ${least}.`);
  };
}
