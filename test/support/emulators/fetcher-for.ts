import { createGuardedFetcher, type GuardedFetcher } from '../../../src/outside/guarded/guarded-fetcher.ts';
import type { EmulatedCivitai } from './civitai.ts';
import type { EmulatedHub } from './hugging-face.ts';

interface Emulators {
  readonly hub?: EmulatedHub;
  readonly civitai?: EmulatedCivitai;
}

/**
 * Gives the settings of a service that reaches the emulators in place of the real hosts. Its records keep
 * addresses such as `https://huggingface.co/…`.
 */
export function emulatedHosts({ hub, civitai }: Emulators) {
  const storage = [hub?.cdn, civitai?.storage].flatMap((host) => (host ? [new URL(host.url).host] : []));
  return {
    fileHostMirrors: {
      ...(hub ? { 'huggingface.co': hub.url } : {}),
      ...(civitai ? { 'civitai.com': civitai.url } : {}),
    },
    fileHostsAllowPrivate: storage,
  };
}

/** Gives the settings for the emulators as environment variables. */
export function emulatedHostsEnvironment(emulators: Emulators) {
  const { fileHostMirrors, fileHostsAllowPrivate } = emulatedHosts(emulators);
  const mirrors = Object.entries(fileHostMirrors).map((pair) => pair.join('='));
  return {
    MODELREF_FILE_HOST_MIRRORS: mirrors.join(','),
    MODELREF_FILE_HOSTS_ALLOW_PRIVATE: fileHostsAllowPrivate.join(','),
  };
}

/** The real fetcher, with the emulators in place of both hosts. */
export function fetcherFor(emulators: Emulators): GuardedFetcher {
  const { fileHostMirrors, fileHostsAllowPrivate } = emulatedHosts(emulators);
  return createGuardedFetcher({ mirrors: fileHostMirrors, allowedHosts: fileHostsAllowPrivate });
}
