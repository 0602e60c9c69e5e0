import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import type { Categories } from '../../records/categories/index.ts';
import type { Tx } from '../../store/tx.ts';
import type { ChangeSetKinds } from '../catalogues/index.ts';
import { readBaselineProposals } from './baselines.ts';
import { isOpen, toPublicChange } from './change-rules.ts';
import { diffChangeSet, isChangeSet, rateRisk } from './change-sets.ts';
import { type ComparedChange, compareChanges, type RecordPair } from './compare-changes.ts';
import { type Displacement, describeDisplacement } from './displacements.ts';
import type { Finding } from './findings/finding.ts';
import type { Findings } from './findings/rules.ts';
import {
  type ChangesWithHash,
  findChangesWithHash,
  type MaybeQueued,
  noChangesWithHash,
} from './other-changes.ts';
import type { ListedChange } from './pending-change.ts';
import { anyApproval, type Policies } from './policies.ts';
import { noExtent, summariseDiff } from './proposal-diff.ts';
import { readFollowedRename, readNewName } from './rename.ts';
import { isUntouchedRepair, readDraftNotes } from './request-metadata.ts';
import { maxListedChanges, type ReviewedChange } from './reviewed-change.ts';
import type { Histories, Risks } from './risks.ts';

export type ChangeDescriptions = ReturnType<typeof createChangeDescriptions>;

/** Describes changes for reviewers, compared with the live models in one snapshot of the database. */
export function createChangeDescriptions({
  categories,
  findings,
  risks,
  policies = anyApproval,
  kinds = new Map(),
}: {
  readonly categories: Pick<Categories, 'baselines'>;
  readonly findings: Findings;
  readonly risks: Risks;
  /** Default: one approval by any approver is enough. */
  readonly policies?: Policies;
  /** Default: none. */
  readonly kinds?: ChangeSetKinds;
}) {
  /**
   * Returns the findings about a pending or approved change, or about a proposal that is not queued.
   * @param records the v2 records of the model: live, and after the change
   */
  const findFindings = (
    change: ChangeForFindings,
    records: RecordPair,
    { same, changesWithHash, baselines }: OtherChanges,
  ): Finding[] => {
    const { category, model_name: name, change_id: ownId } = change;
    return findings.of({
      category,
      name,
      ...records,
      deletes: change.operation === 'delete',
      renamesTo: readNewName(change),
      follows: readFollowedRename(change),
      sameProposals: same,
      isQueued: ownId !== undefined,
      draftNotes: readDraftNotes(change),
      changesWithHash: (sha256) => changesWithHash(sha256).filter((id) => id !== ownId),
      baselineProposals: baselines,
    });
  };

  const describeCommonFields = (change: ListedChange) => ({
    ...toPublicChange(change),
    version: change.version,
    changes_requested_by: change.changes_requested_by,
    approvals: policies.filterValidApprovals(change),
  });

  const describeChangeSet = async (reader: Tx, change: ListedChange): Promise<ReviewedChange> => {
    if (!isOpen(change)) return { ...describeCommonFields(change), ...nothingToReview };
    const { diff, stale, findings: changeFindings } = await diffChangeSet(reader, kinds, change);
    return {
      ...describeCommonFields(change),
      ...nothingToReview,
      approvals_missing: policies.countMissing(change),
      stale,
      findings: changeFindings,
      ...summariseDiff(diff),
      risk: rateRisk(changeFindings),
    };
  };

  /**
   * Describes a change, in full if it is pending or approved. `comparison` is null for an applied or rejected
   * change.
   */
  const describe = (
    change: ListedChange,
    comparison: ComparedChange | null,
    facts: Omit<OtherChanges, 'same'> & { readonly histories: Histories },
  ): ReviewedChange => {
    const fields = describeCommonFields(change);
    if (!comparison) return { ...fields, ...nothingToReview };
    const { records, displaced, stale, others, same } = comparison;
    const extent = summariseDiff(comparison.diff);
    const changeFindings = findFindings(change, records, { same, ...facts });
    const risk = risks.of(
      {
        category: change.category,
        name: change.model_name,
        requestedBy: change.requested_by,
        ...records,
        isRepair: isUntouchedRepair(change),
        extent,
        findings: changeFindings,
        stale,
        displaced: displaced && describeDisplacement(change, displaced),
        renamesTo: readNewName(change),
        otherChanges: others.length,
      },
      facts.histories,
    );
    return {
      ...fields,
      approvals_missing: policies.countMissing(change),
      stale,
      findings: changeFindings,
      ...extent,
      open_changes_of_model: others.slice(0, maxListedChanges).map(({ change_id }) => change_id),
      model_renamed_to: findCurrentName(displaced),
      risk: risk.level,
      risk_reasons: risk.reasons,
    };
  };

  return {
    /**
     * Fetches the usage figures of these categories. Call it before `of`, with the categories of the changes,
     * and outside a transaction.
     */
    prepare: risks.prepare,
    findingsOf: findFindings,

    /**
     * Describes changes in the given order.
     * @param links `linked`: findings about a replaced SHA-256 also list the other pending and approved
     *   changes that contain the new hash. This requires a search through all such changes
     */
    of: async (
      reader: Tx,
      changes: readonly ListedChange[],
      links: 'linked' | 'unlinked' = 'unlinked',
    ): Promise<ReviewedChange[]> => {
      const comparisonByChange = await compareChanges(
        reader,
        changes.filter((change) => isOpen(change) && !isChangeSet(change)),
        categories.baselines,
      );
      const records = [...comparisonByChange.values()].map((each) => each.records);
      const facts = {
        changesWithHash: links === 'linked' ? await findChangesWithHash(reader, records) : noChangesWithHash,
        baselines: await readBaselineProposals(reader),
        histories: await risks.histories(
          reader,
          [...comparisonByChange.keys()].map(({ requested_by }) => requested_by),
        ),
      };
      const descriptions: ReviewedChange[] = [];
      const slice = new TimeSlice();
      for (const change of changes) {
        if (slice.expired) await slice.yield();
        descriptions.push(
          isChangeSet(change)
            ? await describeChangeSet(reader, change)
            : describe(change, comparisonByChange.get(change) ?? null, facts),
        );
      }
      return descriptions;
    },
  };
}

/** The review information about an applied or rejected change, which is empty. */
const nothingToReview = {
  approvals_missing: 0,
  stale: false,
  findings: [],
  ...noExtent,
  open_changes_of_model: [],
  model_renamed_to: null,
  risk: null,
  risk_reasons: [],
};

function findCurrentName(displacement: Displacement | null): string | null {
  return displacement?.kind === 'renamed' && displacement.isLive ? displacement.to : null;
}

/** The columns of a change that its findings depend on. */
type ChangeForFindings = Pick<ListedChange, 'category' | 'model_name' | 'operation' | 'request_metadata'> &
  MaybeQueued;

/** Data about the other pending and approved changes, used to compute the findings for a change. */
interface OtherChanges {
  /** Ids of the model's other pending and approved changes with the same proposal. */
  readonly same: readonly number[];
  readonly changesWithHash: ChangesWithHash;
  /** The baselines that would be published by pending and approved changes: baseline name → change id. */
  readonly baselines: ReadonlyMap<string, number>;
}
