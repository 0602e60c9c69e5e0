import { InvalidArgumentError } from 'commander';
import { findFileNameProblem } from '../records/file-name.ts';
import {
  flag,
  lazyCommand,
  mandatory,
  type OptionValues,
  parseWholeNumber,
  requiredArgument,
  value,
  values,
  withDefault,
} from './command.ts';
import { ownFolder } from './pull/target-folder.ts';
import { serverOptions } from './remote/registry.ts';

const options = {
  ...serverOptions,
  category: mandatory(values('<name...>', 'models of these categories')),
  name: values('<name...>', 'only models with these names'),
  baseline: values('<name...>', 'only of these baselines'),
  tag: values('<tag...>', 'only with all of these tags'),
  mostUsed: value('<n>', 'only the n most used models of each category', parseWholeNumber),
  budget: value(
    '<size>',
    'stop before the total size of the models exceeds this: 200GB, 500MB',
    parseByteCount,
  ),
  sizes: flag('ask hosts for sizes that are missing in records'),
  folder: value(
    '<category=folder...>',
    'folder of a category, if not its name: image_generation=checkpoints',
    parseCategoryFolder,
  ),
  atOnce: withDefault(value('<n>', 'number of parallel downloads', parseWholeNumber), 3),
  dryRun: flag('print what would be downloaded, without downloading it'),
  largestUnknown: value(
    '<size>',
    'maximum size of a file whose record states no size (default: twice the largest known size in its category, at least 20 GiB)',
    parseByteCount,
  ),
  check: flag('verify existing files, and download damaged ones again'),
  prune: flag('remove files of earlier pulls that are no longer selected'),
  yes: flag('remove the files of --prune without confirmation, however many there are'),
  replace: flag('replace files with other content, even if pull did not download them'),
  propose: flag('propose the hashes that this run has read where those in records are wrong'),
  allowHost: values('<host...>', 'hosts in private networks that may serve files, with port'),
};

export type PullFlags = OptionValues<typeof options>;

export const pullCommand = lazyCommand({
  name: 'pull',
  about: 'Download and verify the missing files of models into a folder.',
  arguments: [requiredArgument('folder', 'target folder; created if missing')],
  options,
  help: `
A file gets its name once its SHA-256 is that of the record; until then it is in <folder>/.modelref, where the next run
continues. Files without a SHA-256 in their record are not fetched. If one URL fails, other URLs of the same content are tried.
Only one pull may run in a folder.

Tokens for hosts that require an account: MODELREF_PULL_TOKENS, as JSON such as {"huggingface.co":"hf_…"}. Each is sent to
its own host only, over TLS.

Files are stored as <folder>/<category>/<file name>. For other folders, use --folder.

--prune lists the files to remove, and asks for confirmation on a terminal. It removes only unmodified files of earlier pulls,
at the end, and nothing if a file could not be fetched or none is selected. Without a terminal it also keeps them if they are
more than five and more than half of the placed files, because the registry may have lost records; --yes removes them anyway.
Parts of files that are not selected are removed too.

If no URL has content with the hash of the record, pull prints the hash of the content, and does not fetch it again while its
ETag is the same. --propose queues that hash for review, with the key of a requestor; it reads the content again if an
earlier run has found the hash.

Exit code 1 if a file could not be fetched (the others are complete), or if too many files would be removed.
With --json: the results, as one object.

Examples:
  modelref pull ./models --category image_generation --most-used 20 --budget 100GB --dry-run
  modelref pull ./models --category image_generation --name 'SDXL 1.0' --check
  modelref pull ./ComfyUI/models --category image_generation esrgan --folder image_generation=checkpoints esrgan=upscale_models`,
});

function parseCategoryFolder(
  text: string,
  before: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const [, category = '', folder = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const problem = category === '' ? 'names no folder' : findFolderProblem(folder);
  if (problem === null) return new Map(before).set(category, folder);
  throw new InvalidArgumentError(
    `Expected <category>=<folder>, such as image_generation=checkpoints; '${text}' ${problem}.`,
  );
}

function findFolderProblem(folder: string): string | null {
  const [firstSegment = ''] = folder.split('/');
  return firstSegment.toLowerCase() === ownFolder
    ? `names ${ownFolder}, which is reserved for pull`
    : findFileNameProblem(folder);
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

function parseByteCount(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?b|[kmgt])$/i.exec(text) ?? [];
  const bytes = Number(number) * (units[unit.toLowerCase().replace(/b$/, '')] ?? Number.NaN);
  if (number !== '' && Number.isFinite(bytes)) return Math.floor(bytes);
  throw new InvalidArgumentError('Expected a size with its unit, such as 500MB, 10GB or 1.5TB.');
}
