import { useQueryClient } from '@tanstack/react-query';
import { sendJson } from './json-requests.ts';
import type { ChangeDiff, Finding } from './review-types.ts';
import { useSendOnce } from './send-once.ts';
import type { CategoryName, ChangeOperation, PendingChange } from './types.ts';

export type RecordDraft = Readonly<Record<string, unknown>>;

/** A write of one model, not sent yet. A delete has no record. */
export interface Proposal {
  readonly category: CategoryName;
  readonly operation: ChangeOperation;
  /** The key of the model; for a create the service takes it from the record. */
  readonly name: string;
  readonly record: RecordDraft | null;
}

/** What a proposal would change, by the service's own comparison. Nothing was queued. */
export interface DryRun {
  readonly dry_run: true;
  readonly diff: Omit<ChangeDiff, 'change_id'>;
  readonly findings: readonly Finding[];
}

/** Browsers resolve these away, however they are escaped: such a model cannot be addressed by a page. */
export function isAddressable(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..';
}

const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

function send<T>({ category, operation, name, record }: Proposal, query = ''): Promise<T> {
  const collection = `/model_references/v2/${encodeURIComponent(category)}`;
  const path = operation === 'create' ? collection : `${collection}/model/${encodeURIComponent(name)}`;
  return sendJson(methods[operation], `${path}${query}`, record === null ? {} : { body: record });
}

/**
 * @throws ApiError what sending it would be answered with: 422 with the wrong fields, 409, 404, 400, 401, 503
 */
export function dryRun(proposal: Proposal): Promise<DryRun> {
  return send(proposal, '?dry_run=true');
}

/** Queues a proposal, once. */
export function usePropose() {
  const client = useQueryClient();
  return useSendOnce(
    {
      mutationFn: (proposal: Proposal) => send<PendingChange>(proposal),
      onSettled: () => client.invalidateQueries({ queryKey: ['changes'] }),
    },
    'refused',
  );
}
