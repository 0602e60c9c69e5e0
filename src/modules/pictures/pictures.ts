import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { FairLimiter, LimiterFull } from '../../kernel/concurrency/fair-limiter.ts';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import { OutageError, RegistryError } from '../../kernel/errors.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { ModuleContext } from '../base.ts';
import type { Catalog } from '../catalog/index.ts';
import { resize } from './resize.ts';
import { pictureStore } from './store.ts';
import type { StoredPicture } from './tables.ts';

/** Limits of a fetch: size in bytes, and time in milliseconds including all redirects. */
const fetchLimits = { maxBytes: 10 * 1024 * 1024, timeoutMs: 15_000 };
/** Number of pictures fetched at the same time, and limits of the queue. A request beyond them is refused. */
const workLimits = { atOnce: 2, waiting: 200, longestWaitMs: 20_000 };
/**
 * Age, in seconds, after which an address is fetched again: if it returned a picture (`picture`), or none
 * (`none`).
 */
const maxAgeSeconds = { picture: 30 * 86_400, none: 3_600 };
/** Maximum number of pictures cached in memory. */
const maxCachedPictures = 100;

export interface Picture {
  readonly webp: Buffer;
  readonly etag: string;
}

/**
 * Serves small copies of the showcase pictures in live records. Fetches only the addresses of these pictures.
 *
 * @param remote calls the addresses, which come from users: it must send no token, and reach public hosts
 *   only
 */
export function createPictures(
  { store, clock, logger, categories }: Pick<ModuleContext, 'store' | 'clock' | 'logger' | 'categories'>,
  { catalog, remote }: { readonly catalog: Pick<Catalog, 'snapshot'>; readonly remote: RemoteFiles },
) {
  const limiter = new FairLimiter({ ...workLimits, now: () => performance.now() });
  const flights = new SingleFlight<StoredPicture>();
  const cache = new LRUCache<string, StoredPicture>({ max: maxCachedPictures });

  const fetchResized = async (address: string): Promise<Buffer | null> => {
    try {
      await using answer = await remote.open({
        method: 'GET',
        url: address,
        headers: { accept: 'image/webp, image/png, image/jpeg' },
        ...fetchLimits,
      });
      return answer.status === 200 ? await resize(await answer.bytes()) : null;
    } catch (error) {
      logger.debug({ reason: (error as Error).message }, 'cannot read a showcase picture');
      return null;
    }
  };

  const isFresh = ({ content, made_at }: StoredPicture): boolean => {
    const age = clock.now() - made_at;
    return age >= 0 && age < (content === null ? maxAgeSeconds.none : maxAgeSeconds.picture);
  };

  const makePicture = async (hash: string, address: string): Promise<StoredPicture> => {
    const storedPicture = await store.read((tx) => pictureStore(tx).get(hash));
    if (storedPicture && isFresh(storedPicture)) return storedPicture;
    const webp = await withLimit(limiter, () => fetchResized(address));
    // While the host does not respond, keep the earlier picture.
    const content = webp?.toString('base64') ?? storedPicture?.content ?? null;
    const newPicture = { address_hash: hash, content, made_at: clock.now() };
    if (store.writable) await store.write((tx) => pictureStore(tx).put(newPicture));
    return newPicture;
  };

  return {
    /**
     * Returns the small copy of a showcase of a live model.
     *
     * @throws RegistryError not_found when the address is not a showcase in the model's record, is not https,
     *   or does not return a picture
     * @throws OutageError overloaded when too many pictures wait to be fetched
     */
    get: async (category: string, name: string, address: string): Promise<Picture> => {
      const isCategory = categories.list.some((each) => each.name === category);
      const showcases = isCategory && catalog.snapshot('v2', category).get(name)?.record.showcases;
      const isShowcase = Array.isArray(showcases) && showcases.includes(address);
      if (!isShowcase || !address.startsWith('https:')) {
        throw new RegistryError(
          'not_found',
          `Model '${name}' in category '${category}' has no showcase with this https URL.`,
        );
      }
      const hash = createHash('sha256').update(address).digest('hex');
      const cachedPicture = cache.get(hash);
      const picture =
        cachedPicture && isFresh(cachedPicture)
          ? cachedPicture
          : await flights.run(hash, () => makePicture(hash, address));
      cache.set(hash, picture);
      if (picture.content === null) {
        throw new RegistryError(
          'not_found',
          'The showcase cannot be fetched, or is not a JPEG, PNG or WebP image.',
        );
      }
      return {
        webp: Buffer.from(picture.content, 'base64'),
        etag: `"${hash.slice(0, 16)}-${picture.made_at}"`,
      };
    },
  };
}

async function withLimit<T>(limiter: FairLimiter, task: () => Promise<T>): Promise<T> {
  try {
    return await limiter.run('', task);
  } catch (error) {
    if (!(error instanceof LimiterFull)) throw error;
    throw new OutageError('overloaded', 'Too many pictures are being fetched. Try again later.', {
      headers: { 'retry-after': String(error.retryAfterSeconds) },
    });
  }
}
