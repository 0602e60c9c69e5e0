/**
 * kill -9 between the commit of a proposal and its answer, or just before the commit. The client has heard
 * nothing and sends the same again with its `Idempotency-Key`: the proposal is there once, whichever it was.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keys, startIdentityServer } from '../../support/identity-server.ts';
import { call, category, queue, Refused } from './client.ts';
import { buildService } from './service.ts';
import { wholeDatabase } from './whole-database.ts';

/** Loaded before the service: kills it at the commit of a proposal once there is a file of this name. */
const killer = (driver: string, flag: string) => `
const { readFileSync } = require('node:fs');
const Database = require(${JSON.stringify(driver)});
const { prepare } = Database.prototype;
// The service has writes of its own, for which nobody waits.
let ofProposal = false;
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  const { run } = statement;
  if (sql.startsWith('insert into "first_answers"')) {
    statement.run = (...values) => {
      ofProposal = true;
      return run.apply(statement, values);
    };
  }
  if (sql !== 'commit') return statement;
  statement.run = (...values) => {
    if (!ofProposal) return run.apply(statement, values);
    ofProposal = false;
    let when = '';
    try { when = readFileSync(${JSON.stringify(flag)}, 'utf8'); } catch {}
    if (when === 'before') process.kill(process.pid, 'SIGKILL');
    const result = run.apply(statement, values);
    if (when === 'after') process.kill(process.pid, 'SIGKILL');
    return result;
  };
  return statement;
};
`;

export interface LostAnswers {
  readonly rounds: number;
  /** What was not as it has to be. */
  readonly wrong: string[];
}

export async function loseAnswers(rounds: number): Promise<LostAnswers> {
  const identity = await startIdentityServer();
  using service = await buildService();
  const directory = mkdtempSync(join(tmpdir(), 'modelref-lost-'));
  const [flag, hook] = [join(directory, 'kill'), join(directory, 'killer.cjs')];
  writeFileSync(hook, killer(createRequire(import.meta.url).resolve('better-sqlite3'), flag));
  const start = () =>
    service.start({ directory, authUrl: identity.url, environment: { NODE_OPTIONS: `--require ${hook}` } });
  const wrong: string[] = [];
  let running = await start();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const when = round % 2 === 0 ? 'before' : 'after';
      const propose = () =>
        call(
          'POST',
          `${running.url}/api/model_references/v2/${category}`,
          keys.requestor,
          { name: `model ${round}` },
          { 'idempotency-key': `round-${round}` },
        ) as Promise<{ change_id: number }>;
      writeFileSync(flag, when);
      const heard = await propose().then(
        () => 'an answer',
        (error: unknown) => (error instanceof Refused ? error.message : null),
      );
      if (heard !== null) wrong.push(`round ${round}: the client heard ${heard}`);
      await running.end('SIGKILL');
      rmSync(flag);
      running = await start();
      const before = await queue(running.url);
      if (before.length !== (when === 'after' ? round : round - 1)) {
        wrong.push(`round ${round}: killed ${when} the commit, and ${before.length} are stored`);
      }
      const first = await propose();
      const again = await propose();
      const names = (await queue(running.url)).map(({ model_name }) => model_name);
      if (first.change_id !== again.change_id || names.length !== round || new Set(names).size !== round) {
        wrong.push(`round ${round}: asked again, ${names.length} are stored: ${names.join(', ')}`);
      }
    }
  } finally {
    await running.end('SIGKILL');
    await identity.close();
    wrong.push(...(await wholeDatabase(join(directory, 'registry.db'))));
    rmSync(directory, { recursive: true, force: true });
  }
  return { rounds, wrong };
}
