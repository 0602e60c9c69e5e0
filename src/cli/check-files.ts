import { allCategoryNames } from '../records/categories/index.ts';
import { fileVerdicts, isWrong } from '../records/files/verdict.ts';
import {
  choices,
  createWholeNumberParser,
  flag,
  lazyCommand,
  type OptionValues,
  parseWholeNumber,
  value,
  withDefault,
} from './command.ts';

const options = {
  category: choices('<names...>', allCategoryNames, 'only files of these categories'),
  maxAge: withDefault(
    value('<minutes>', 'skip files that were checked within this many minutes', createWholeNumberParser(0)),
    60,
  ),
  perMinute: withDefault(value('<n>', 'maximum number of calls per minute', parseWholeNumber), 600),
  json: flag('print the evidence for each file as JSON'),
};

export type CheckOptions = OptionValues<typeof options>;

export const checkFilesCommand = lazyCommand({
  name: 'check-files',
  about: 'Check that the files of live records exist and match their records.',
  options,
  help: `
Requests headers and a few kilobytes of JSON from the hosts. The results are stored in the database and shown by the service.
A file is gone if its host reports it as missing twice, six hours apart.

A stopped run resumes when it is started again; parallel runs share the work.
Verdicts: ${fileVerdicts.join(', ')}.

Exit code 1 when a file is wrong (${fileVerdicts.filter(isWrong).join(', ')}) or could
not be reached; these files and the reasons are printed. A file that fails does not end the run.

Examples:
  modelref check-files
  modelref check-files --category image_generation controlnet --max-age 0
  modelref check-files --json > files.json`,
});
