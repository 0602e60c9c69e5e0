/**
 * npm run proof -- full-disk [rounds]   The registry on a small file system of its own, an ext4
 * image behind a loop device, which writes fill again and again: they have to be refused with 503, reads have
 * to go on, and once there is room, writes as well, by themselves. Needs root, `mount` and `mkfs.ext4`. Ends
 * with a summary, or at the first contradiction.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, FaultRun } from './fault-run.ts';

const rounds = Number(process.argv[2]);
/** Bytes of the file system, of the room that each round gives back, and of a written record. */
const sizes = { disk: 64 * 2 ** 20, room: 4 * 2 ** 20, record: 100_000 };

const home = mkdtempSync(join(tmpdir(), 'modelref-full-disk-'));
const image = join(home, 'image');
const disk = join(home, 'disk');
mkdirSync(disk);
writeFileSync(image, '');
truncateSync(image, sizes.disk);
execFileSync('mkfs.ext4', ['-q', image]);
execFileSync('mount', ['-o', 'loop', image, disk]);
try {
  const directory = join(disk, 'registry');
  mkdirSync(directory);
  const problems = await fillAndFree(directory);
  for (const each of problems) console.error(each);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  execFileSync('umount', [disk]);
  rmSync(home, { recursive: true, force: true });
}

async function fillAndFree(directory: string): Promise<string[]> {
  const fillers = Array.from({ length: rounds }, (_, i) => join(disk, `filler-${i}`));
  for (const each of fillers) writeFileSync(each, Buffer.alloc(sizes.room));
  await using run = await FaultRun.start(directory);
  const problems: string[] = [];
  let written = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const before = written;
    let refusal = await writeOne(run);
    for (; refusal === null; refusal = await writeOne(run)) written += 1;
    if (refusal.status !== 503 || !String(refusal.detail).includes('the disk is full'))
      problems.push(`round ${round}: refused with ${refusal.status} ${String(refusal.detail)}`);
    if (written === before) problems.push(`round ${round}: no write went through`);
    problems.push(...(await run.contradictions()));
    console.log(`round ${round}: full after ${written - before} writes`);
    const filler = fillers[round];
    if (problems.length > 0 || filler === undefined) break;
    rmSync(filler);
  }
  problems.push(...(await run.problemsOfFiles()));
  console.log(`${written} changes applied, full ${rounds + 1} times, ${problems.length} contradictions`);
  return problems;
}

/** Proposes, approves and applies a change; null when all went through, else the first refusal. */
async function writeOne(run: FaultRun): Promise<Answer | null> {
  const id = await run.propose(sizes.record);
  if (typeof id !== 'number') return id;
  for (const step of [() => run.approve(id), () => run.apply(id)]) {
    const answer = await step();
    if (answer.status !== 200) return answer;
  }
  return null;
}
