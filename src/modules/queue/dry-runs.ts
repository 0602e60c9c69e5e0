import { categoryOf } from '../../records/categories/index.ts';
import { filesOfRecord, type RecordFile } from '../../records/files/record-file.ts';
import type { Store } from '../../store/store.ts';
import { readBaselineProposals } from './baselines.ts';
import type { ChangeDescriptions } from './change-descriptions.ts';
import type { Finding } from './findings/finding.ts';
import { findChangesWithHash, findEqualProposals, readOtherOpenChanges } from './other-changes.ts';
import { createProposalDiff, type ProposalDiff } from './proposal-diff.ts';
import {
  type AnyProposal,
  type MakeProposals,
  type ProposalSource,
  type Proposals,
  resolveProposal,
} from './proposals.ts';

/** The results of dry runs: proposals that were validated but not queued. */
interface DryRuns {
  readonly dry_run: true;
  readonly changes: { readonly diff: ProposalDiff; readonly findings: Finding[] }[];
}

/**
 * Starts checks of the unchecked files in `files` on behalf of the account `askedBy`. May resolve before all
 * checks end.
 */
export type InspectFiles = (files: readonly RecordFile[], askedBy: string) => Promise<void>;

/** Validates proposals without queueing them. */
export function createDryRuns({
  store,
  descriptions,
  proposals,
  inspectFiles,
}: {
  readonly store: Store;
  readonly descriptions: ChangeDescriptions;
  readonly proposals: Pick<Proposals, 'preview' | 'previewChangeSet'>;
  readonly inspectFiles: InspectFiles;
}) {
  const preview = async (proposal: AnyProposal): Promise<DryRuns['changes'][number]> => {
    if ('changeSet' in proposal) return proposals.previewChangeSet(proposal);
    const { change, current, proposed, live, after } = await proposals.preview(proposal);
    const { model_name: name, operation, payload_format: format } = change;
    const definition = categoryOf(change.category);
    const records = { live: live?.v2 ?? null, record: after?.v2 ?? null };
    if (records.record)
      await inspectFiles(filesOfRecord(change.category, name, records.record), proposal.caller.userId);
    await descriptions.prepare([change.category]);
    const others = await store.read(async (reader) => ({
      baselines: await readBaselineProposals(reader),
      same:
        (await findEqualProposals(reader, await readOtherOpenChanges(reader, [change]))).get(change) ?? [],
      changesWithHash: await findChangesWithHash(reader, [records]),
    }));
    return {
      diff: createProposalDiff({ definition, name, operation, format, current, proposed, live, after }),
      findings: descriptions.findingsOf(change, records, others),
    };
  };

  return {
    /**
     * Validates a proposal without storing it.
     * @throws RegistryError the errors of `propose`
     */
    dryRun: async (source: ProposalSource) => ({
      dry_run: true as const,
      ...(await preview(await store.read((reader) => resolveProposal(reader, source)))),
    }),

    /** Like `dryRun`, for all proposals that `make` creates from stored records. */
    dryRunAll: async (make: MakeProposals): Promise<DryRuns> => {
      const changes: DryRuns['changes'] = [];
      for (const proposal of await store.read(make)) changes.push(await preview(proposal));
      return { dry_run: true, changes };
    },
  };
}
