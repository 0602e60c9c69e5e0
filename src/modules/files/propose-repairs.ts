import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import type { AppendEvents } from '../audit/append-events.ts';
import { createProposals, type ProposalsOptions } from '../queue/proposals.ts';
import type { FileEvidenceViews } from './file-evidence.ts';
import { createFileRepairs, type QueuedRepairs, type RepairedFile } from './repair-files.ts';

/** Who proposes when an operator does, on the machine itself. */
const operator: Caller = {
  userId: 'check-files',
  username: 'check-files',
  isRequestor: true,
  isApprover: true,
};

/** How many models are proposed in one transaction. */
const atOnce = 100;

/** Queues the repairs of these files for an operator; none is no failure. */
export async function proposeRepairs(
  {
    evidence,
    ...options
  }: {
    store: Store;
    clock: Clock;
    settings: ProposalsOptions['settings'];
    append: AppendEvents;
    evidence: FileEvidenceViews;
  },
  files: readonly RepairedFile[],
): Promise<QueuedRepairs> {
  const repairs = createFileRepairs({ evidence, proposals: createProposals(options) });
  const queued: QueuedRepairs = { pending_change_ids: [], left_out: [] };
  for (let at = 0; at < files.length; at += atOnce) {
    const some = files.slice(at, at + atOnce).map(({ category, model_name }) => ({ category, model_name }));
    try {
      const { pending_change_ids, left_out } = await repairs.propose({ files: some }, operator);
      queued.pending_change_ids.push(...pending_change_ids);
      queued.left_out.push(...left_out);
    } catch (error) {
      if (!(error instanceof RegistryError) || error.code !== 'bad_request') throw error;
      queued.left_out.push(...some.map((file) => ({ ...file, reason: error.message })));
    }
  }
  return queued;
}
