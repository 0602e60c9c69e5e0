import type { LookupAddress } from 'node:dns';
import { onTestFinished } from 'vitest';
import {
  createGuardedFetcher,
  type GuardedFetcher,
  type GuardedFetcherOptions,
} from '../../../../src/outside/guarded/guarded-fetcher.ts';
import { RemoteFailure } from '../../../../src/outside/remote-files.ts';
import { testCertificate } from '../../../support/remote-host.ts';

/** Resolves every name to these addresses, in their order: the last one again and again. */
export function resolvesTo(
  ...answers: string[][]
): NonNullable<GuardedFetcherOptions['resolve']> & { asked: string[] } {
  const asked: string[] = [];
  const resolve = (
    host: string,
    _options: unknown,
    callback: (error: null, addresses: LookupAddress[]) => void,
  ): void => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(host);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { asked });
}

/** Names lead to this machine, and only those that a test allows may be called. */
export function fetcher(options: GuardedFetcherOptions = {}): GuardedFetcher {
  const made = createGuardedFetcher({ resolve: resolvesTo(['127.0.0.1']), ca: testCertificate, ...options });
  onTestFinished(() => made.close());
  return made;
}

/** The kind of the failure that ends what was begun; fails when it succeeds. */
export async function failureOf(work: Promise<unknown>): Promise<RemoteFailure> {
  const outcome = await work.then(
    (value) => value,
    (error: unknown) => error,
  );
  if (outcome instanceof RemoteFailure) return outcome;
  throw new Error('it did not fail as expected', { cause: outcome });
}
