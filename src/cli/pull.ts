import { InvalidArgumentError } from 'commander';
import { fileNameProblem } from '../records/file-name.ts';
import {
  byDefault,
  flag,
  lazyCommand,
  mandatory,
  needed,
  type OptionValues,
  value,
  values,
  wholeNumber,
} from './command.ts';
import { ownFolder } from './pull/target-folder.ts';
import { serverOptions } from './remote/registry.ts';

const options = {
  ...serverOptions,
  category: mandatory(values('<name...>', 'models of these categories')),
  name: values('<name...>', 'only models of these names'),
  baseline: values('<name...>', 'only of these baselines'),
  tag: values('<tag...>', 'only with all of these tags'),
  mostUsed: value('<n>', 'only so many of each category, those that the horde uses most', wholeNumber),
  budget: value('<size>', 'whole models in their order up to this size: 200GB, 500MB', byteCount),
  sizes: flag('ask hosts for the sizes that records do not state'),
  folder: value(
    '<category=folder...>',
    'another folder for a category than its name: image_generation=checkpoints',
    folderOfCategory,
  ),
  atOnce: byDefault(value('<n>', 'files at the same time', wholeNumber), 3),
  dryRun: flag('say what would be fetched and how much, and fetch nothing'),
  largestUnknown: value(
    '<size>',
    'the largest size of a file whose record states none (default: twice the largest known one of its category, at least 20 GiB)',
    byteCount,
  ),
  check: flag('read every file again, and fetch those that are damaged'),
  prune: flag('remove files that an earlier pull has fetched and that are not chosen now'),
  yes: flag('remove what --prune lists without asking, also when it is much'),
  replace: flag('replace files with other contents, also those that pull has not fetched'),
  allowHost: values('<host...>', 'hosts in a private network that may serve files, with port'),
};

export type PullFlags = OptionValues<typeof options>;

export const pullCommand = lazyCommand({
  name: 'pull',
  about: 'Fetch the files of models into a folder, verified, and only what is missing.',
  arguments: [needed('folder', 'where to; made when missing')],
  options,
  help: `
A file appears under its name when its SHA-256 is that of the record; until then it is in <folder>/.modelref, and the next
run continues there. Files without a SHA-256 in their record are not fetched. Other addresses of the same bytes are tried
when one fails. One pull at a time works in a folder.

Hosts that want an account are asked with a token of MODELREF_PULL_TOKENS, JSON such as {"huggingface.co":"hf_…"}; each
goes to its own host alone, over TLS.

A file lies in <folder>/<category>/<file name>. For tools that look elsewhere: --folder.

--prune lists what it removes, and asks first when input and output are a terminal. It removes what pull has put there and
nobody has touched, at the end, and nothing at all when a file could not be fetched or nothing is chosen. Where nobody can
be asked and these are more than five and more than half of what pull has put there, the registry may have lost records:
they stay (--yes removes them). Parts of files that are not chosen now go too.

Exit code 1 when a file could not be fetched; the others are there. Also when files stay because they are so many.
With --json: what was done, as one object.

Examples:
  modelref pull ./models --category image_generation --most-used 20 --budget 100GB --dry-run
  modelref pull ./models --category image_generation --name 'SDXL 1.0' --check
  modelref pull ./ComfyUI/models --category image_generation esrgan --folder image_generation=checkpoints esrgan=upscale_models`,
});

function folderOfCategory(
  text: string,
  before: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const [, category = '', folder = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const problem = category === '' ? 'names no folder' : folderProblem(folder);
  if (problem === null) return new Map(before).set(category, folder);
  throw new InvalidArgumentError(
    `It has to be <category>=<folder>, such as image_generation=checkpoints: ${text} ${problem}.`,
  );
}

function folderProblem(folder: string): string | null {
  const [first = ''] = folder.split('/');
  return first.toLowerCase() === ownFolder
    ? `names ${ownFolder}, where pull keeps its notes`
    : fileNameProblem(folder);
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

function byteCount(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?b|[kmgt])$/i.exec(text) ?? [];
  const bytes = Number(number) * (units[unit.toLowerCase().replace(/b$/, '')] ?? Number.NaN);
  if (number !== '' && Number.isFinite(bytes)) return Math.floor(bytes);
  const asked = /^[\d.]+$/.test(text) ? `${text} what? ` : '';
  throw new InvalidArgumentError(`${asked}It has to be a size with its unit, such as 500MB, 10GB or 1.5TB.`);
}
