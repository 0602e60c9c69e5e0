import { createGuardedFetcher, type GuardedFetcher } from '../../../src/outside/guarded/guarded-fetcher.ts';
import type { EmulatedCivitai } from './civitai.ts';
import type { EmulatedHub } from './hugging-face.ts';

interface Emulators {
  readonly hub?: EmulatedHub;
  readonly civitai?: EmulatedCivitai;
}

/**
 * Gives settings that make a service send its requests for Hugging Face and Civitai to the emulators. Its
 * records go on naming the real hosts, as in `https://huggingface.co/…`.
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

/** Gives the settings of `emulatedHosts` as environment variables, for a service in a process of its own. */
export function emulatedHostsEnvironment(emulators: Emulators) {
  const { fileHostMirrors, fileHostsAllowPrivate } = emulatedHosts(emulators);
  const mirrors = Object.entries(fileHostMirrors).map((pair) => pair.join('='));
  return {
    MODELREF_FILE_HOST_MIRRORS: mirrors.join(','),
    MODELREF_FILE_HOSTS_ALLOW_PRIVATE: fileHostsAllowPrivate.join(','),
  };
}

/** Makes the service's own fetcher, which sends requests for Hugging Face and Civitai to the emulators. */
export function fetcherFor(emulators: Emulators): GuardedFetcher {
  const { fileHostMirrors, fileHostsAllowPrivate } = emulatedHosts(emulators);
  return createGuardedFetcher({ mirrors: fileHostMirrors, allowedHosts: fileHostsAllowPrivate });
}
