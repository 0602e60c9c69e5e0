import type { Clock } from '../../kernel/clock.ts';
import type { Deadline } from '../../kernel/deadline.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { CanonicalFormat } from '../../records/categories/category.ts';
import { type ModelViews, shownRecord } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import { examineWrite, type RequestedWrite } from './examine-write.ts';
import { once, type RetryKey } from './once.ts';
import type { NewChange, PendingChange } from './pending-change.ts';
import { publicChange } from './public-change.ts';
import { enqueueEvent } from './queue-events.ts';
import { changeStore } from './store.ts';
import { checkWaiting, type WaitingBounds } from './waiting-bounds.ts';
import { wholeRecordMetadata } from './whole-record.ts';
import { relatedModels } from './write-rules.ts';

/** A write to queue. */
export interface Proposal extends RequestedWrite {
  /** The operation id of the route; kept in `request_metadata`. */
  readonly route: string;
  readonly notes?: string;
  /** Kept beside `route` in `request_metadata`. */
  readonly requestMetadata?: JsonObject;
}

export interface HowToQueue {
  readonly deadline?: Deadline | undefined;
  readonly retry?: RetryKey | undefined;
}

export type MakeProposals = (reader: Tx) => Promise<readonly Proposal[]>;

/** What a proposal would queue, and the records a reviewer would compare. */
export interface ProposalPreview {
  readonly change: NewChange;
  readonly current: JsonObject | null;
  readonly proposed: JsonObject | null;
  /** The same in both formats. */
  readonly live: ModelViews | null;
  readonly after: ModelViews | null;
}

/** All methods raise what `examineWrite` does. */
export interface Proposals {
  /** Queues a write. Live records stay as they are. */
  propose(proposal: Proposal): Promise<PendingChange>;
  /**
   * Queues several writes, or none of them. Given a function, makes them from what is stored, in the same
   * transaction.
   */
  proposeAll(proposals: readonly Proposal[] | MakeProposals, how?: HowToQueue): Promise<PendingChange[]>;
  /** The same; gives what is made of the changes in that transaction, and a retry gives that again. */
  proposeAllAnd<Answer extends object>(
    proposals: MakeProposals,
    how: HowToQueue & { readonly answer: (queued: PendingChange[]) => Answer },
  ): Promise<Answer>;
  /** All that `propose` does, but for the writing. */
  preview(proposal: Proposal): Promise<ProposalPreview>;
}

export interface ProposalsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat } & WaitingBounds;
  readonly append?: AppendEvents;
}

export function createProposals(options: ProposalsOptions): Proposals {
  const { store, clock, settings, append = appendEvents } = options;

  const queue = async (writer: WriteTx, proposal: Proposal): Promise<PendingChange> => {
    const now = clock.now();
    const { change } = await examine(writer, proposal, now, settings.canonicalFormat);
    await checkWaiting(writer, proposal.caller, settings, change);
    const stored = await changeStore(writer).insert(change);
    await append(writer, [
      enqueueEvent(stored, { domain: settings.canonicalFormat, now, actor: proposal.caller }),
    ]);
    return publicChange(stored);
  };

  const proposeAllAnd = <Answer extends object>(
    given: readonly Proposal[] | MakeProposals,
    { deadline, retry, answer }: HowToQueue & { readonly answer: (queued: PendingChange[]) => Answer },
  ): Promise<Answer> =>
    store.write(
      (writer) =>
        once(writer, retry, clock.now(), async () => {
          const proposals = typeof given === 'function' ? await given(writer) : given;
          const queued: PendingChange[] = [];
          for (const proposal of proposals) queued.push(await queue(writer, proposal));
          return answer(queued);
        }),
      deadline,
    );

  return {
    propose: (proposal) =>
      store.write(
        (writer) => once(writer, proposal.retry, clock.now(), () => queue(writer, proposal)),
        proposal.caller.deadline,
      ),
    proposeAll: (given, how) => proposeAllAnd(given, { ...how, answer: (queued) => queued }),
    proposeAllAnd,
    preview: (proposal) =>
      store.read((reader) => examine(reader, proposal, clock.now(), settings.canonicalFormat)),
  };
}

async function examine(
  reader: Tx,
  proposal: Proposal,
  now: number,
  domain: CanonicalFormat,
): Promise<ProposalPreview> {
  const { name, operation, format, caller } = proposal;
  const { target, row, before, payload, after } = await examineWrite(reader, proposal, now);
  const { definition } = target;
  const shown = (views: ModelViews | null) => views && shownRecord(definition, name, format, views);
  const current = shown(before);
  return {
    change: {
      category: definition.name,
      model_name: name,
      operation,
      payload: payload ?? current,
      requested_by: caller.userId,
      requested_username: caller.username,
      requested_at: now,
      notes: proposal.notes ?? null,
      request_metadata: {
        route: proposal.route,
        ...(proposal.whole && wholeRecordMetadata),
        ...proposal.requestMetadata,
      },
      related_models: relatedModels(target),
      domain,
      payload_format: format,
      base_hash: row && (format === 'v2' ? row.v2_hash : row.legacy_hash),
    },
    current,
    proposed: shown(after),
    live: before,
    after,
  };
}
