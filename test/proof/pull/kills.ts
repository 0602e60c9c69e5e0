import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hashOf } from '../../../src/cli/pull/target-folder.ts';
import { type FileFaults, generatedBytes, startFileHost } from '../../support/file-host.ts';
import { startRemoteHost } from '../../support/remote-host.ts';

export interface PullKillsOptions {
  readonly kills: number;
  /** Kills in a round. Then it is left alone until it has everything. */
  readonly killsPerRound: number;
  /** Sizes of the files, in bytes. */
  readonly sizes: readonly number[];
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly onKill?: (kills: number) => void;
}

export interface PullKillsResult {
  readonly kills: number;
  /** The kills that left an unfinished file. */
  readonly killsUnderway: number;
  /** The number of times that all files were fetched to the end. */
  readonly rounds: number;
  readonly contradictions: readonly string[];
  readonly bytesWanted: number;
  /** Bytes that the host gave away, what was in the air at a kill included. */
  readonly bytesSent: number;
  /** Bytes asked for that were on the disk already. */
  readonly bytesAskedTwice: number;
}

/** Between two pieces of 64 kB: 30 MB in a second. */
const pieceMs = 2;

interface Mood {
  readonly faults: FileFaults;
  /** From when the first bytes are on the disk. */
  readonly later?: FileFaults;
  readonly pieceMs?: number;
  /** Whether some bytes may be asked for twice: the host gives no ranges, or wrong bytes. */
  readonly mayRepeat?: boolean;
}

/** The first host's behaviour in each round, in turn; the hardest for a large file comes first. */
const moods: readonly Mood[] = [
  { faults: { cutAfter: 700_000 } },
  { faults: { lies: true, cutAfter: 700_000 }, later: { tells: 2 }, mayRepeat: true },
  { faults: { ignoresRanges: true }, pieceMs: 4, mayRepeat: true },
  { faults: { lies: true }, mayRepeat: true },
  { faults: { nameless: true } },
  { faults: { tells: 2 } },
  { faults: { tells: 0.7 }, mayRepeat: true },
  { faults: {}, pieceMs: 8 },
  { faults: {} },
];

/**
 * `modelref pull` is killed again and again at random moments, beside hosts that misbehave. After every kill:
 * whatever has its name is verified. After every round: all is there, and what was on the disk was not asked for
 * again.
 */
export async function runPullKills({
  kills,
  killsPerRound,
  sizes,
  random,
  onKill,
}: PullKillsOptions): Promise<PullKillsResult> {
  await using good = await startFileHost();
  await using bad = await startFileHost();
  const files = sizes.map((size, index) => {
    const name = `f${index}`;
    const bytes = generatedBytes(size, index);
    bad.put(name, bytes);
    return { name, path: `clip/${name}.pt`, sha256: good.put(name, bytes), size };
  });
  await using registry = await startRegistry(
    Object.fromEntries(
      files.map(({ name, sha256, size }) => [
        name,
        recordOf(name, sha256, size, bad.url(name), good.url(name)),
      ]),
    ),
  );
  const contradictions: string[] = [];
  let [done, killsUnderway, rounds, bytesAskedTwice] = [0, 0, 0, 0];
  good.pieceMs = pieceMs;
  const smallest = Math.min(...sizes);
  const work = mkdtempSync(join(tmpdir(), 'modelref-pull-kills-'));
  try {
    while (done < kills && contradictions.length === 0) {
      const folder = join(work, String(rounds));
      const mood = moods[rounds % moods.length] as Mood;
      bad.faults = mood.faults;
      bad.pieceMs = mood.pieceMs ?? pieceMs;
      let inRound = 0;
      for (let finished = false; !finished; ) {
        const before = partLengths(folder);
        const asked = bad.asked.length;
        const child = startPull(folder, `${registry.url}/api`, [good.host, bad.host]);
        let said = '';
        child.stderr?.on('data', (data) => {
          said = `${said}${data}`.slice(-2_000);
        });
        const ended = once(child, 'close') as Promise<[number | null]>;
        const isLast = done >= kills || inRound === killsPerRound;
        // The first kill meets an unfinished file on the slowest machine too.
        const isHeld = done === 0;
        if (isHeld) bad.faults = good.faults = { stallsAfter: 2 * smallest };
        const when = isHeld ? { bytes: smallest + 1, ticks: 1 } : momentOf(random);
        const timer = isLast ? undefined : killAt(when, child, folder);
        const change = mood.later && whenBytesAreThere(folder, () => (bad.faults = mood.later as FileFaults));
        const [code] = await ended;
        clearInterval(timer);
        clearInterval(change);
        if (isHeld) [bad.faults, good.faults] = [mood.faults, {}];
        finished = code !== null;
        if (!finished) {
          done += 1;
          inRound += 1;
          if ([...partLengths(folder).values()].some((length) => length > 0)) killsUnderway += 1;
          onKill?.(done);
        } else if (code !== 0) contradictions.push(`round ${rounds}: pull ended with ${code}: ${said}`);
        contradictions.push(...(await wrongFiles(folder, files)));
        if (mood.mayRepeat) continue;
        const firsts = new Map(
          bad.asked
            .slice(asked)
            .toReversed()
            .map(({ name, from }) => [name, from]),
        );
        for (const { name, sha256 } of files) {
          const [from, had] = [firsts.get(name), before.get(sha256) ?? 0];
          if (from !== undefined) bytesAskedTwice += Math.max(0, had - from);
        }
      }
      for (const { path } of files)
        if (!existsSync(join(folder, path))) contradictions.push(`${path} is missing`);
      rounds += 1;
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const bytesWanted = rounds * sizes.reduce((sum, size) => sum + size, 0);
  const bytesSent = good.sent + bad.sent;
  if (bytesAskedTwice > 0) contradictions.push(`${bytesAskedTwice} bytes on the disk were asked for again`);
  return { kills: done, killsUnderway, rounds, contradictions, bytesWanted, bytesSent, bytesAskedTwice };
}

/** The moment of a kill: so many ticks of 10 ms after a file has so many bytes on the disk. */
interface Moment {
  readonly bytes: number;
  readonly ticks: number;
}

/** Returns any moment, or one while bytes are coming: the start of a process takes longer than the rest. */
function momentOf(random: () => number): Moment {
  const isAnyTime = random() < 0.3;
  return { bytes: isAnyTime ? 0 : 1, ticks: Math.ceil(random() * (isAnyTime ? 120 : 40)) };
}

function killAt({ bytes, ticks }: Moment, child: ChildProcess, folder: string): NodeJS.Timeout {
  let left = ticks;
  return setInterval(() => {
    if (bytes > 0 && Math.max(0, ...partLengths(folder).values()) < bytes) return;
    left -= 1;
    if (left === 0) child.kill('SIGKILL');
  }, 10);
}

function whenBytesAreThere(folder: string, then: () => void): NodeJS.Timeout {
  return setInterval(() => {
    if ([...partLengths(folder).values()].some((length) => length > 0)) then();
  }, 10);
}

/** The second address is that of another record with the same bytes. */
function recordOf(name: string, sha256sum: string, size_bytes: number, first: string, second: string) {
  const download = (file_url: string, file_name: string) => ({ file_name, file_url, sha256sum, size_bytes });
  return {
    name,
    config: { download: [download(first, `${name}.pt`)] },
    mirror: download(second, `${name}.pt`),
  };
}

/** Starts the part of a registry that `pull` reads. */
function startRegistry(records: Record<string, ReturnType<typeof recordOf>>) {
  const others = Object.entries(records).map(([name, { mirror }]) => [
    `mirror of ${name}`,
    { name: `mirror of ${name}`, config: { download: [mirror] } },
  ]);
  const body = JSON.stringify({ ...records, ...Object.fromEntries(others) });
  return startRemoteHost((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
}

function startPull(folder: string, server: string, hosts: readonly string[]): ChildProcess {
  const words = ['pull', folder, '--category', 'clip', '--server', server, '--allow-host', ...hosts];
  return spawn(process.execPath, [resolve('src/main.ts'), ...words], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function partLengths(folder: string): Map<string, number> {
  const parts = join(folder, '.modelref/parts');
  if (!existsSync(parts)) return new Map();
  const names = readdirSync(parts).filter((name) => !name.includes('.'));
  return new Map(
    names.flatMap((name) => {
      // Meanwhile it may have become whole, and have its own name.
      const size = statSync(join(parts, name), { throwIfNoEntry: false })?.size;
      return size === undefined ? [] : [[name, size] as const];
    }),
  );
}

async function wrongFiles(
  folder: string,
  files: readonly { readonly path: string; readonly sha256: string }[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, sha256 } of files) {
    const file = join(folder, path);
    if (existsSync(file) && (await hashOf(file)) !== sha256) {
      wrong.push(`${path} has its name and is not verified (${readFileSync(file).length} bytes)`);
    }
  }
  return wrong;
}
