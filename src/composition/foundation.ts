import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import { createMetrics, type Metrics } from '../http/metrics/metrics.ts';
import { cursorText } from '../registry/audit/feed-cursor.ts';
import { type Clock, systemClock } from '../registry/clock.ts';
import type { OnHistoryLost } from '../services/catalog/history.ts';
import type { Identity } from '../services/ports/identity.ts';
import type { Store } from '../services/ports/store/store.ts';
import { changeStore } from '../storage/kysely/change-writer.ts';
import { noSiblings, type Siblings } from '../workers/siblings.ts';
import { createLogger } from './create-logger.ts';
import { openIdentity } from './open-clients.ts';
import { openDatabase } from './open-database.ts';
import type { Overrides } from './overrides.ts';
import { type Trail, trailOf } from './trail-of.ts';

/** What all parts of the service are built on. */
export interface Foundation extends Trail {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: Store;
  readonly siblings: Siblings;
  readonly metrics: Metrics;
  readonly identity: Identity;
  /** Logs and counts what is read anew because the database has lost what it was read from. */
  readonly onHistoryLost: OnHistoryLost;
}

/** @param opened closes what is opened here */
export async function openFoundation(
  settings: Settings,
  overrides: Overrides,
  opened: AsyncDisposableStack,
): Promise<Foundation> {
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? createLogger(settings, overrides.logTo);
  const store = overrides.store ?? opened.adopt(await openDatabase(settings), (each) => each.close());
  const siblings = overrides.siblings ?? noSiblings;
  const metrics = createMetrics(
    () => store.read((reader) => changeStore(reader).counts()),
    async () => (await siblings.ask({ ask: 'metrics' })).answers,
  );
  const identity =
    overrides.identity ?? opened.adopt(openIdentity(settings, metrics), (each) => each.close());
  const onHistoryLost: OnHistoryLost = ({ memory, end }) => {
    metrics.historyLost(memory);
    logger.warn(
      { memory, event: cursorText(end) },
      'the database does not have this event any more: its history was replaced, and what was in memory is read anew',
    );
  };
  return { settings, clock, logger, store, siblings, metrics, identity, onHistoryLost, ...trailOf(settings) };
}
