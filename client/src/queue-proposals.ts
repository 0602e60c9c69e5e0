import type { Sent } from './connection.ts';
import { randomName } from './hashes.ts';
import { QueueCalls, type VersionOptions } from './queue-calls.ts';
import type { CallOptions } from './typed-paths.ts';
import type { CategoryName, ChangeOperation, DryRun, PendingChange, RecordDraft } from './types.ts';

/** A write of one model. A delete has no record. */
export interface Proposal {
  readonly category: CategoryName;
  readonly operation: ChangeOperation;
  /** The key of the model; for a create the service takes it from the record. */
  readonly name: string;
  readonly record: RecordDraft | null;
}

const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

/** What a requestor does: propose, put another version in its place, take it back. */
export class QueueProposals extends QueueCalls {
  /**
   * Queues a write.
   * @param ifMatch the ETag of the record that it is based on: if it was written since, `changed-meanwhile`
   */
  propose(
    proposal: Proposal,
    { ifMatch, ...options }: CallOptions & { readonly ifMatch?: string | undefined } = {},
  ): Promise<PendingChange> {
    const headers = {
      // Who asks again because nothing was heard is given the first answer.
      'idempotency-key': randomName(),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    };
    return this.#write(proposal, '', { ...options, headers, repeatable: true });
  }

  /** What a proposal would change, and what is worth a look in it. Queues nothing. */
  dryRun(proposal: Proposal, options?: CallOptions): Promise<DryRun> {
    return this.#write(proposal, '?dry_run=true', { ...options, repeatable: true });
  }

  #write<T>({ category, operation, name, record }: Proposal, query: string, sent: Sent): Promise<T> {
    const collection = `/model_references/v2/${encodeURIComponent(category)}`;
    const path = operation === 'create' ? collection : `${collection}/model/${encodeURIComponent(name)}`;
    const body = record === null ? {} : { body: record };
    return this.client.send(methods[operation], path + query, { ...sent, ...body });
  }

  /**
   * Puts another record in the place of what the caller has proposed: the change keeps its id, and has to be
   * approved anew.
   */
  revise(
    id: number,
    record: RecordDraft,
    { version, ...options }: VersionOptions = {},
  ): Promise<PendingChange> {
    const headers = { 'idempotency-key': randomName() };
    const sent = { ...options, headers, repeatable: true, body: { record, expected_version: version } };
    return this.send('PUT', `/changes/${id}`, sent);
  }

  /** Takes back a pending change of the caller's. */
  withdraw(id: number, options?: CallOptions): Promise<PendingChange> {
    return this.post(`/changes/${id}/withdraw`, { ...options });
  }

  /** Proposes a deleted model with its last record. */
  bringBack(category: CategoryName, name: string, options?: CallOptions): Promise<PendingChange> {
    return this.post('/bring_back', { ...options, body: { category, model_name: name } });
  }
}
