import {
  isEmpty,
  joinReferenceFiles,
  type ReferenceFiles,
  readPublicRepository,
  readReferenceFiles,
} from '../modules/transfer/index.ts';
import { openReferenceUrl, type ReferenceSource, repositoryFilesUrl } from '../outside/reference-url.ts';
import type { CanonicalFormat } from '../records/categories/category.ts';
import type { Categories } from '../records/categories/index.ts';
import type { Settings } from '../settings/settings.ts';
import type { ImportOptions } from './import.ts';
import { openReferenceDirectory } from './reference-directory.ts';
import { CommandFailed, UsageError } from './terminal.ts';

/**
 * A directory or URL to import from. `repository`: the public repository with the files; null for a place
 * that the user specified.
 */
interface Place {
  readonly address: string;
  readonly repository: 'image' | 'text' | null;
}

/**
 * Returns the directories and URLs to import from: the specified ones and, with `--from github`, the files of
 * the two repositories in the settings.
 * @throws UsageError when there is none
 */
export function listPlaces(
  addresses: readonly string[],
  options: Pick<ImportOptions, 'from'>,
  { imageGithubRepo, textGithubRepo }: Settings,
): Place[] {
  const places: Place[] = addresses.map((address) => ({ address, repository: null }));
  if (options.from === 'github')
    places.push(
      { address: repositoryFilesUrl(imageGithubRepo), repository: 'image' },
      { address: repositoryFilesUrl(textGithubRepo), repository: 'text' },
    );
  if (places.length > 0) return places;
  throw new UsageError('Nothing to import: give a directory, an http(s) URL, or --from github.');
}

/**
 * Reads the files of all places.
 * @throws CommandFailed when a place has no file
 */
export async function readSources(
  places: readonly Place[],
  options: Pick<ImportOptions, 'format'>,
  categories: Categories,
): Promise<ReferenceFiles> {
  const format = options.format === 'auto' ? null : options.format;
  const fileSets: ReferenceFiles[] = [];
  for (const place of places) {
    const files = await readPlace(place, format, categories);
    if (isEmpty(files)) {
      throw new CommandFailed(
        `No model reference file was found in ${place.address} or its folders image and text.`,
      );
    }
    fileSets.push(files);
  }
  return joinReferenceFiles(fileSets);
}

async function readPlace(
  { address, repository }: Place,
  format: CanonicalFormat | null,
  { list }: Categories,
) {
  const readFiles = (source: ReferenceSource) =>
    repository === null
      ? readReferenceFiles(source, list, format)
      : readPublicRepository(repository, source, list, format);
  if (!/^https?:\/\//i.test(address)) return readFiles(await openReferenceDirectory(address));
  await using source = openReferenceUrl(address);
  return await readFiles(source);
}
