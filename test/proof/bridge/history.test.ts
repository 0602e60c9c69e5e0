import { existsSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { bundleOf, replayHistory } from './history.ts';

const atEnd: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of atEnd.splice(0)) await undo();
});

describeWithSharedData('the newest commits of the public repositories', (folder) => {
  test.skipIf(!existsSync(bundleOf(folder, 'text'))).each(['text', 'image'] as const)(
    'come out of the registry with the same bytes: %s',
    async (kind) => {
      const store = await temporaryStore((undo) => atEnd.push(undo));
      const replayed = await replayHistory(store, bundleOf(folder, kind), kind, 1);
      expect(replayed).toMatchObject({ commits: 2 });
      expect(replayed.models).toBeGreaterThan(300);
    },
  );
});
