/**
 * The files that the real records name, on emulated hosts with planted faults: `npm run proof -- file-evidence
 * 10 7`, kills and seed. Ends with 1 when something else is found than what was planted, when a run takes a
 * minute or a megabyte for each file, or when a file is looked at twice that was not in hand at a kill.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fileStore } from '../../../src/modules/files/store.ts';
import { openStore } from '../../../src/store/open.ts';
import { folder, sharedData } from '../../support/shared-data-folder.ts';
import { seededRandom } from '../audit/seeded-random.ts';
import { atOnce, checkOnce } from './checking.ts';
import { importPublicData, wrongFindings } from './planted-faults.ts';
import { planted, plantedElsewhere, startPlantedHosts } from './planted-hosts.ts';

if (sharedData === null) {
  console.error(`needs real data at ${folder}; set MODELREF_SHARED_DATA`);
  process.exit(2);
}
const [kills, seed] = [Number(process.argv[2]), Number(process.argv[3])];
const random = seededRandom(seed);
const child = fileURLToPath(new URL('./check-process.script.ts', import.meta.url));
const directory = await mkdtemp(join(tmpdir(), 'modelref-file-evidence-'));
const problems: string[] = [];

try {
  await scenario('one run', 0, async ({ first, again }) => {
    await first();
    await again();
  });
  await scenario('three instances', 0, async ({ process3, again }) => {
    await process3(0);
    await again();
  });
  await scenario(`${kills} kills`, kills, async ({ killed, again }) => {
    await killed(kills);
    await again();
  });
} finally {
  await rm(directory, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(`${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

interface Steps {
  /** A whole run in this process. */
  first(): Promise<void>;
  /** Three processes at once. */
  process3(hoursLater: number): Promise<void>;
  /** Processes, one after the other, killed at random; the last one ends by itself. */
  killed(times: number): Promise<void>;
  /** The run hours later that says a second time what is gone. */
  again(): Promise<void>;
}

async function scenario(
  name: string,
  mayRepeat: number,
  work: (steps: Steps) => Promise<void>,
): Promise<void> {
  const databaseUrl = `sqlite:${join(directory, `${name.replaceAll(' ', '-')}.db`)}`;
  const store = await openStore(databaseUrl);
  const { files, models } = await importPublicData(store, join(folder, 'legacy'));
  await using hosts = await startPlantedHosts(files, { seed, delayMs: 15 });
  const began = Math.floor(Date.now() / 1000);
  const at = (hoursLater: number) => ({ hoursLater, checkedBefore: began + hoursLater * 3600 - 1 });
  const where = { mirrors: hosts.mirrors, allowPrivate: hosts.allowPrivate };
  const start = (hoursLater: number): ChildProcess =>
    spawn(process.execPath, [child, JSON.stringify({ databaseUrl, where, ...at(hoursLater) })], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const ended = (started: ChildProcess) =>
    new Promise<void>((resolve) => started.once('exit', () => resolve()));

  const started = performance.now();
  let seconds = 0;
  /** Paths of the addresses that were being looked at when a process was killed. */
  const inHand = new Set<string>();
  await work({
    first: async () => void (await checkOnce(store, hosts, at(0))),
    process3: async (hoursLater) => {
      await Promise.all([start(hoursLater), start(hoursLater), start(hoursLater)].map(ended));
    },
    killed: async (times) => {
      for (let killed = 0; killed < times; killed += 1) {
        const run = start(0);
        const exit = ended(run);
        // By calls and not by time: on a busy machine processes need a while before they call anybody.
        const calls = hosts.requests() + 1 + random() * (300 / times);
        while (hosts.requests() < calls && run.exitCode === null) await wait(5);
        run.kill('SIGKILL');
        await exit;
        for (const { url, claimed_by } of await store.read((tx) => fileStore(tx).addresses(0))) {
          if (claimed_by !== null) inHand.add(new URL(url).pathname);
        }
      }
      await ended(start(0));
    },
    again: async () => {
      seconds = (performance.now() - started) / 1000;
      // A file in hand at a kill is looked at again: nobody knows what its host has said.
      const twice = [...hosts.asked().values()].reduce((sum, times) => sum + times - 1, 0);
      if (twice > mayRepeat * atOnce) problems.push(`${name}: ${twice} files looked at again`);
      for (const [path, times] of hosts.asked()) {
        if (times > 1 && !inHand.has(path)) problems.push(`${name}: ${path} was looked at ${times} times`);
      }
      const bytes = Math.round(hosts.bytesSent() / files.length);
      const calls = hosts.requests();
      hosts.forget();
      const { files: found } = await checkOnce(store, hosts, at(7));
      const wrong = wrongFindings(found, hosts);
      problems.push(...wrong.map((problem) => `${name}: ${problem}`));
      if (found.length !== files.length) problems.push(`${name}: ${found.length} of ${files.length} files`);
      if (bytes >= 1_000_000) problems.push(`${name}: ${bytes} bytes for each file`);
      if (mayRepeat === 0 && seconds >= 60) problems.push(`${name}: ${seconds} s`);
      const counts = [
        ...Object.values(planted),
        ...Object.values(plantedElsewhere).map(({ count }) => count),
      ];
      const sum = counts.reduce((all, count) => all + count, 0);
      console.log(
        `${name}: ${models} models, ${files.length} files, ${hosts.faults.size} of ${sum} faults planted, ${wrong.length} found otherwise; ` +
          `${calls} calls, ${twice} repeated of ${inHand.size} in hand, ${bytes} bytes of bodies for each file, ${seconds.toFixed(1)} s`,
      );
    },
  });
  await store.close();
}
