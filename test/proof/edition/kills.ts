import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readManifest } from '../../../src/kernel/transparency/edition-manifest.ts';
import { openStore } from '../../../src/store/open.ts';
import { openQueue } from '../../support/queue.ts';
import { serviceEnvironment } from '../../support/service-process.ts';

/** What a run of `killPublishing` found. */
interface Kills {
  readonly kills: number;
  /** Kills after which the newest edition was another than before. */
  readonly editions: number;
  readonly wrong: readonly string[];
}

/**
 * Kills `modelref publish` at random moments while models are written, and checks after each kill that `current`
 * leads to a whole edition, whose event is not before that of the one before.
 */
export async function killPublishing(kills: number, random: () => number): Promise<Kills> {
  const home = mkdtempSync(join(tmpdir(), 'modelref-kills-'));
  const folder = join(home, 'site');
  const wrong: string[] = [];
  const env = serviceEnvironment(home, 1, { MODELREF_AUDIT_SIGNING_KEY_FILE: join(home, 'key') });
  let [editions, eventId, whole] = [0, 0, 1_000];
  const store = await openStore(`sqlite:${join(home, 'registry.db')}`);
  try {
    const queue = await openQueue(store);
    for (let kill = 0; kill <= kills; kill += 1) {
      await queue.write('create', 'clip', `model ${kill}`, { description: 'x'.repeat(2_000) });
      const child = spawn(process.execPath, ['src/main.ts', 'publish', folder], { env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      // The first run is not killed: its length says when the others are.
      const began = performance.now();
      if (kill > 0) await killAt(child, random() * whole * 1.1);
      await ended;
      if (kill === 0) whole = performance.now() - began;
      const found = editionIn(folder);
      if (typeof found === 'string') wrong.push(`kill ${kill}: ${found}`);
      else if (found < eventId) wrong.push(`kill ${kill}: event ${found} after ${eventId}`);
      else {
        if (found > eventId) editions += 1;
        eventId = found;
      }
    }
    return { kills, editions, wrong };
  } finally {
    await store.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function killAt(child: ChildProcess, ms: number): Promise<void> {
  await Promise.race([once(child, 'exit'), pause(ms)]);
  child.kill('SIGKILL');
}

/** Returns the event of the newest edition, or what is wrong with it. */
function editionIn(folder: string): number | string {
  const root = join(folder, 'current');
  if (!existsSync(join(root, 'manifest.json'))) return 'no manifest';
  const { files, event_id } = readManifest(readFileSync(join(root, 'manifest.json'), 'utf8'), null);
  for (const [path, { sha256 }] of files) {
    const file = join(root, `${path}.json`);
    if (!existsSync(file) || hash('sha256', readFileSync(file)) !== sha256) return `${path} is not whole`;
  }
  return event_id;
}
