import { DamagedError, RegistryError } from '../../kernel/errors.ts';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { Checkpoints } from './checkpoints.ts';

/** Registers the metric that says whether a checkpoint can be signed now. */
export function measureCheckpoints(
  { stored }: Pick<Metrics, 'stored'>,
  { latest, key }: Pick<Checkpoints, 'latest' | 'key'>,
): void {
  const readIsFailing = async (): Promise<0 | 1> => {
    try {
      await latest();
      return 0;
    } catch (error) {
      if (error instanceof DamagedError) return 1;
      if (error instanceof RegistryError && error.code === 'not_found') return 0;
      throw error;
    }
  };
  const signerLabel = key.split('+').slice(0, 2).join('+');
  stored.gauge(
    'modelref_checkpoint_failing',
    '1 while the newest event of the audit trail is missing or altered, so that no checkpoint is signed. The label names the signing key; absent if there is none.',
    'key',
    async () => [[signerLabel, await readIsFailing()]],
  );
}
