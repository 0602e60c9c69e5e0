import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { temporaryStore } from '../../support/temporary-store.ts';
import { checkOnce } from './checking.ts';
import { importPublicData, wrongFindings } from './planted-faults.ts';
import { startPlantedHosts } from './planted-hosts.ts';

describeWithSharedData('evidence over the real records', (folder) => {
  it('finds exactly what was planted, each file looked at once by two runs', async () => {
    const undo: (() => Promise<void>)[] = [];
    try {
      const store = await temporaryStore((step) => undo.push(step));
      const { files } = await importPublicData(store, join(folder, 'legacy'));
      await using hosts = await startPlantedHosts(files, { seed: 20261122, delayMs: 0 });
      const now = Math.floor(Date.now() / 1000);
      const run = (hoursLater: number) =>
        checkOnce(store, hosts, { hoursLater, checkedBefore: now + hoursLater * 3600 - 1 });
      await Promise.all([run(0), run(0)]);
      expect([...hosts.asked()].filter(([, times]) => times > 1)).toEqual([]);
      const { files: found } = await run(7);
      expect(wrongFindings(found, hosts)).toEqual([]);
      expect(found.length).toBe(files.length);
      expect(hosts.faults.size).toBe(112);
      expect(hosts.bytesSent() / found.length).toBeLessThan(1_000_000);
    } finally {
      for (const step of undo) await step();
    }
  });
});
