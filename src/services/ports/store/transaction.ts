import type { Kysely } from 'kysely';
import type { ActivityReader } from './activity.ts';
import type { JobReader, JobWriter } from './apply-jobs.ts';
import type { AuditReader, AuditWriter } from './audit.ts';
import type { BatchMessageReader, BatchMessageWriter } from './batch-messages.ts';
import type { BridgeReader, BridgeWriter } from './bridge.ts';
import type { MetadataReader, MetadataWriter } from './category-metadata.ts';
import type { ChangeReader, ChangeWriter } from './changes.ts';
import type { CheckpointReader, CheckpointWriter } from './checkpoints.ts';
import type { CounterReader, CounterWriter } from './counters.ts';
import type { DeliveryReader, DeliveryWriter } from './deliveries.ts';
import type { FileReader, FileWriter } from './file-evidence.ts';
import type { FirstAnswerReader, FirstAnswerWriter } from './first-answers.ts';
import type { ImportRunReader, ImportRunWriter } from './import-runs.ts';
import type { InstanceReader, InstanceWriter } from './instances.ts';
import type { LeaseReader, LeaseWriter } from './leases.ts';
import type { ModelReader, ModelWriter } from './models.ts';
import type {
  AliasReader,
  AliasWriter,
  FamilyReader,
  FamilyWriter,
  NameSchemaReader,
  NameSchemaWriter,
} from './name-groups.ts';
import type { ReplicaReader, ReplicaWriter } from './replica-source.ts';
import type { RepositoryFileReader, RepositoryFileWriter } from './repository-files.ts';
import type { UsageSampleReader, UsageSampleWriter } from './usage-samples.ts';

/** A transaction. Modules make their own stores over it, as `inboxStore(tx)`. */
export interface Tx {
  readonly db: Kysely<unknown>;
}

export interface StoreReader extends Tx {
  readonly models: ModelReader;
  readonly changes: ChangeReader;
  readonly audit: AuditReader;
  readonly checkpoints: CheckpointReader;
  readonly metadata: MetadataReader;
  readonly jobs: JobReader;
  readonly aliases: AliasReader;
  readonly families: FamilyReader;
  readonly nameSchemas: NameSchemaReader;
  readonly counters: CounterReader;
  readonly deliveries: DeliveryReader;
  readonly replica: ReplicaReader;
  readonly firstAnswers: FirstAnswerReader;
  readonly repositoryFiles: RepositoryFileReader;
  readonly bridge: BridgeReader;
  readonly batchMessages: BatchMessageReader;
  readonly leases: LeaseReader;
  readonly files: FileReader;
  readonly activity: ActivityReader;
  readonly usageSamples: UsageSampleReader;
  readonly instances: InstanceReader;
  readonly importRuns: ImportRunReader;
}

export interface StoreWriter extends StoreReader {
  readonly models: ModelWriter;
  readonly changes: ChangeWriter;
  readonly audit: AuditWriter;
  readonly checkpoints: CheckpointWriter;
  readonly metadata: MetadataWriter;
  readonly jobs: JobWriter;
  readonly aliases: AliasWriter;
  readonly families: FamilyWriter;
  readonly nameSchemas: NameSchemaWriter;
  readonly counters: CounterWriter;
  readonly deliveries: DeliveryWriter;
  readonly replica: ReplicaWriter;
  readonly firstAnswers: FirstAnswerWriter;
  readonly repositoryFiles: RepositoryFileWriter;
  readonly bridge: BridgeWriter;
  readonly batchMessages: BatchMessageWriter;
  readonly leases: LeaseWriter;
  readonly files: FileWriter;
  readonly usageSamples: UsageSampleWriter;
  readonly instances: InstanceWriter;
  readonly importRuns: ImportRunWriter;
  /**
   * Runs `work` under a savepoint: what it throws undoes its own writes only, and is thrown on. One at a time
   * or nested. When the database itself could not do its work, the whole write fails, even if that error is
   * caught.
   */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}
