import type { JsonObject } from '../../kernel/json.ts';
import { type AddressState, unseen } from '../../records/files/address-state.ts';
import type { Tx } from '../../store/tx.ts';
import type { ChangeExtent } from './change-extent.ts';
import type { Finding } from './findings/finding.ts';
import { judgedFiles, type KnownUsage } from './risk/facts.ts';
import { assessRisk, type Risk } from './risk/risk.ts';
import { changeStore } from './store.ts';

/** How much live models are used, without waiting. */
export interface UsageAtHand {
  prepare(categories: Iterable<string>): Promise<void>;
  of(category: string, name: string): KnownUsage | 'unknown' | null;
}

/** What is known of an open change once it is held against the live record. */
export interface AssessedChange {
  readonly category: string;
  readonly name: string;
  readonly requestedBy: string;
  /** The v2 record as it would be; null for a deletion. */
  readonly record: JsonObject | null;
  /** The v2 record that it would replace. */
  readonly live: JsonObject | null;
  readonly extent: ChangeExtent;
  readonly findings: readonly Finding[];
  readonly stale: boolean;
  readonly otherChanges: number;
}

export type Histories = ReadonlyMap<string, { readonly applied: number; readonly rejected: number }>;

/** The risk of open changes. */
export interface Risks {
  /** Before changes of these categories are assessed; not inside of a transaction. */
  prepare(categories: Iterable<string>): Promise<void>;
  /** What has become of what these accounts have proposed. */
  histories(reader: Tx, userIds: Iterable<string>): Promise<Histories>;
  of(change: AssessedChange, histories: Histories): Risk;
}

export interface RisksOptions {
  readonly usage: UsageAtHand;
  /** What is known of the addresses of files. Absent: nothing. */
  readonly addressState?: (url: string) => AddressState;
  readonly settings: { readonly muchUsedPerMonth: number };
}

const none = { applied: 0, rejected: 0 };

export function createRisks({ usage, addressState = () => unseen, settings }: RisksOptions): Risks {
  return {
    prepare: usage.prepare,
    histories: (reader, userIds) => changeStore(reader).decidedOf([...new Set(userIds)]),
    of: (change, histories) => {
      const { category, name, requestedBy, extent, findings, stale, otherChanges } = change;
      return assessRisk({
        netOperation: extent.net_operation ?? 'unchanged',
        criticalFields: extent.critical_fields,
        changedFields: extent.changed_field_count,
        findings,
        files: judgedFiles(change, addressState),
        stale,
        otherChanges,
        usage: usage.of(category, name),
        muchUsedPerMonth: settings.muchUsedPerMonth,
        history: histories.get(requestedBy) ?? none,
      });
    },
  };
}
