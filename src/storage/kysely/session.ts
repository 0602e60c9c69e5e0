import { type Kysely, sql } from 'kysely';
import { OutageError } from '../../registry/errors.ts';
import type { StoreReader, StoreWriter } from '../../services/ports/store/transaction.ts';
import { isSerializationConflict, translateError } from '../driver-errors.ts';
import type { Tables } from '../schema.ts';
import { activityReader } from './activity-rows.ts';
import { aliasReader, aliasWriter } from './alias-rows.ts';
import { auditReader, auditWriter } from './audit-rows.ts';
import { batchMessageReader, batchMessageWriter } from './batch-message-rows.ts';
import { bridgeReader, bridgeWriter } from './bridge-rows.ts';
import { changeWriter } from './change-writer.ts';
import { changeReader } from './changes.ts';
import { checkpointReader, checkpointWriter } from './checkpoint-rows.ts';
import { counterReader, counterWriter } from './counters.ts';
import { deliveryReader, deliveryWriter } from './deliveries.ts';
import { familyReader, familyWriter } from './family-rows.ts';
import { fileReader, fileWriter } from './file-rows.ts';
import { firstAnswerReader, firstAnswerWriter } from './first-answers.ts';
import { importRunReader, importRunWriter } from './import-run-rows.ts';
import { instanceReader, instanceWriter } from './instance-rows.ts';
import { jobReader, jobWriter } from './jobs.ts';
import { leaseReader, leaseWriter } from './lease-rows.ts';
import { metadataReader, metadataWriter } from './metadata-rows.ts';
import { modelReader, modelWriter } from './model-rows.ts';
import { nameSchemaReader, nameSchemaWriter } from './name-schema-rows.ts';
import { replicaReader, replicaWriter } from './replica-rows.ts';
import { repositoryFileReader, repositoryFileWriter } from './repository-files.ts';
import { usageSampleReader, usageSampleWriter } from './usage-sample-rows.ts';

/** Everything that can be read inside the transaction `db`. */
export function storeReader(db: Kysely<Tables>): StoreReader {
  return {
    db: db as unknown as Kysely<unknown>,
    models: modelReader(db),
    changes: changeReader(db),
    audit: auditReader(db),
    checkpoints: checkpointReader(db),
    metadata: metadataReader(db),
    jobs: jobReader(db),
    aliases: aliasReader(db),
    families: familyReader(db),
    nameSchemas: nameSchemaReader(db),
    counters: counterReader(db),
    deliveries: deliveryReader(db),
    replica: replicaReader(db),
    firstAnswers: firstAnswerReader(db),
    repositoryFiles: repositoryFileReader(db),
    bridge: bridgeReader(db),
    batchMessages: batchMessageReader(db),
    leases: leaseReader(db),
    files: fileReader(db),
    activity: activityReader(db),
    usageSamples: usageSampleReader(db),
    instances: instanceReader(db),
    importRuns: importRunReader(db),
  };
}

/**
 * What a transaction has written that readers keep in memory. What a savepoint undid stays noted: looking
 * once too often is harmless.
 */
export interface WriteNotes {
  readonly categories: Set<string>;
  groups: boolean;
}

/**
 * Runs `work` with everything that can be written inside the transaction `db`.
 *
 * A database that could not do its work fails the whole transaction, even when `work` caught that error
 * around a savepoint: it is not the fault of what the savepoint was about, and the transaction may be gone.
 */
export async function runWriter<T>(
  db: Kysely<Tables>,
  work: (writer: StoreWriter) => Promise<T>,
  notes?: WriteNotes,
): Promise<T> {
  let fatal: unknown;
  let savepoints = 0;
  const counters = counterWriter(db, (counter) => {
    if (notes && counter === 'groups') notes.groups = true;
  });
  const writer: StoreWriter = {
    db: db as unknown as Kysely<unknown>,
    models: modelWriter(db, (category) => notes?.categories.add(category)),
    changes: changeWriter(db, () => counters.next('change')),
    audit: auditWriter(db),
    checkpoints: checkpointWriter(db),
    metadata: metadataWriter(db),
    jobs: jobWriter(db),
    aliases: aliasWriter(db),
    families: familyWriter(db),
    nameSchemas: nameSchemaWriter(db),
    counters,
    deliveries: deliveryWriter(db),
    replica: replicaWriter(db),
    firstAnswers: firstAnswerWriter(db),
    repositoryFiles: repositoryFileWriter(db),
    bridge: bridgeWriter(db),
    batchMessages: batchMessageWriter(db),
    leases: leaseWriter(db),
    files: fileWriter(db),
    activity: activityReader(db),
    usageSamples: usageSampleWriter(db),
    instances: instanceWriter(db),
    importRuns: importRunWriter(db),
    savepoint: async (inner) => {
      savepoints += 1;
      const name = sql.id(`savepoint_${savepoints}`);
      try {
        await sql`savepoint ${name}`.execute(db);
        const result = await inner();
        await sql`release savepoint ${name}`.execute(db);
        return result;
      } catch (thrown) {
        const error = translateError(thrown);
        if (isFatal(error)) {
          fatal ??= error;
          throw error;
        }
        try {
          await sql`rollback to savepoint ${name}`.execute(db);
          await sql`release savepoint ${name}`.execute(db);
        } catch (stuck) {
          // What was to be undone is still there: nothing of the transaction may be kept.
          fatal ??= translateError(stuck);
          throw fatal;
        }
        throw error;
      }
    },
  };
  const result = await work(writer).catch((error: unknown) => {
    // After a fatal error every further statement fails too; what it was is in the first one.
    throw fatal ?? error;
  });
  if (fatal !== undefined) throw fatal;
  return result;
}

/** Whether the whole transaction has failed, and not only what was being done in it. */
export function isFatal(error: unknown): boolean {
  return (
    isSerializationConflict(error) || (error instanceof OutageError && error.code === 'storage_unavailable')
  );
}
