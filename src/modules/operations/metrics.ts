import { Gauge } from 'prom-client';
import { SingleFlight } from '../../kernel/concurrency/shared-runs.ts';
import { type DiskSpace, readDiskSpace } from '../../kernel/files/disk-space.ts';
import type { Metrics } from '../../serving/metrics/metrics.ts';
import type { WrittenFolder } from './health.ts';
import type { Readiness } from './readiness.ts';

/** Registers metrics of the disk space in the folders to which this process writes. */
export function measureDisks(
  { registry }: Pick<Metrics, 'registry'>,
  folders: readonly WrittenFolder[],
): void {
  const spaceReads = new SingleFlight<DiskSpace | null>();
  const registerGauge = (name: string, help: string, readValue: (space: DiskSpace) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [registry],
      async collect() {
        const spaces = await Promise.all(
          folders.map(async (folder) => ({
            folder: folder.name,
            space: await spaceReads.run(folder.path, () => readDiskSpace(folder.path)),
          })),
        );
        this.reset();
        for (const { folder, space } of spaces) if (space) this.set({ folder }, readValue(space));
      },
    });
  registerGauge(
    'modelref_disk_free_bytes',
    'Free bytes on the file systems of this process: `data` (the SQLite database), `bridge`, `temporary`.',
    ({ free }) => free,
  );
  registerGauge('modelref_disk_size_bytes', 'Size of these file systems in bytes.', ({ size }) => size);
}

/** Registers the metric that says whether this instance is ready for requests. */
export function measureReadiness({ registry }: Pick<Metrics, 'registry'>, { obstacle }: Readiness): void {
  new Gauge({
    name: 'modelref_ready',
    help: '1 while `/readyz` returns 200; while it is 0, `/readyz` states the reason.',
    registers: [registry],
    async collect() {
      this.set((await obstacle()) === null ? 1 : 0);
    },
  });
}
