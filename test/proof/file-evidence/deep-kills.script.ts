/**
 * One large file, read whole by processes that are killed while they do: `npm run proof -- deep-kills 10 512 7`,
 * kills, MiB and seed. Ends with 1 when its hash is not its own, when a run does not go on where the one before
 * had stored that it was, or when more is read again than that.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resumableHash } from '../../../src/modules/files/resumable-hash.ts';
import { seededRandom } from '../audit/seeded-random.ts';
import { runDeepKills } from './deep-kills.ts';

const mebibyte = 1024 * 1024;
const [kills, mebibytes, seed] = process.argv.slice(2, 5).map(Number) as [number, number, number];
const directory = await mkdtemp(join(tmpdir(), 'modelref-deep-kills-'));
try {
  const sizeBytes = mebibytes * mebibyte + 7;
  const { contradictions, killsUnderway, began, bytesGiven } = await runDeepKills(
    `sqlite:${join(directory, 'registry.db')}`,
    { kills, sizeBytes, pieceBytes: 8 * mebibyte, random: seededRandom(seed) },
  );
  for (const contradiction of contradictions) console.error(contradiction);
  const starts = began.map((at) => Math.round(at / mebibyte)).join(', ');
  console.log(
    `${mebibytes} MiB, ${killsUnderway} of ${kills} kills while it was read; runs began at ${starts} MiB; ` +
      `${((bytesGiven / sizeBytes - 1) * 100).toFixed(1)} % sent again; ${contradictions.length} contradictions`,
  );
  process.exitCode = contradictions.length > 0 ? 1 : 0;
} finally {
  await rm(directory, { recursive: true, force: true });
}

const piece = Buffer.alloc(mebibyte, 'x');
const mostOften = 256;
const resumable = await resumableHash();
const [own, nodes] = [
  perSecond(() => resumable.update(piece)),
  perSecond(
    (
      (hash) => () =>
        void hash.update(piece)
    )(createHash('sha256')),
  ),
];
console.log(
  `SHA-256 of ${mostOften} MiB: hash-wasm ${own.toFixed(0)} MB/s, node:crypto ${nodes.toFixed(0)} MB/s, ${(nodes / own).toFixed(1)} times as fast`,
);

function perSecond(update: () => void): number {
  for (let i = 0; i < 16; i += 1) update();
  const began = performance.now();
  for (let i = 0; i < mostOften; i += 1) update();
  return (mostOften * mebibyte) / 1e6 / ((performance.now() - began) / 1000);
}
