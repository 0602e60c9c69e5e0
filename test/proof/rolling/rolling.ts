/**
 * Two instances on one database behind a proxy with the configuration of `deploy/`, restarted in turn while
 * clients read, write and follow the feed through the proxy. No client repeats a request: every answer that is
 * not the wanted one counts as failed.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BehindProxy } from '../../clients/deployments/proxies.ts';
import { freePort } from '../../support/free-port.ts';
import { startIdentityServer } from '../../support/identity-server.ts';
import { importData, temporaryDirectory } from '../../support/service-process.ts';
import { Instance } from '../cluster/instance.ts';
import { observe } from '../crash/client.ts';
import { contradictions, History } from '../crash/history.ts';
import { FeedFollower } from './feed-follower.ts';
import { readTurns, writeTurn } from './traffic.ts';

export interface RollingOptions {
  readonly databaseUrl: string;
  readonly startProxy: (stack: AsyncDisposableStack, behind: BehindProxy) => Promise<string>;
  readonly restarts: number;
  /** The least numbers; traffic also lasts as long as the restarts do. */
  readonly writes: number;
  readonly reads: number;
  readonly onRestart: (restarts: number, result: Pick<RollingResult, 'writes' | 'reads' | 'failed'>) => void;
}

export interface RollingResult {
  writes: number;
  reads: number;
  /** Requests whose answer was not the wanted one. */
  readonly failed: string[];
  /** What contradicts the answers: a write that was lost or done twice, an event that followers missed. */
  readonly problems: string[];
  readonly restarts: number;
  /** How often each follower of the feed connected. */
  readonly connections: readonly number[];
}

const writers = 4;
const readers = 8;
const followers = 4;

export async function runRolling(options: RollingOptions): Promise<RollingResult> {
  await using stack = new AsyncDisposableStack();
  const directory = temporaryDirectory();
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const identity = await startIdentityServer();
  stack.defer(() => identity.close());
  // Caddy asks the instances before it sends them anything, and one that never had a model is not ready.
  await importData(sourceIn(directory), directory, { MODELREF_DATABASE_URL: options.databaseUrl });
  const instances: Instance[] = [];
  for (let i = 0; i < 2; i += 1) {
    const instance = new Instance(await freePort(), directory, {
      MODELREF_DATABASE_URL: options.databaseUrl,
      MODELREF_AUTH_URL: identity.url,
      MODELREF_TRUST_PROXY: '1',
      // As it is without the setting.
      MODELREF_STOP_DELAY_SECONDS: '5',
    });
    stack.defer(async () => void (await instance.kill()));
    await instance.start();
    instances.push(instance);
  }
  const [first, second] = instances as [Instance, Instance];
  const origin = await options.startProxy(stack, {
    'primary-a:19800': first.url,
    'primary-b:19800': second.url,
    // There is none: what a proxy could only get from it counts as failed.
    'replica:19800': `http://127.0.0.1:${await freePort()}`,
  });
  return await new Run(options, origin, [first, second]).run();
}

class Run {
  readonly #options: RollingOptions;
  readonly #origin: string;
  readonly #instances: readonly [Instance, Instance];
  readonly #history = new History();
  readonly #result = { writes: 0, reads: 0, failed: [] as string[], problems: [] as string[] };
  #restarting = true;

  constructor(options: RollingOptions, origin: string, instances: readonly [Instance, Instance]) {
    this.#options = options;
    this.#origin = origin;
    this.#instances = instances;
  }

  async run(): Promise<RollingResult> {
    await this.#write('first', 0);
    const following = Array.from({ length: followers }, () => new FeedFollower(this.#origin));
    await Promise.all(following.map((follower) => follower.connected()));
    const traffic = [
      ...Array.from({ length: writers }, (_, writer) => this.#writer(`w${writer}`)),
      ...Array.from({ length: readers }, (_, reader) => this.#reader(reader)),
    ];
    await this.#restartInTurn();
    this.#restarting = false;
    await Promise.all(traffic);
    const { databaseUrl, restarts } = this.#options;
    const { observed, problems } = await observe(this.#origin, databaseUrl);
    this.#result.problems.push(...problems, ...contradictions(this.#history, observed));
    this.#result.problems.push(...this.#unknown(observed.queue));
    this.#result.problems.push(...(await this.#missed(following)));
    return { ...this.#result, restarts, connections: following.map(({ connections }) => connections) };
  }

  async #restartInTurn(): Promise<void> {
    const { restarts, onRestart } = this.#options;
    for (let done = 0; done < restarts; done += 1) {
      const instance = this.#instances[done % 2] as Instance;
      const code = await instance.stop();
      if (code !== 0) this.#result.problems.push(`restart ${done + 1}: the instance ended with ${code}`);
      await instance.start();
      onRestart(done + 1, this.#result);
      // Caddy looks every two seconds which of them are ready; the other must not stop before that.
      await pause(3000);
    }
  }

  /** Proposes, approves and applies models of its own, one after the other. */
  async #writer(name: string): Promise<void> {
    for (let serial = 0; this.#restarting || this.#result.writes < this.#options.writes; serial += 1) {
      await this.#write(name, serial);
      await pause(50);
    }
  }

  async #write(writer: string, serial: number): Promise<void> {
    try {
      for await (const _ of writeTurn(this.#origin, this.#history, `${writer}/${serial}`)) {
        this.#result.writes += 1;
      }
    } catch (error) {
      this.#result.writes += 1;
      this.#result.failed.push(String(error));
    }
  }

  async #reader(reader: number): Promise<void> {
    for (let turn = reader; this.#restarting || this.#result.reads < this.#options.reads; turn += 1) {
      try {
        await readTurns[turn % readTurns.length]?.(this.#origin);
      } catch (error) {
        this.#result.failed.push(String(error));
      }
      this.#result.reads += 1;
      await pause(10);
    }
  }

  /** Changes in the queue of which no client was told. */
  #unknown(queue: readonly { readonly change_id: number; readonly model_name: string }[]): string[] {
    return queue
      .filter(({ change_id }) => !this.#history.changes.has(change_id))
      .map(
        ({ change_id, model_name }) => `change ${change_id} (${model_name}) is stored and was not answered`,
      );
  }

  async #missed(following: readonly FeedFollower[]): Promise<string[]> {
    // The first was applied before anybody followed.
    const applied = [...this.#history.changes.values()].filter(({ step }) => step === 'applied').slice(1);
    const found: string[] = [];
    for (const [index, follower] of following.entries()) {
      await follower.told(applied.length);
      follower.cut();
      const { names } = follower;
      const missing = applied.filter(({ model }) => !names.includes(model)).length;
      const twice = names.length - new Set(names).size;
      if (missing + twice > 0) {
        found.push(`follower ${index}: not told of ${missing} models, told twice of ${twice}`);
      }
    }
    return found;
  }
}

/** Writes files of references with one model, which is not of the category that clients write. */
function sourceIn(directory: string): string {
  const source = join(directory, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'blip.json'), JSON.stringify({ imported: { name: 'imported', type: 'blip' } }));
  return source;
}
