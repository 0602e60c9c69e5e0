import pLimit from 'p-limit';
import type { ModelrefClient } from '#client';
import { RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import type { PullFlags } from '../pull.ts';
import { checkCategories, notFoundExitCode } from '../remote/registry.ts';
import { CommandFailed } from '../terminal.ts';
import { downloadsOfRecord, type SelectedModel } from './files-to-pull.ts';

/**
 * Returns the models that the flags select. Earlier models in the list have priority for the budget.
 * `others`: all records of the selected categories. Pull may use the URL of a file in them that has the same
 * hash as a file to pull.
 * @throws CommandFailed when a specified model or category does not exist, the records of a category are not
 *   models, `mostUsed` is given and the registry knows no usage, `--prune` would remove all files of a category,
 *   or the server is not a registry
 */
export async function selectModels(
  client: ModelrefClient,
  { category, name, baseline, tag = [], mostUsed, prune }: PullFlags,
): Promise<{ models: SelectedModel[]; others: Pick<SelectedModel, 'category' | 'record'>[] }> {
  const models: SelectedModel[] = [];
  const otherModels: Pick<SelectedModel, 'category' | 'record'>[] = [];
  const unknownNames = new Set(name);
  let rankedCount = 0;
  for (const categoryName of category) {
    const { value } = await client.category(categoryName);
    if (value.size === 0) await checkCategories(client, [categoryName]);
    for (const record of value.values()) otherModels.push({ category: categoryName, record });
    const names =
      mostUsed === undefined
        ? [...value.keys()]
        : parseModelNames(await client.popular(categoryName, { limit: mostUsed }), categoryName);
    const rankedNames = names.filter((key) => value.has(key));
    rankedCount += rankedNames.length;
    if (prune && rankedNames.length === 0) {
      const missingText =
        value.size === 0 ? `no models in '${categoryName}'` : `no usage of the models of '${categoryName}'`;
      throw new CommandFailed(
        `Nothing was done: the registry lists ${missingText}, so --prune would remove all files of this category.`,
      );
    }
    for (const key of rankedNames) {
      const record = value.get(key);
      if (!record || (name && !name.includes(key))) continue;
      unknownNames.delete(key);
      if (baseline && !baseline.includes(record.baseline ?? '')) continue;
      if (tag.every((word) => Array.isArray(record.tags) && record.tags.includes(word)))
        models.push({ category: categoryName, name: key, record });
    }
  }
  if (mostUsed !== undefined && rankedCount === 0 && otherModels.length > 0) {
    throw new CommandFailed(
      `Nothing was done: the registry lists no usage of the models of ${category.map((each) => `'${each}'`).join(', ')}. Try again later, or without --most-used.`,
    );
  }
  if (unknownNames.size > 0) {
    throw new CommandFailed(
      `The selected categories have no model ${[...unknownNames].map((each) => `'${each}'`).join(', ')}.`,
      { exitCode: notFoundExitCode },
    );
  }
  return { models, others: otherModels };
}

/**
 * Returns the names of a category's most used models from a registry's response.
 * @throws CommandFailed when the response is not a list of models: the server may not be a registry
 */
function parseModelNames(answer: unknown, category: string): string[] {
  const isList = Array.isArray(answer) && answer.every((each) => typeof each?.name === 'string');
  if (isList) return answer.map(({ name }) => name);
  throw new CommandFailed(
    `Unexpected answer for the most used models of '${category}'; expected a list of models.`,
  );
}

const timeoutMs = 10_000;

/**
 * Asks the hosts for the sizes of files without a recorded size.
 * @returns the sizes, in bytes, by the SHA-256 of the file; a file is absent when its host sends no size or
 *   is unreachable
 */
export async function askSizes(
  models: readonly SelectedModel[],
  remote: RemoteFiles,
  atOnce: number,
): Promise<ReadonlyMap<string, number>> {
  const addresses = new Map<string, string>();
  for (const { record } of models) {
    for (const { sha256sum, size_bytes, file_url } of downloadsOfRecord(record)) {
      if (size_bytes === undefined && URL.canParse(file_url))
        addresses.set(String(sha256sum).toLowerCase(), file_url);
    }
  }
  const sizes = new Map<string, number>();
  const limit = pLimit(atOnce);
  await Promise.all(
    Array.from(addresses, ([hash, url]) =>
      limit(async () => {
        const bytes = await readSize(remote, url);
        if (bytes !== null) sizes.set(hash, bytes);
      }),
    ),
  );
  return sizes;
}

async function readSize(remote: RemoteFiles, url: string): Promise<number | null> {
  try {
    await using answer = await remote.open({ method: 'HEAD', url, timeoutMs });
    const length = answer.headers['content-length'];
    return answer.status === 200 && length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
  } catch (error) {
    if (error instanceof RemoteFailure) return null;
    throw error;
  }
}
