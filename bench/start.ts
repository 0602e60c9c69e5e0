/**
 * Measures the time from the start of the process to `/readyz`, and the memory at that moment and after a
 * load of reads. Measures both with the data at hand, and with a hundred times as much. The first start with
 * each amount of data runs without code compiled by an earlier start.
 *
 *   npm run bench -- start [--data <dir>] [--seconds 60] [--rounds 7] [--connections 32] [--factors 1,100]
 */
import { rmSync } from 'node:fs';
import { residentMiB } from '../test/support/process-memory.ts';
import { startService, temporaryDirectory } from '../test/support/service-process.ts';
import { importTimes } from './grown-data.ts';
import { measure, processorSeconds } from './load.ts';
import { type BenchOptions, benchArguments, median, rounded } from './report.ts';

const v2 = '/api/model_references/v2';

/** The paths that are read most often. */
const reads: readonly [path: string, acceptEncoding: string][] = [
  [`${v2}/image_generation`, 'gzip'],
  [`${v2}/image_generation`, 'identity'],
  [`${v2}/text_generation`, 'br'],
  [`${v2}/text_generation/search?limit=50`, 'gzip'],
  ['/api/model_references/statistics/image_generation', 'identity'],
  [`${v2}/text_generation/groups/summary`, 'identity'],
];

export async function benchStart(argv: string[]): Promise<unknown> {
  const options = benchArguments(argv, { seconds: 60, rounds: 7, factors: [1, 100] });
  const rows: Record<string, Awaited<ReturnType<typeof starts>>> = {};
  for (const factor of options.factors) rows[`${factor} ×`] = await starts(factor, options);
  console.table(rows);
  return { rows };
}

async function starts(factor: number, { data, rounds, seconds, connections }: BenchOptions) {
  const directory = temporaryDirectory();
  const models = await importTimes(data, factor, directory);
  const readyMs: number[] = [];
  const processorMs: number[] = [];
  try {
    for (let round = 1; ; round += 1) {
      const started = performance.now();
      const service = await startService(directory, {}, { keep: true });
      try {
        readyMs.push(performance.now() - started);
        processorMs.push(processorSeconds(service.pid) * 1000);
        if (round < rounds) continue;
        // All categories are compressed by then.
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        const fresh = residentMiB(service.pid);
        for (const [path, acceptEncoding] of reads) {
          const headers = { 'accept-encoding': acceptEncoding };
          const load = { url: service.url + path, headers, connections, seconds: seconds / reads.length };
          await measure(service.pid, load);
        }
        const loaded = residentMiB(service.pid);
        return {
          models,
          'ready ms': Math.round(median(readyMs)),
          'best ms': Math.round(Math.min(...readyMs)),
          'processor ms': rounded(median(processorMs)),
          'MiB started': fresh.now,
          'MiB peak of start': fresh.peak,
          'MiB after load': loaded.now,
        };
      } finally {
        await service.stop();
      }
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
