import { type Logger, pino } from 'pino';
import { type Clock, systemClock } from '../kernel/clock.ts';
import type { Identity } from '../kernel/identity.ts';
import type { Trail } from '../modules/audit/index.ts';
import type { OnHistoryLost } from '../modules/catalog/index.ts';
import { changeStore } from '../modules/queue/index.ts';
import { cursorText } from '../records/feed-cursor.ts';
import { boundedLine } from '../serving/log-line.ts';
import { createMetrics, type Metrics } from '../serving/metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import { openIdentity } from './open-clients.ts';
import { openDatabase } from './open-database.ts';
import type { Overrides } from './overrides.ts';
import { trailOf } from './trail-of.ts';

/** What all parts of the service are built on. */
export interface Foundation extends Trail {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: Store;
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
  const metrics = createMetrics(() => store.read((reader) => changeStore(reader).counts()));
  const identity =
    overrides.identity ?? opened.adopt(openIdentity(settings, metrics), (each) => each.close());
  const onHistoryLost: OnHistoryLost = ({ memory, end }) => {
    metrics.historyLost(memory);
    logger.warn(
      { memory, event: cursorText(end) },
      'the database does not have this event any more: its history was replaced, and what was in memory is read anew',
    );
  };
  return { settings, clock, logger, store, metrics, identity, onHistoryLost, ...trailOf(settings) };
}

function createLogger(
  { logLevel }: Pick<Settings, 'logLevel'>,
  logTo: { write(line: string): void } = process.stdout,
): Logger {
  const options = {
    level: logLevel,
    redact: ['req.headers.apikey', 'headers.apikey', 'apikey'],
    hooks: { streamWrite: boundedLine },
  };
  return pino(options, logTo);
}
