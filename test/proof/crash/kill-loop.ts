/**
 * kill -9 during mixed traffic, again and again, on one database: after each restart everything that was
 * acknowledged is there, nothing is doubled and nothing is half applied. Clients remember every answer
 * (history.ts); what they could not hear is allowed to have happened as a whole or not at all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startIdentityServer } from '../../support/identity-server.ts';
import { observe } from './client.ts';
import { contradictions, History } from './history.ts';
import { type BuiltService, buildService } from './service.ts';
import { startTraffic } from './traffic.ts';
import { wholeDatabase } from './whole-database.ts';

export interface KillLoopOptions {
  kills: number;
  /**
   * The number of kills after which a new database is begun: checking everything after each kill takes longer
   * as it grows.
   */
  killsPerDatabase: number;
  /** Writes that are answered before each kill, drawn evenly from 0 to this. */
  mostWrites: number;
  random: () => number;
  onKill?: (sofar: KillLoopResult) => void;
}

export interface KillLoopResult {
  kills: number;
  acknowledged: number;
  changes: number;
  /** The changes that were applied in the end, whether the client heard of it or not. */
  applied: number;
  contradictions: string[];
}

/** Stops at the first kill after which something is wrong. */
export async function runKillLoop(options: KillLoopOptions): Promise<KillLoopResult> {
  const identity = await startIdentityServer();
  using service = await buildService();
  const total: KillLoopResult = { kills: 0, acknowledged: 0, changes: 0, applied: 0, contradictions: [] };
  try {
    while (total.kills < options.kills && total.contradictions.length === 0) {
      await oneDatabase(options, service, identity.url, total);
    }
    return total;
  } finally {
    await identity.close();
  }
}

async function oneDatabase(
  options: KillLoopOptions,
  service: BuiltService,
  authUrl: string,
  total: KillLoopResult,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'modelref-crash-'));
  const history = new History();
  const kills = Math.min(options.killsPerDatabase, options.kills - total.kills);
  const before = { ...total };
  let serial = 0;
  try {
    for (let kill = 0; kill <= kills; kill += 1) {
      const running = await service.start({ directory, authUrl });
      try {
        const { observed, problems } = await observe(running.url, `sqlite:${join(directory, 'registry.db')}`);
        total.contradictions.push(...problems, ...contradictions(history, observed));
        total.applied = before.applied + observed.queue.filter(({ status }) => status === 'applied').length;
        if (kill === kills || total.contradictions.length > 0) break;
        const traffic = startTraffic(running.url, history, () => ++serial, observed.v2);
        const enough = history.acknowledged + Math.floor(options.random() * options.mostWrites);
        while (history.acknowledged < enough && running.child.exitCode === null) await pause(1);
        // Anywhere between two answers.
        await pause(options.random() * 10);
        await running.end('SIGKILL');
        await traffic.stop();
      } finally {
        await running.end('SIGKILL');
      }
      total.kills += 1;
      total.acknowledged = before.acknowledged + history.acknowledged;
      total.changes = before.changes + history.changes.size;
      options.onKill?.(total);
    }
    total.contradictions.push(...history.failures, ...(await wholeDatabase(join(directory, 'registry.db'))));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
