import type { Clock } from '../../kernel/clock.ts';
import { unseen } from '../../records/files/address-state.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { judge } from '../../records/files/verdict.ts';
import type { Store } from '../../store/store.ts';
import type { FileMemory } from './file-memory.ts';
import type { LiveFiles } from './live-files.ts';
import { noteVerdicts, type OnVerdictChanges } from './note-verdicts.ts';
import { createProposedFiles } from './proposed-files.ts';
import { fileStore } from './store.ts';

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
  /** Keeps the addresses of open changes that are to be looked at next, and gives them. */
  ofProposals(limit: number): Promise<string[]>;
}

export function keepAddresses({
  store,
  clock,
  memory,
  liveFiles,
  onChanges,
}: KeepAddressesOptions): KeptAddresses {
  const proposed = createProposedFiles({ store, clock });
  /** What was looked through last, with nothing left to write. */
  let done: { all: readonly RecordFile[]; reads: number } | undefined;

  return {
    ofLiveRecords: async () => {
      await memory.refresh();
      const all = liveFiles.all();
      if (done?.all === all && done.reads === memory.reads) return;
      const files = all.filter(({ host }) => host !== null);
      const byUrl = Map.groupBy(files, ({ url }) => url);
      const urls = [...byUrl.keys()];
      const added = urls.filter((url) => memory.address(url) === undefined);
      const back = urls.filter((url) => memory.address(url)?.live === false);
      const kept = [...memory.addresses()].filter(({ live }) => live).map(({ url }) => url);
      const left = kept.filter((url) => !byUrl.has(url));
      const otherwise = files.filter((file) => isOtherwise(file, memory));
      if ([added, back, left, otherwise].every(({ length }) => length === 0)) {
        done = { all, reads: memory.reads };
        return;
      }
      const now = clock.now();
      await store.write(async (writer) => {
        // Those that are back may have been forgotten this very moment.
        await fileStore(writer).keep(
          [...added, ...back].map((url) => ({ url, live: true, state: unseen })),
          now,
        );
        await fileStore(writer).setLive(back, true);
        await fileStore(writer).setDue(back, now);
        await fileStore(writer).setLive(left, false);
        for (const file of otherwise)
          await noteVerdicts(writer, [file], memory.state(file.url), now, onChanges);
      });
      await memory.refresh();
    },

    ofProposals: async (limit) => {
      await proposed.refresh();
      const now = clock.now();
      const urls = proposed.next(limit, (url) => {
        const { live = false, due_at = now } = memory.address(url) ?? {};
        return !live && due_at <= now;
      });
      const added = urls.filter((url) => memory.address(url) === undefined);
      if (added.length > 0) {
        await store.write((tx) =>
          fileStore(tx).keep(
            added.map((url) => ({ url, live: false, state: unseen })),
            now,
          ),
        );
      }
      return urls;
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
