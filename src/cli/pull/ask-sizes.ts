import pLimit from 'p-limit';
import { RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import { type ChosenModel, downloadsIn } from './wanted-files.ts';

const timeoutMs = 10_000;

/** How large the files are of which no record says it, by hash, as far as their hosts tell. */
export async function askSizes(
  models: readonly ChosenModel[],
  remote: RemoteFiles,
  atOnce: number,
): Promise<ReadonlyMap<string, number>> {
  const addresses = new Map<string, string>();
  for (const { record } of models) {
    for (const { sha256sum, size_bytes, file_url } of downloadsIn(record)) {
      if (size_bytes === undefined && URL.canParse(file_url))
        addresses.set(String(sha256sum).toLowerCase(), file_url);
    }
  }
  const sizes = new Map<string, number>();
  const limit = pLimit(atOnce);
  await Promise.all(
    Array.from(addresses, ([hash, url]) =>
      limit(async () => {
        const bytes = await sizeAt(remote, url);
        if (bytes !== null) sizes.set(hash, bytes);
      }),
    ),
  );
  return sizes;
}

async function sizeAt(remote: RemoteFiles, url: string): Promise<number | null> {
  try {
    await using answer = await remote.open({ method: 'HEAD', url, timeoutMs });
    const length = answer.headers['content-length'];
    return answer.status === 200 && length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
  } catch (error) {
    if (error instanceof RemoteFailure) return null;
    throw error;
  }
}
