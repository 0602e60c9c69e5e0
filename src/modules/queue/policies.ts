import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { categories } from '../../records/categories/index.ts';
import type { NetOperation } from '../../records/enums.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Tx } from '../../store/tx.ts';
import { ChangeRefused } from './apply-change.ts';
import { type Approval, type RiskLevel, riskLevels, type StoredChange } from './pending-change.ts';
import { renamedTo } from './rename.ts';
import { isMuchUsed, type UsageAtHand } from './risks.ts';

/**
 * The deployment's rules on who may approve changes and when changes may be applied. The transaction that
 * approves or applies a change checks the rules, for the risk that the change has at that time.
 */
export interface Policies {
  /**
   * Fetches the usage figures of models, from which the other methods assess risks. To be awaited before the
   * transaction is opened.
   */
  prepare(): Promise<void>;
  /**
   * Checks that the caller may approve these changes. Gives the ids of the changes that have all the
   * approvals they need once the caller has approved them; the other changes stay pending.
   *
   * @throws RegistryError `bad_request` when the caller may not approve one of the changes, or may not
   * approve all of them in one call
   */
  complete(reader: Tx, approving: readonly StoredChange[], caller: Caller): Promise<ReadonlySet<number>>;
  /**
   * Checks that an approved change may be applied at `now` (Unix seconds).
   * @throws ChangeRefused when the change lacks approvals, or may only be applied later
   */
  checkApply(reader: Tx, change: StoredChange, now: number): Promise<void>;
}

/** Policies that allow everything: one approval is enough, and an approved change can be applied at once. */
export const noPolicies: Policies = {
  prepare: async () => {},
  complete: async (_reader, approving) => new Set(approving.map(({ change_id }) => change_id)),
  checkApply: async () => {},
};

type Approved = Pick<StoredChange, 'approvals' | 'approved_by' | 'requested_by'>;

export type ApprovalCount = ReturnType<typeof createApprovalCount>;

/**
 * Counts the approvals of a change. Only accounts that may approve now count. When an account loses the role,
 * its earlier approvals stop counting, and somebody else has to approve.
 */
export function createApprovalCount({
  approvals,
  reviewPolicy,
  mayApprove,
}: {
  readonly approvals: Readonly<Record<RiskLevel, number>>;
  readonly reviewPolicy: Settings['reviewPolicy'];
  readonly mayApprove: (userId: string) => boolean;
}) {
  return {
    /** Gives the number of people who have to approve a change of that risk. */
    needed: (risk: RiskLevel): number => approvals[risk],
    /**
     * Returns the user ids of the accounts whose approval of the change counts. The approval of the change's
     * requestor does not count when `needed` is more than 1, or with `four_eyes`.
     */
    given: (change: Approved, needed: number): Set<string> => {
      const people = new Set(change.approvals?.map(({ user_id }) => user_id));
      if (change.approved_by !== null) people.add(change.approved_by);
      if (needed > 1 || reviewPolicy === 'four_eyes') people.delete(change.requested_by);
      return new Set([...people].filter(mayApprove));
    },
    /**
     * Returns those entries of the change's `approvals` whose accounts may still approve; null when there are
     * none. The approval of the account in `approved_by` is not an entry of `approvals`.
     */
    standing: (change: Approved): Approval[] | null => {
      const standing = change.approvals?.filter(({ user_id }) => mayApprove(user_id)) ?? [];
      return standing.length > 0 ? standing : null;
    },
  };
}

/** An approval count for which one approval is enough, from any account. */
export const anyApproval = createApprovalCount({
  approvals: { low: 1, look: 1, high: 1 },
  reviewPolicy: 'any',
  mayApprove: () => true,
});

const countedCategories = categories.filter(({ usage }) => usage !== null).map(({ name }) => name);

export function createPolicies({
  descriptions,
  usage,
  count,
  settings,
}: {
  /** Assesses changes as they are now. The risk and the effect of an applied or rejected change are null. */
  readonly descriptions: {
    of(
      reader: Tx,
      changes: readonly StoredChange[],
    ): Promise<readonly { change_id: number; risk: RiskLevel | null; net_operation: NetOperation | null }[]>;
  };
  readonly usage: UsageAtHand;
  readonly count: ApprovalCount;
  readonly settings: Pick<Settings, 'applyWaitSeconds' | 'bulkApproval' | 'muchUsedPerMonth'>;
}): Policies {
  const { applyWaitSeconds, bulkApproval, muchUsedPerMonth } = settings;
  const countsApprovals = riskLevels.some((risk) => count.needed(risk) > 1);
  if (!countsApprovals && applyWaitSeconds === 0 && bulkApproval === 'any') {
    return {
      ...noPolicies,
      checkApply: async (_reader, change) => {
        if (count.given(change, 1).size === 0) throw nobodyLeft(change);
      },
    };
  }

  return {
    prepare: () => usage.prepare(countedCategories),

    complete: async (reader, approving, caller) => {
      const told = await descriptions.of(reader, approving);
      const riskOf = new Map(told.map(({ change_id, risk }) => [change_id, risk ?? 'high']));
      const complete = new Set<number>();
      for (const change of approving) {
        const { change_id: id } = change;
        const risk = riskOf.get(id) ?? 'high';
        if (bulkApproval === 'low' && approving.length > 1 && risk !== 'low') {
          throw new RegistryError(
            'bad_request',
            `Change ${id} is of risk '${risk}': with bulk_approval=low it has to be approved by itself, without other changes.`,
          );
        }
        const needed = count.needed(risk);
        const isComplete = count.given(change, needed).add(caller.userId).size >= needed;
        if (needed > 1) checkApprover(change, caller, { needed, isComplete });
        if (isComplete) complete.add(id);
      }
      return complete;
    },

    checkApply: async (reader, change, now) => {
      const { change_id: id, category, model_name: name } = change;
      const [told] = await descriptions.of(reader, [change]);
      const risk = told?.risk ?? 'high';
      const needed = count.needed(risk);
      const given = count.given(change, needed).size;
      if (given === 0 && needed === 1) throw nobodyLeft(change);
      if (given < needed) {
        throw new ChangeRefused(
          'PendingChangeStateError',
          `Change ${id} is now of risk '${risk}', so ${needed} people have to approve it (approvals.${risk}), and only ${given} who may approve did: take the approval back and have the change approved anew.`,
        );
      }
      const operation = told?.net_operation;
      const renames = renamedTo(change) !== null;
      const reaches =
        operation === 'deleted' ||
        renames ||
        (operation === 'modified' && isMuchUsed({ usage: usage.of(category, name), muchUsedPerMonth }));
      const from = (change.approved_at ?? now) + applyWaitSeconds;
      if (reaches && now < from) {
        throw new ChangeRefused(
          'PendingChangeStateError',
          `Change ${id} ${operation === 'deleted' ? 'deletes a model' : renames ? 'renames a model' : 'changes a much-used model'}: it has to wait, and can be applied from ${new Date(from * 1000).toISOString()} on (apply_wait_seconds=${applyWaitSeconds}).`,
        );
      }
    },
  };
}

function nobodyLeft({ change_id: id, approved_username, approved_by }: StoredChange): ChangeRefused {
  return new ChangeRefused(
    'PendingChangeStateError',
    `Change ${id} was approved by ${approved_username ?? approved_by}, who may not approve it any more: take the approval back and have the change approved anew.`,
  );
}

function checkApprover(
  { change_id: id, ...change }: StoredChange,
  caller: Caller,
  { needed, isComplete }: { needed: number; isComplete: boolean },
): void {
  if (change.requested_by === caller.userId) {
    throw new RegistryError(
      'bad_request',
      `You requested change ${id} yourself: ${needed} other people have to approve it.`,
    );
  }
  if (!isComplete && change.approvals?.some(({ user_id }) => user_id === caller.userId)) {
    throw new RegistryError(
      'bad_request',
      `You have already approved change ${id}: ${needed} different people have to approve it.`,
    );
  }
}
