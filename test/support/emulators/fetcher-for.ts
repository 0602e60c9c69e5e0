import { createGuardedFetcher, type GuardedFetcher } from '../../../src/outside/guarded/guarded-fetcher.ts';
import type { EmulatedCivitai } from './civitai.ts';
import type { EmulatedHub } from './hugging-face.ts';

interface Emulators {
  readonly hub?: EmulatedHub;
  readonly civitai?: EmulatedCivitai;
}

/**
 * Creates the service's own fetcher, which sends requests for Hugging Face and Civitai to the emulators.
 * Records go on naming the real hosts, as in `https://huggingface.co/…`.
 *
 * @param others further hosts on this machine that may be called
 */
export function fetcherFor({ hub, civitai }: Emulators, others: readonly string[] = []): GuardedFetcher {
  const storage = [hub?.cdn, civitai?.storage].flatMap((host) => (host ? [new URL(host.url).host] : []));
  return createGuardedFetcher({
    mirrors: {
      ...(hub ? { 'huggingface.co': hub.url } : {}),
      ...(civitai ? { 'civitai.com': civitai.url } : {}),
    },
    allowedHosts: [...storage, ...others],
    perSecond: {},
  });
}
