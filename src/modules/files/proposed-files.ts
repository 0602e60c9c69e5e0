import type { Clock } from '../../kernel/clock.ts';
import { filesOfRecord } from '../../records/files/record-file.ts';
import { viewsOf } from '../../records/model-views.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import type { ChainEnd } from '../audit/chain.ts';
import { historyBehind } from '../catalog/history.ts';
import { modelStore } from '../catalog/store.ts';
import type { ListedChange } from '../queue/pending-change.ts';
import { proposedViews } from '../queue/proposed-views.ts';
import { restoredViews } from '../queue/restored-model.ts';
import { changeStore } from '../queue/store.ts';

/**
 * The addresses that open changes propose. Accounts take turns, and so do the changes of each account: whoever
 * proposes many files waits for them, and nobody else does.
 */
export interface ProposedFiles {
  /** Takes in changes that were queued or revised since, and drops those that are decided, withdrawn or purged. */
  refresh(): Promise<void>;
  /** The next ones to look at, each once. */
  next(limit: number, isDue: (url: string) => boolean): string[];
}

interface OpenChange {
  readonly version: number;
  readonly account: string;
  readonly urls: readonly string[];
  /** Which of the addresses is the next. */
  at: number;
  /** None of them is due before, in Unix seconds. */
  idleUntil: number;
}

/** How many changes are read at a time. */
const changesAtOnce = 50;
/** How long a change of which nothing is due is not looked through again, in seconds. */
const idleSeconds = 60;

export function createProposedFiles({
  store,
  clock,
}: {
  store: Pick<Store, 'read'>;
  clock: Clock;
}): ProposedFiles {
  /** By account and change; whoever was served last comes last. */
  const accounts = new Map<string, Map<number, OpenChange>>();
  const known = new Map<number, OpenChange>();
  let end: ChainEnd | null = null;

  const drop = (id: number) => {
    const account = known.get(id)?.account ?? '';
    known.delete(id);
    accounts.get(account)?.delete(id);
    if (accounts.get(account)?.size === 0) accounts.delete(account);
  };

  const add = (change: ListedChange, urls: readonly string[]) => {
    const { change_id: id, version, requested_by: account } = change;
    drop(id);
    const proposed = { version, account, urls, at: 0, idleUntil: Number.NEGATIVE_INFINITY };
    known.set(id, proposed);
    accounts.set(account, (accounts.get(account) ?? new Map()).set(id, proposed));
  };

  const nextOf = (proposed: OpenChange, isDue: (url: string) => boolean): string | undefined => {
    const now = clock.now();
    if (now < proposed.idleUntil) return undefined;
    for (let seen = 0; seen < proposed.urls.length; seen += 1) {
      const url = proposed.urls[proposed.at] ?? '';
      proposed.at = (proposed.at + 1) % proposed.urls.length;
      if (isDue(url)) return url;
    }
    proposed.idleUntil = now + idleSeconds;
    return undefined;
  };

  return {
    refresh: async () => {
      await store.read(async (reader) => {
        const history = await historyBehind(reader, end);
        end = history.end;
        // Others got the numbers of changes that were lost.
        if (history.isLost) for (const id of [...known.keys()]) drop(id);
        const open = await changeStore(reader).openVersions();
        for (const id of [...known.keys()]) if (!open.has(id)) drop(id);
        const news = [...open].filter(([id, version]) => known.get(id)?.version !== version);
        for (let at = 0; at < news.length; at += changesAtOnce) {
          const ids = news.slice(at, at + changesAtOnce).map(([id]) => id);
          for (const change of await changeStore(reader).listed(ids))
            add(change, await urlsOf(reader, change));
        }
      });
    },

    next: (limit, isDue) => {
      const chosen = new Set<string>();
      const isNew = (url: string) => !chosen.has(url) && isDue(url);
      while (chosen.size < limit) {
        const url = takeTurn(accounts, (own) => takeTurn(own, (proposed) => nextOf(proposed, isNew)));
        if (url === undefined) break;
        chosen.add(url);
      }
      return [...chosen];
    },
  };
}

/** What the first gives that has something; it comes last then. */
function takeTurn<Key, Value>(
  waiting: Map<Key, Value>,
  give: (value: Value) => string | undefined,
): string | undefined {
  for (const [key, value] of waiting) {
    const given = give(value);
    if (given === undefined) continue;
    waiting.delete(key);
    waiting.set(key, value);
    return given;
  }
  return undefined;
}

async function urlsOf(reader: Tx, change: ListedChange): Promise<readonly string[]> {
  const row = await modelStore(reader).get(change.category, change.model_name);
  const { v2 } = proposedViews(change, row && viewsOf(row), await restoredViews(reader, change));
  if (v2 === null) return [];
  const files = filesOfRecord(change.category, change.model_name, v2);
  return [...new Set(files.filter(({ host }) => host !== null).map(({ url }) => url))];
}
