import type { Catalog } from '../modules/catalog/catalog.ts';
import type { EvidenceFollower } from '../modules/replica/follow-evidence.ts';
import { measureReplica } from '../modules/replica/metrics.ts';
import type { Replica } from '../modules/replica/replica.ts';
import type { Foundation } from './foundation.ts';
import { openEvidence } from './open-evidence.ts';
import { openReplica } from './open-replica.ts';

/** What a REPLICA copies of its primary. */
export interface FollowedPrimary {
  readonly replica: Replica;
  /** What the primary learns of files; null where the settings name no primary. */
  readonly learnedElsewhere: EvidenceFollower | null;
}

/**
 * Null at a PRIMARY.
 * @param opened stops it
 */
export async function followPrimary(
  { settings, store, clock, logger, metrics }: Foundation,
  catalog: Catalog,
  opened: AsyncDisposableStack,
): Promise<FollowedPrimary | null> {
  if (settings.replicateMode !== 'REPLICA') return null;
  const replica = opened.adopt(await openReplica(settings, { store, catalog, clock, logger }), (each) =>
    each.stop(),
  );
  const learnedElsewhere =
    settings.primaryApiUrl === null
      ? null
      : opened.adopt(await openEvidence(settings.primaryApiUrl, settings, { store, clock, logger }), (each) =>
          each.stop(),
        );
  measureReplica(metrics, replica.status, learnedElsewhere);
  return { replica, learnedElsewhere };
}
