import { type Kysely, sql } from 'kysely';
import { OutageError } from '../../kernel/errors.ts';
import type { Tables } from '../tables.ts';
import { initial } from './0001-initial.ts';
import { modelEvents } from './0002-model-events.ts';
import { webhookDeliveries } from './0003-webhook-deliveries.ts';
import { replica } from './0004-replica.ts';
import { foldedNames } from './0005-folded-names.ts';
import { webhookLanes } from './0006-webhook-lanes.ts';
import { auditCheckpoints } from './0007-audit-checkpoints.ts';
import { firstAnswers } from './0008-first-answers.ts';
import { changeBodyFacts } from './0009-body-facts.ts';
import { unrecordedEvents } from './0010-unrecorded-events.ts';
import { leases } from './0011-leases.ts';
import { repositoryFiles } from './0012-repository-files.ts';
import { modelChanges } from './0013-model-changes.ts';
import { conversation } from './0014-conversation.ts';
import { fileEvidence } from './0015-file-evidence.ts';
import { bridge } from './0016-bridge.ts';
import { approvals } from './0017-approvals.ts';
import { wholeReads } from './0018-whole-reads.ts';
import { learnedElsewhere } from './0019-learned-elsewhere.ts';
import { bridgeRequests } from './0020-bridge-requests.ts';
import { inbox } from './0021-inbox.ts';
import { usageSamples } from './0022-usage-samples.ts';
import { instances } from './0023-instances.ts';
import { batchMessages } from './0024-batch-messages.ts';
import { activity } from './0025-activity.ts';
import { decidedRisk } from './0026-decided-risk.ts';
import { decidedCounts } from './0027-decided-counts.ts';
import { lessOfFiles } from './0028-less-of-files.ts';
import type { DialectWords, Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  initial,
  modelEvents,
  webhookDeliveries,
  replica,
  foldedNames,
  webhookLanes,
  auditCheckpoints,
  firstAnswers,
  changeBodyFacts,
  unrecordedEvents,
  leases,
  repositoryFiles,
  modelChanges,
  conversation,
  fileEvidence,
  bridge,
  approvals,
  wholeReads,
  learnedElsewhere,
  bridgeRequests,
  inbox,
  usageSamples,
  instances,
  batchMessages,
  activity,
  decidedRisk,
  decidedCounts,
  lessOfFiles,
];

export interface MigrateOptions {
  /** Default: all there are. */
  readonly known?: readonly Migration[];
  /** Keeps others away from the tables. Called when there is something to do. */
  readonly alone?: () => Promise<void>;
}

/**
 * Brings the schema up to date. `transaction` is an open transaction that holds the database's migration
 * lock, so that of several processes starting at once one migrates and the others find it done.
 *
 * @throws OutageError `storage_unavailable` when the database was written by newer code than this.
 */
export async function migrate(
  transaction: Kysely<Tables>,
  words: DialectWords,
  { known = migrations, alone }: MigrateOptions = {},
): Promise<void> {
  const { int, text, table } = words;
  await sql
    .raw(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
        number ${int} NOT NULL PRIMARY KEY, name ${text} NOT NULL, applied_at ${int} NOT NULL)${table}`,
    )
    .execute(transaction);
  const { last } = await transaction
    .selectFrom('schema_migrations')
    .select((expression) => expression.fn.coalesce(expression.fn.max('number'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow();
  const newest = known.at(-1)?.number ?? 0;
  if (last > newest) {
    throw new OutageError(
      'storage_unavailable',
      `The database has schema version ${last}, but this version of the registry knows only up to ${newest}. ` +
        'Start the newer version, or restore a backup that was made before the upgrade.',
    );
  }
  if (last < newest) await alone?.();
  for (const migration of known) {
    if (migration.number <= last) continue;
    for (const statement of migration.statements(words)) await sql.raw(statement).execute(transaction);
    await migration.rewrite?.(transaction);
    const applied_at = Math.floor(Date.now() / 1000);
    await transaction
      .insertInto('schema_migrations')
      .values({ number: migration.number, name: migration.name, applied_at })
      .execute();
  }
}
