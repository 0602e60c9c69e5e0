import { readRequestsFile, requestsFile } from '../modules/requests/index.ts';
import {
  isEmpty,
  joinReferenceFiles,
  type ReferenceFiles,
  readPublicRepository,
  readReferenceFiles,
  type SourceProblem,
  sourceReader,
} from '../modules/transfer/index.ts';
import { filesOfRepository, openReferenceUrl, type ReferenceSource } from '../outside/reference-url.ts';
import type { CanonicalFormat } from '../records/categories/category.ts';
import { categories } from '../records/categories/index.ts';
import type { Settings } from '../settings/settings.ts';
import type { ImportOptions } from './import.ts';
import { openReferenceDirectory } from './reference-directory.ts';
import { CommandFailed, UsageError } from './terminal.ts';

/** A directory or URL to import from; `repository`: which of the two public repositories it is. */
interface Place {
  readonly address: string;
  readonly repository: 'image' | 'text' | null;
}

/**
 * Gives the directories and URLs to import from: the given ones and, with `--from github`, the files of the
 * two repositories in the settings.
 * @throws UsageError when there is none
 */
export function placesOf(
  given: readonly string[],
  options: Pick<ImportOptions, 'from'>,
  { imageGithubRepo, textGithubRepo }: Settings,
): Place[] {
  const all: Place[] = given.map((address) => ({ address, repository: null }));
  if (options.from === 'github')
    all.push(
      { address: filesOfRepository(imageGithubRepo), repository: 'image' },
      { address: filesOfRepository(textGithubRepo), repository: 'text' },
    );
  if (all.length > 0) return all;
  throw new UsageError('Nothing to import: give a directory, an http(s) URL, or --from github.');
}

export type RequestSteps = ReturnType<typeof readRequestsFile>;

/**
 * Reads the files of all places.
 * @throws CommandFailed when a place has no file
 */
export async function readSources(
  all: readonly Place[],
  options: Pick<ImportOptions, 'format'>,
): Promise<{ files: ReferenceFiles; requests: RequestSteps[] }> {
  const format = options.format === 'auto' ? null : options.format;
  const read: ReferenceFiles[] = [];
  const requests: RequestSteps[] = [];
  for (const place of all) {
    const { files, steps } = await readPlace(place, format);
    if (isEmpty(files)) {
      throw new CommandFailed(
        `There is no model reference file in ${place.address}, nor in its folders image and text.`,
      );
    }
    read.push(files);
    if (steps !== null) requests.push(steps);
  }
  return { files: joinReferenceFiles(read), requests };
}

async function readPlace({ address, repository }: Place, format: CanonicalFormat | null) {
  const from = async (source: ReferenceSource) => {
    const files = await (repository === null
      ? readReferenceFiles(source, categories, format)
      : readPublicRepository(repository, source, categories, format));
    // Where nothing could be read, one more call would fail too.
    if (files.files.length + files.groupEntries.length === 0) return { files, steps: null };
    const { steps, problems } = await requestsIn(source);
    return { files: { ...files, problems: [...files.problems, ...problems] }, steps };
  };
  if (!/^https?:\/\//i.test(address)) return from(await openReferenceDirectory(address));
  await using source = openReferenceUrl(address);
  return await from(source);
}

/** Reads the file of requests for models in a source. */
async function requestsIn(
  source: ReferenceSource,
): Promise<{ steps: RequestSteps | null; problems: SourceProblem[] }> {
  const problems: SourceProblem[] = [];
  const text = await sourceReader(source, { problems }).read(requestsFile);
  if (typeof text !== 'string') return { steps: null, problems };
  try {
    return { steps: readRequestsFile(text), problems };
  } catch (error) {
    const problem = { file: source.label(requestsFile), name: null, reason: (error as Error).message };
    return { steps: null, problems: [...problems, problem] };
  }
}
