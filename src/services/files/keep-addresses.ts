import type { Clock } from '../../registry/clock.ts';
import { unseen } from '../../registry/files/address-state.ts';
import { filesOfRecord, type RecordFile } from '../../registry/files/record-file.ts';
import { judge } from '../../registry/files/verdict.ts';
import { viewsOf } from '../../registry/model-views.ts';
import type { Store } from '../ports/store/store.ts';
import type { StoreReader } from '../ports/store/transaction.ts';
import { proposedViews } from '../queue/proposed-views.ts';
import { restoredViews } from '../queue/restored-model.ts';
import type { FileMemory } from './file-memory.ts';
import type { LiveFiles } from './live-files.ts';
import { noteVerdicts, type OnVerdictChanges } from './note-verdicts.ts';

export interface KeepAddressesOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly memory: FileMemory;
  readonly liveFiles: LiveFiles;
  readonly onChanges: OnVerdictChanges;
}

export interface KeptAddresses {
  /**
   * Keeps an address for every file of the live records, new ones to be looked at now, and notes the verdicts
   * that changed because a record did.
   */
  ofLiveRecords(): Promise<void>;
  /** The same for what open changes propose that were queued since the last call. */
  ofProposals(): Promise<void>;
}

/** How many changes are read at a time. */
const changesAtOnce = 50;

export function keepAddresses({
  store,
  clock,
  memory,
  liveFiles,
  onChanges,
}: KeepAddressesOptions): KeptAddresses {
  let lastChange = 0;
  /** What was looked through last, with nothing left to write. */
  let done: { all: readonly RecordFile[]; seq: number } | undefined;

  return {
    ofLiveRecords: async () => {
      await memory.refresh();
      const all = liveFiles.all();
      if (done?.all === all && done.seq === memory.seq) return;
      const files = all.filter(({ host }) => host !== null);
      const byUrl = Map.groupBy(files, ({ url }) => url);
      const urls = [...byUrl.keys()];
      const added = urls.filter((url) => memory.address(url) === undefined);
      const back = urls.filter((url) => memory.address(url)?.live === false);
      const kept = [...memory.addresses()].filter(({ live }) => live).map(({ url }) => url);
      const left = kept.filter((url) => !byUrl.has(url));
      const otherwise = files.filter((file) => isOtherwise(file, memory));
      if ([added, back, left, otherwise].every(({ length }) => length === 0)) {
        done = { all, seq: memory.seq };
        return;
      }
      const now = clock.now();
      await store.write(async (writer) => {
        // Those that are back may have been forgotten this very moment.
        await writer.files.keep(
          [...added, ...back].map((url) => ({ url, live: true, state: unseen })),
          now,
        );
        await writer.files.setLive(back, true);
        await writer.files.setDue(back, now);
        await writer.files.setLive(left, false);
        for (const file of otherwise)
          await noteVerdicts(writer, [file], memory.state(file.url), now, onChanges);
      });
      await memory.refresh();
    },

    ofProposals: async () => {
      const { last, urls } = await store.read(async (reader) => {
        const upto = await reader.counters.current('change');
        return { last: upto, urls: upto === lastChange ? [] : await proposedUrls(reader, lastChange) };
      });
      const added = urls.filter((url) => memory.address(url) === undefined);
      if (added.length > 0) {
        const now = clock.now();
        await store.write(({ files }) =>
          files.keep(
            added.map((url) => ({ url, live: false, state: unseen })),
            now,
          ),
        );
        await memory.refresh();
      }
      lastChange = last;
    },
  };
}

/** Its noted verdict is that of another address or another hash. */
function isOtherwise(file: RecordFile, memory: FileMemory): boolean {
  const noted = memory.noted(file);
  const { verdict } = judge(file, memory.state(file.url));
  if (noted === null) return verdict !== 'unknown';
  return noted.verdict !== verdict || noted.url !== file.url || noted.sha256 !== file.expected.sha256;
}

/** The addresses that open changes behind this one propose. */
async function proposedUrls(reader: StoreReader, after: number): Promise<string[]> {
  const open = await reader.changes.ids({ statuses: ['pending', 'approved'] });
  const ids = open.filter((id) => id > after);
  const urls = new Set<string>();
  for (let at = 0; at < ids.length; at += changesAtOnce) {
    for (const change of await reader.changes.listed(ids.slice(at, at + changesAtOnce))) {
      const row = await reader.models.get(change.category, change.model_name);
      const { v2 } = proposedViews(change, row && viewsOf(row), await restoredViews(reader, change));
      if (v2 === null) continue;
      for (const { url, host } of filesOfRecord(change.category, change.model_name, v2)) {
        if (host !== null) urls.add(url);
      }
    }
  }
  return [...urls];
}
