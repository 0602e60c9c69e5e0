/**
 * Reads one large file whole, in processes that are killed meanwhile: `npm run proof -- deep-kills 10 512 7`,
 * kills, MiB and seed. Ends with 1 when the hash is wrong, or a run did not read the file once from its
 * beginning.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../audit/seeded-random.ts';
import { runDeepKills } from './deep-kills.ts';

const mebibyte = 1024 * 1024;
const [kills, mebibytes, seed] = process.argv.slice(2, 5).map(Number) as [number, number, number];
const directory = await mkdtemp(join(tmpdir(), 'modelref-deep-kills-'));
try {
  const sizeBytes = mebibytes * mebibyte + 7;
  const { contradictions, killsUnderway } = await runDeepKills(`sqlite:${join(directory, 'registry.db')}`, {
    kills,
    sizeBytes,
    random: seededRandom(seed),
  });
  for (const contradiction of contradictions) console.error(contradiction);
  console.log(
    `${mebibytes} MiB, ${killsUnderway} of ${kills} kills while it was read; ${contradictions.length} contradictions`,
  );
  process.exitCode = contradictions.length > 0 ? 1 : 0;
} finally {
  await rm(directory, { recursive: true, force: true });
}
