import { deepStrictEqual } from 'node:assert/strict';
import type { InboxKind } from '../../../src/modules/inbox/notice.ts';
import { inboxStore } from '../../../src/modules/inbox/store.ts';
import type { InboxEntry } from '../../../src/modules/inbox/tables.ts';
import type { Told } from './inbox-model.ts';
import type { QueueModel } from './queue-model.ts';
import type { RegistryUnderTest } from './registry-under-test.ts';
import { approverIds, isOpen, type Person } from './rules.ts';
import type { Tally } from './tally.ts';

/** The part of an inbox that somebody looks at, and whether they are an approver then. */
export interface Look {
  readonly approver: boolean;
  readonly unread: boolean | null;
  readonly kinds: readonly string[];
}

/** Small, so that there are several. */
const pageSize = 3;

/** Every account was told what it should have been told, in order. */
export async function compareInboxes(
  { services }: RegistryUnderTest,
  model: QueueModel,
  tally: Tally,
): Promise<void> {
  const kept = await services.store.read((tx) =>
    Promise.all(approverIds.map((user_id) => inboxStore(tx).list({ user_id }, 1_000))),
  );
  for (const [index, account] of approverIds.entries()) {
    const expected = model.inbox.of(account);
    deepStrictEqual((kept[index] ?? []).map(asTold), expected.map(withoutNumbers).reverse());
    for (const { kind } of expected) tally.add(`told: ${kind}`);
  }
}

/** Somebody reads their inbox to its end. */
export async function compareReading(
  { services }: RegistryUnderTest,
  model: QueueModel,
  by: Person,
  { approver, unread, kinds }: Look,
): Promise<void> {
  const caller = { ...by, isRequestor: true, isApprover: approver };
  const shown = model.inbox.of(by.userId).filter(({ because }) => approver || because === 'requested');
  const expected = shown
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .filter(({ readAt }) => unread === null || unread === (readAt === null));
  const counted = Map.groupBy(
    shown.filter(({ readAt }) => readAt === null),
    ({ kind }) => kind,
  );
  const by_kind = Object.fromEntries([...counted].map(([kind, own]) => [kind, own.length]));
  const total = [...counted.values()].flat().length;

  const found = [];
  let before: InboxEntry | undefined;
  do {
    const query = {
      limit: pageSize,
      before,
      ...(kinds.length > 0 && { kinds: kinds as InboxKind[] }),
      ...(unread !== null && { unread }),
    };
    const page = await services.inbox.page(query, caller);
    deepStrictEqual(page.unread, { total, by_kind });
    for (const item of page.items) {
      found.push({ ...asTold(item), status: item.status, risk: item.risk });
    }
    before = (page.next as InboxEntry | null) ?? undefined;
  } while (before);
  deepStrictEqual(
    found,
    expected.reverse().map((told) => {
      const change = model.changes.get(told.change);
      const risk = change && isOpen(change) ? model.risk(change) : null;
      return { ...withoutNumbers(told), status: change?.status ?? null, risk };
    }),
  );
}

function asTold(entry: Omit<InboxEntry, 'user_id'>) {
  return {
    change: entry.change_id,
    kind: entry.kind as string,
    because: entry.because,
    at: entry.at,
    actor: entry.actor_id,
    target: `${entry.category}/${entry.model_name}`,
    operation: entry.operation,
    excerpt: entry.excerpt,
    readAt: entry.read_at,
  };
}

function withoutNumbers({ moment: _moment, comment: _comment, ...told }: Told) {
  const { change, kind, because, at, actor, target, operation, excerpt, readAt } = told;
  return { change, kind, because, at, actor, target, operation, excerpt, readAt };
}
