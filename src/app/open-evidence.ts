import type { Logger } from 'pino';
import type { Clock } from '../kernel/clock.ts';
import { type EvidenceFollower, followEvidence } from '../modules/replica/follow-evidence.ts';
import { createPrimaryEvidenceClient } from '../outside/primary-evidence-client.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';

/** How often it is looked whether the primary has learned more of files. */
const evidenceEverySeconds = 15;

/** Follows what the primary learns of files, until it is stopped. */
export async function openEvidence(
  baseUrl: string,
  { primaryApiTimeoutSeconds, cacheTtlSeconds }: Settings,
  { store, clock, logger }: { store: Store; clock: Clock; logger: Logger },
): Promise<EvidenceFollower> {
  const primary = createPrimaryEvidenceClient({ baseUrl, timeoutMs: primaryApiTimeoutSeconds * 1000 });
  const follower = await followEvidence({
    store,
    clock,
    primary,
    everySeconds: Math.min(evidenceEverySeconds, cacheTtlSeconds),
    random: Math.random,
    onFailure: (err, inARow) => {
      // The records are what matters, and say it too when the primary is away.
      const level = inARow === 3 ? 'warn' : 'debug';
      logger[level]({ err, inARow }, 'what the primary has learned of files could not be read');
    },
  });
  return {
    ...follower,
    stop: async () => {
      await follower.stop();
      await primary.close();
    },
  };
}
