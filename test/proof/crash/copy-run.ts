/**
 * Copies of the database taken while clients write, opened elsewhere: whole, and with everything in them that
 * was acknowledged before.
 *
 * A copy here is what a kill at that instant would leave: the process is stopped (SIGSTOP) wherever it is,
 * every second time between two writes to its files, and the database file and its write-ahead log are copied
 * before it goes on. Files that are copied one after the other while the service goes on are no such image,
 * and nothing is claimed of them: for that there is `modelref backup`, which is tried beside it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startIdentityServer } from '../../support/identity-server.ts';
import { copyDatabaseFiles } from './database-files.ts';
import { type FaultyIo, makeFaultyIo, whyNoFaultyIo } from './faulty-io.ts';
import { contradictions, History } from './history.ts';
import { observeFile } from './observe-file.ts';
import { type BuiltService, buildService, type ServiceProcess } from './service.ts';
import { startTraffic } from './traffic.ts';
import { wholeDatabase } from './whole-database.ts';
import { endsMidway } from './write-ahead-log.ts';

export interface CopyRunOptions {
  copies: number;
  /**
   * The number of copies after which a new database is begun, because checking all of one takes longer as it
   * grows. Each is backed up once as well.
   */
  copiesPerDatabase: number;
  random: () => number;
  onCopy?: (sofar: CopyRunResult) => void;
}

export interface CopyRunResult {
  copies: number;
  /** The copies whose write-ahead log ended in the middle of a transaction. */
  midway: number;
  backups: number;
  acknowledged: number;
  contradictions: string[];
}

/** Stops at the first copy in which something is wrong. */
export async function runCopies(options: CopyRunOptions): Promise<CopyRunResult> {
  const identity = await startIdentityServer();
  using service = await buildService();
  using io = whyNoFaultyIo() === null ? makeFaultyIo('/registry.db') : null;
  const total: CopyRunResult = { copies: 0, midway: 0, backups: 0, acknowledged: 0, contradictions: [] };
  try {
    while (total.copies < options.copies && total.contradictions.length === 0) {
      await oneDatabase(options, { service, io, authUrl: identity.url }, total);
    }
    return total;
  } finally {
    await identity.close();
  }
}

async function oneDatabase(
  options: CopyRunOptions,
  { service, io, authUrl }: { service: BuiltService; io: FaultyIo | null; authUrl: string },
  total: CopyRunResult,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'modelref-copies-'));
  const history = new History();
  const copies = Math.min(options.copiesPerDatabase, options.copies - total.copies);
  const running = await service.start({ directory, authUrl, ...(io && { environment: io.environment }) });
  let serial = 0;
  const traffic = startTraffic(running.url, history, () => ++serial, new Map());
  try {
    for (let copy = 0; copy < copies && total.contradictions.length === 0; copy += 1) {
      await acknowledged(history, 1 + Math.floor(options.random() * 5));
      const file = join(directory, 'copy', 'registry.db');
      if (io && copy % 2 === 0) {
        io.begin({
          calls: ['write'],
          error: 'SIGSTOP',
          first: 1 + Math.floor(options.random() * 60),
          count: 1,
        });
      } else {
        await pause(options.random() * 10);
        running.child.kill('SIGSTOP');
      }
      await stopped(running);
      io?.end();
      copyDatabaseFiles(join(directory, 'registry.db'), file);
      const known = history.clone();
      running.child.kill('SIGCONT');
      if (endsMidway(`${file}-wal`)) total.midway += 1;
      total.contradictions.push(...(await contradictionsOf(file, known)));
      total.copies += 1;
      options.onCopy?.(total);
    }
    total.contradictions.push(...(await problemsOfBackup(service, directory, history)), ...history.failures);
    total.backups += 1;
    total.acknowledged += history.acknowledged;
  } finally {
    await running.end('SIGKILL');
    await traffic.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function acknowledged(history: History, more: number): Promise<void> {
  const enough = history.acknowledged + more;
  while (history.acknowledged < enough) await pause(1);
}

/** Resolves when no thread of the service runs. */
async function stopped({ child }: ServiceProcess): Promise<void> {
  while (!/^\d+ \(.*\) T/.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8'))) await pause(1);
}

async function contradictionsOf(file: string, known: History): Promise<string[]> {
  const problems = await wholeDatabase(file);
  return [...problems, ...contradictions(known, await observeFile(file))];
}

/** Backs up the database while clients write, restores it elsewhere, and lets the command line verify it. */
async function problemsOfBackup(
  service: BuiltService,
  directory: string,
  history: History,
): Promise<string[]> {
  const restored = join(directory, 'restored');
  const known = history.clone();
  const steps = [
    await service.command(directory, ['backup', join(restored, 'registry.db')]),
    await service.command(restored, ['audit', 'verify']),
  ];
  const failed = steps.filter(({ code }) => code !== 0).map(({ output }) => output);
  if (failed.length > 0) return failed;
  if (history.acknowledged === known.acknowledged) return ['nothing was written during the backup'];
  return contradictionsOf(join(restored, 'registry.db'), known);
}
