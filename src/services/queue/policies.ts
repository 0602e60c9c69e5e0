import { categories } from '../../registry/categories/index.ts';
import { RegistryError } from '../../registry/errors.ts';
import type { StoredChange } from '../../registry/queue/pending-change.ts';
import type { RiskLevel } from '../../registry/risk/level.ts';
import { isMuchUsed } from '../../registry/risk/risk.ts';
import type { Caller } from '../ports/caller.ts';
import type { StoreReader } from '../ports/store/transaction.ts';
import { ChangeRefused } from './apply-failure.ts';
import type { ChangeDescriptions } from './change-descriptions.ts';
import type { UsageAtHand } from './risks.ts';

/** What a deployment asks for before a change is live. */
export interface PolicySettings {
  /** By how many people a change of that risk has to be approved. */
  readonly approvals: Readonly<Record<RiskLevel, number>>;
  /** Seconds between the approval and the apply of a deletion, or of a change of a much-used model. */
  readonly applyWaitSeconds: number;
  /** What may be approved together with other changes. */
  readonly bulkApproval: 'any' | 'low';
  readonly muchUsedPerMonth: number;
}

/**
 * The policies, each looked at inside of the transaction that it is about, against the risk of that moment: so
 * the order of calls is of no matter.
 */
export interface Policies {
  /** Before a transaction in which they are looked at. */
  prepare(): Promise<void>;
  /**
   * Which of the changes have all approvals that they need once the caller approves them.
   * @throws RegistryError `bad_request` when the caller may not approve one of them, or not together
   */
  complete(
    reader: StoreReader,
    approving: readonly StoredChange[],
    caller: Caller,
  ): Promise<ReadonlySet<number>>;
  /** @throws ChangeRefused when an approved change may not be applied, or not yet */
  checkApply(reader: StoreReader, change: StoredChange, now: number): Promise<void>;
}

export interface PoliciesOptions {
  readonly descriptions: ChangeDescriptions;
  readonly usage: UsageAtHand;
  readonly settings: PolicySettings;
}

/** Those of a deployment that asks for nothing: whatever somebody approves can be applied. */
export const noPolicies: Policies = {
  prepare: async () => {},
  complete: async (_reader, approving) => new Set(approving.map(({ change_id }) => change_id)),
  checkApply: async () => {},
};

const countedCategories = categories.filter(({ usage }) => usage !== null).map(({ name }) => name);

export function createPolicies({ descriptions, usage, settings }: PoliciesOptions): Policies {
  const { approvals, applyWaitSeconds, bulkApproval, muchUsedPerMonth } = settings;
  const countsApprovals = Object.values(approvals).some((needed) => needed > 1);
  if (!countsApprovals && applyWaitSeconds === 0 && bulkApproval === 'any') return noPolicies;

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
            `Change ${id} is of risk '${risk}': bulk_approval=low asks for it to be approved by itself.`,
          );
        }
        const needed = approvals[risk];
        if (needed > 1) checkApprover(change, caller, needed);
        if ((change.approvals?.length ?? 0) + 1 >= needed) complete.add(id);
      }
      return complete;
    },

    checkApply: async (reader, change, now) => {
      const { change_id: id, category, model_name: name } = change;
      const [told] = await descriptions.of(reader, [change]);
      const risk = told?.risk ?? 'high';
      const given = approversOf(change, approvals[risk]);
      if (given < approvals[risk]) {
        throw new ChangeRefused(
          'PendingChangeStateError',
          `Change ${id} is of risk '${risk}' by now, which ${approvals[risk]} people have to approve (approvals.${risk}), and ${given} did: take the approval back and have it approved anew.`,
        );
      }
      const operation = told?.net_operation;
      const reaches =
        operation === 'deleted' ||
        (operation === 'modified' && isMuchUsed({ usage: usage.of(category, name), muchUsedPerMonth }));
      const from = (change.approved_at ?? now) + applyWaitSeconds;
      if (reaches && now < from) {
        throw new ChangeRefused(
          'PendingChangeStateError',
          `Change ${id} ${operation === 'deleted' ? 'deletes a model' : 'changes a much-used model'}: it can be applied from ${new Date(from * 1000).toISOString()} on (apply_wait_seconds=${applyWaitSeconds}).`,
        );
      }
    },
  };
}

/**
 * How many people have approved it, of those that count where so many are needed: the risk may have been less
 * when the last of them did.
 */
function approversOf(change: StoredChange, needed: number): number {
  const people = new Set(change.approvals?.map(({ user_id }) => user_id));
  if (change.approved_by !== null) people.add(change.approved_by);
  if (needed > 1) people.delete(change.requested_by);
  return people.size;
}

function checkApprover({ change_id: id, ...change }: StoredChange, caller: Caller, needed: number): void {
  if (change.requested_by === caller.userId) {
    throw new RegistryError(
      'bad_request',
      `Change ${id} was requested by you, and ${needed} other people have to approve it.`,
    );
  }
  if (change.approvals?.some(({ user_id }) => user_id === caller.userId)) {
    throw new RegistryError(
      'bad_request',
      `Change ${id} has your approval already: ${needed} different people have to approve it.`,
    );
  }
}
