import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { openStore } from '../../../src/store/open.ts';
import { openQueue } from '../../support/queue.ts';
import { modelref } from '../../unit/cli/terminal.ts';

/** The tools that write files; each is given a place to write to. */
const tools = ['backup', 'backup --force', 'export', 'audit export', 'copy'] as const;

export interface WrongTargetsOptions {
  /** Attempts for each tool. */
  readonly attempts: number;
  /** Gives a number in [0, 1). */
  readonly random: () => number;
}

export interface WrongTargetsResult {
  readonly attempts: number;
  /** The number of refused attempts; the others had found an innocent place. */
  readonly refused: number;
  /** The files that were changed and had to stay. */
  readonly damages: readonly string[];
}

/**
 * Gives every tool that writes files places to write to that are the live database under another name, a
 * file beside it, a device, a pipe … Nothing of the database may change, nor anything that was there before;
 * what is accepted afterwards has to be found by `audit verify`.
 */
export async function tryWrongTargets({
  attempts,
  random,
}: WrongTargetsOptions): Promise<WrongTargetsResult> {
  const root = mkdtempSync(join(tmpdir(), 'modelref-targets-'));
  const home = join(root, 'data');
  const database = join(home, 'registry.db');
  const environment = { MODELREF_DATABASE_URL: `sqlite:${database}` };
  const store = await openStore(environment.MODELREF_DATABASE_URL);
  const socket = createServer().listen(join(root, 'socket'));
  const damages: string[] = [];
  let refused = 0;
  let written = 0;
  try {
    const queue = await openQueue(store);
    const write = async () => {
      written += 1;
      await queue.write('create', 'clip', `model ${written}`);
    };
    await write();
    for (const tool of tools) {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const place = mkdtempSync(join(root, 'place-'));
        const target = wrongTarget({ root, home, database, place, tool, random });
        // By another process: closing a database file here would release the locks that SQLite has on it.
        const before = stateOf(home, root, place);
        const { code } = await modelref(wordsOf(tool, target, database), environment);
        if (code !== 0) refused += 1;
        const after = stateOf(home, root, place);
        for (const [path, state] of before) {
          if (after.get(path) === state) continue;
          if (code === 0 && mayReplace(tool, target, path) && !path.startsWith(database)) continue;
          damages.push(`${tool} ${target}: ${path} was ${state}, is ${after.get(path) ?? 'gone'}`);
        }
        for (const path of after.keys()) {
          if (/\.[0-9a-f]{16}\.unfinished/.test(path)) damages.push(`${tool} ${target}: left ${path}`);
        }
        rmSync(place, { recursive: true, force: true });
      }
      await write();
    }
    const events = (await queue.events()).length;
    const verified = await modelref(['audit', 'verify'], environment);
    if (verified.code !== 0 || !verified.printed[0]?.startsWith(`${events} events: none is missing`)) {
      damages.push(`audit verify: ${[...verified.printed, ...verified.noted].join(' ')}`);
    }
  } finally {
    await store.close();
    socket.close();
    rmSync(root, { recursive: true, force: true });
  }
  return { attempts: attempts * tools.length, refused, damages };
}

/** Whether that is what the tool was told to replace. */
function mayReplace(tool: Scene['tool'], target: string, path: string): boolean {
  const told = resolve(target.replace(/^\/proc\/self\/root/, ''));
  return tool === 'export' ? dirname(path) === told : tool === 'backup --force' && path === told;
}

interface Scene {
  readonly root: string;
  readonly home: string;
  readonly database: string;
  /** A new directory for this attempt. */
  readonly place: string;
  readonly tool: (typeof tools)[number];
  readonly random: () => number;
}

function wordsOf(tool: Scene['tool'], target: string, database: string): string[] {
  if (tool === 'copy') return ['copy', '--from', `sqlite:${database}`, '--to', `sqlite:${target}`];
  if (tool === 'export') return ['export', target, '--format', 'v2'];
  return [...tool.split(' ').slice(0, tool === 'audit export' ? 2 : 1), ...flagsOf(tool), target];
}

function flagsOf(tool: Scene['tool']): string[] {
  return tool === 'backup --force' ? ['--force'] : [];
}

/** A place to write to that is no good, or looks as if it were not. */
function wrongTarget(scene: Scene): string {
  const { place, tool, random } = scene;
  const victim = victimOf(scene);
  // Tools that fill a directory are led to the victim by a file in it, or take the victim for one.
  if ((tool === 'export' || tool === 'audit export') && random() < 0.7) {
    const name = pick(random, ['clip.json', 'clip.json.unfinished', 'lora.json', 'index.json']);
    plant(join(place, name), victim, random);
    return spelling(place, random);
  }
  if (random() < 0.4) return spelling(victim, random);
  const name = pick(random, ['copy.db', 'copy.db.partial', 'copy.db-wal', 'copy.db']);
  const target = join(place, name);
  plant(target, victim, random);
  return spelling(name === 'copy.db.partial' ? join(place, 'copy.db') : target, random);
}

function victimOf({ root, home, database, place, random }: Scene): string {
  const file = join(place, 'bystander');
  writeFileSync(file, 'somebody else needs this');
  const folder = join(place, 'folder');
  mkdirSync(folder);
  const pipe = join(place, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const indirect = join(place, 'indirect');
  symlinkSync(home, indirect);
  return pick(random, [
    database,
    `${database}-wal`,
    `${database}-shm`,
    `${database}-journal`,
    `${database}-WAL`,
    join(indirect, basename(database)),
    join(indirect, `${basename(database)}-wal`),
    home,
    file,
    folder,
    pipe,
    join(root, 'socket'),
    '/dev/null',
    join(file, 'below a file'),
  ]);
}

/** Puts a second name, or a link, where a tool would write. */
function plant(path: string, victim: string, random: () => number): void {
  try {
    if (random() < 0.5) linkSync(victim, path);
    else symlinkSync(victim, path);
  } catch {
    symlinkSync(victim, path);
  }
}

function spelling(path: string, random: () => number): string {
  const [folder, name] = [dirname(path), basename(path)];
  return pick(random, [
    path,
    `${folder}//${name}`,
    `${folder}/./${name}`,
    `${folder}/../${basename(folder)}/${name}`,
    `/proc/self/root${path}`,
  ]);
}

function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

/** Records every file: its kind, inode and, where it is a regular one, the hash of its bytes. */
function stateOf(...folders: readonly string[]): Map<string, string> {
  const listed = execFileSync('find', [...folders, '-maxdepth', '1', '-print'], { encoding: 'utf8' });
  const paths = new Set(['/dev/null', ...listed.trimEnd().split('\n')]);
  const files = [...paths].filter((path) => lstatSync(path).isFile());
  const sums = execFileSync('sha256sum', ['--', ...files], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  const hashes = new Map(files.map((path, index) => [path, sums[index]?.slice(0, 64)]));
  return new Map(
    [...paths].map((path) => {
      const { mode, ino, dev } = lstatSync(path);
      // Where readers of a database note which state they look at: of no lasting meaning.
      const hash = path.endsWith('-shm') ? '' : (hashes.get(path) ?? '');
      return [path, `${mode.toString(8)} ${dev}:${ino} ${hash}`];
    }),
  );
}
