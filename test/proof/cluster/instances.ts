/**
 * Several instances on one database under mixed traffic, one of them killed and started again every few
 * seconds. Clients remember every answer; in the end nothing that was acknowledged may be lost and nothing
 * done twice, the audit chain has to hold, and every instance has to serve the same bytes.
 */
import { rmSync } from 'node:fs';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { categoryNames } from '../../support/categories.ts';
import { freePort } from '../../support/free-port.ts';
import { keys, startIdentityServer } from '../../support/identity-server.ts';
import { temporaryDirectory } from '../../support/service-process.ts';
import { call, category, descriptions, observe } from '../crash/client.ts';
import { contradictions, History, type Operation } from '../crash/history.ts';
import { Instance } from './instance.ts';

export interface InstancesOptions {
  databaseUrl: string;
  instances: number;
  clients: number;
  seconds: number;
  killEverySeconds: number;
  /** The least number of kills; the run goes on longer than `seconds` for them. */
  leastKills?: number;
  /**
   * The tree whose code the first lives of all instances run; later lives run this one. Default: this one.
   */
  firstTree?: string;
  onKill?: (kills: number, applied: number) => void;
}

export interface InstancesResult {
  kills: number;
  acknowledged: number;
  applied: number;
  /** Requests that had to be repeated because their instance was killed. */
  repeated: number;
  problems: string[];
  /** Milliseconds from an apply's answer to the moment when the last instance served it, ascending. */
  visible: number[];
}

const v2 = '/api/model_references/v2';

/** A failing answer, as against no answer. */
class Refused extends Error {}

export async function runInstances(options: InstancesOptions): Promise<InstancesResult> {
  const identity = await startIdentityServer();
  const directory = temporaryDirectory();
  const instances: Instance[] = [];
  try {
    for (let i = 0; i < options.instances; i += 1) {
      const instance = new Instance(
        await freePort(),
        directory,
        { MODELREF_DATABASE_URL: options.databaseUrl, MODELREF_AUTH_URL: identity.url },
        options.firstTree,
      );
      instances.push(instance);
      await instance.start();
    }
    return await new Run(options, instances).run();
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()));
    await identity.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

class Run {
  readonly #options: InstancesOptions;
  readonly #instances: readonly Instance[];
  readonly #history = new History();
  readonly #visible: number[] = [];
  readonly #problems: string[] = [];
  #applied = 0;
  #repeated = 0;
  #serial = 0;
  #over = false;

  constructor(options: InstancesOptions, instances: readonly Instance[]) {
    this.#options = options;
    this.#instances = instances;
  }

  async run(): Promise<InstancesResult> {
    const { clients, databaseUrl } = this.#options;
    const traffic = Array.from({ length: clients }, (_, client) => this.#client(`c${client}`));
    const kills = await this.#killInTurn();
    this.#over = true;
    await Promise.all(traffic);
    if (kills === 0 || this.#applied === 0)
      this.#problems.push(`${kills} kills, ${this.#applied} applied: nothing is shown`);
    this.#problems.push(...(await this.#differences()));
    const { url } = this.#instances[0] as Instance;
    const { observed, problems } = await observe(url, databaseUrl);
    this.#problems.push(...problems, ...contradictions(this.#history, observed));
    return {
      kills,
      acknowledged: this.#history.acknowledged,
      applied: this.#applied,
      repeated: this.#repeated,
      problems: this.#problems,
      visible: this.#visible.sort((a, b) => a - b),
    };
  }

  async #killInTurn(): Promise<number> {
    const { seconds, killEverySeconds, leastKills = 0, onKill } = this.#options;
    const began = performance.now();
    const end = began + seconds * 1000;
    let kills = 0;
    for (;;) {
      const next = began + (kills + 1) * killEverySeconds * 1000;
      await pause(Math.max(0, Math.min(next, end) - performance.now()));
      if (performance.now() >= end && kills >= leastKills) return kills;
      const victim = this.#instances[kills % this.#instances.length] as Instance;
      await victim.kill();
      kills += 1;
      onKill?.(kills, this.#applied);
      await victim.start();
    }
  }

  /** Proposes, approves and applies writes of models of its own, over whichever instance is up. */
  async #client(name: string): Promise<void> {
    const live = new Map<string, string>();
    while (!this.#over) {
      try {
        await this.#cycle(name, live);
      } catch {
        // What could not be heard may or may not have happened: look again what there is.
        await this.#relearn(name, live);
      }
    }
  }

  async #cycle(client: string, live: Map<string, string>): Promise<void> {
    this.#serial += 1;
    const serial = this.#serial;
    const model = `${client}/model-${serial % 7}`;
    const marker = `written by ${serial}`;
    const operation: Operation = live.has(model) ? (serial % 5 === 0 ? 'delete' : 'update') : 'create';
    const path = `${v2}/${category}/model/${encodeURIComponent(model)}`;
    const body = { name: model, description: marker };
    const [method, where, sent] = {
      create: ['POST', `${v2}/${category}`, body] as const,
      update: ['PUT', path, body] as const,
      delete: ['DELETE', path, undefined] as const,
    }[operation];
    const { change_id: changeId } = (await this.#once(method, where, keys.requestor, sent)) as {
      change_id: number;
    };
    const jobId = `job-${serial}`;
    this.#history.proposed({ changeId, model, operation, marker, jobId });
    const batch = { batch_title: `batch of ${client}`, approved_ids: [changeId] };
    await this.#once('POST', `${v2}/pending_queue/batches`, keys.approver, batch);
    this.#history.reached(changeId, 'approved');
    await this.#applyUntilAnswered(changeId, jobId);
    this.#history.reached(changeId, 'applied');
    this.#applied += 1;
    if (operation === 'delete') live.delete(model);
    else live.set(model, marker);
    if (operation !== 'delete' && serial % 4 === 0) await this.#untilEverywhere(path, marker);
  }

  /** Repeats the call with the same job id at other instances, as a client may, until one has answered. */
  async #applyUntilAnswered(changeId: number, jobId: string): Promise<void> {
    const body = { change_ids: [changeId], job_id: jobId };
    for (;;) {
      try {
        const answer = await this.#once('POST', `${v2}/pending_queue/apply`, keys.approver, body);
        const { applied_change_ids: ids } = answer as { applied_change_ids: number[] };
        if (ids.length !== 1 || ids[0] !== changeId)
          this.#problems.push(`apply of ${changeId} answered ${ids}`);
        return;
      } catch (error) {
        if (error instanceof Refused) {
          this.#problems.push(`apply of ${changeId}: ${error.message}`);
          throw error;
        }
        this.#repeated += 1;
      }
    }
  }

  /** Measures how long the other instances take to show a write that has just been answered. */
  async #untilEverywhere(path: string, marker: string): Promise<void> {
    const answered = performance.now();
    const deadline = answered + 10_000;
    const watched = this.#instances.map((instance) => ({ instance, life: instance.life }));
    const waits = watched.map(async ({ instance, life }) => {
      while (life !== null && instance.life === life && performance.now() < deadline) {
        try {
          const record = (await call('GET', instance.url + path, '')) as { description?: string };
          if (record.description === marker) return performance.now() - answered;
        } catch {
          // Not there yet, or killed.
        }
        await turn();
      }
      if (life !== null && instance.life === life) this.#problems.push(`${path} was not shown within 10 s`);
      return null;
    });
    const seen = await Promise.all(waits);
    // Of an instance that was killed meanwhile nothing can be said.
    if (seen.every((ms) => ms !== null)) this.#visible.push(Math.max(...seen));
  }

  async #relearn(client: string, live: Map<string, string>): Promise<void> {
    const up = this.#anyUp();
    if (!up) return pause(20);
    const shown = await descriptions(`${up.url}${v2}/${category}`).catch(() => null);
    if (!shown) return pause(20);
    live.clear();
    for (const [name, description = ''] of shown) {
      if (name.startsWith(`${client}/`)) live.set(name, description);
    }
  }

  /** One request to one instance. @throws Refused when it was answered with an error */
  async #once(method: string, path: string, key: string, body?: unknown): Promise<unknown> {
    let up = this.#anyUp();
    for (; !up; up = this.#anyUp()) await pause(10);
    try {
      return await call(method, up.url + path, key, body);
    } catch (error) {
      const { message } = error as Error;
      // An instance whose database connection is lost says so; that may be repeated, like no answer at all.
      if (/: 4\d\d /.test(message)) throw new Refused(message);
      throw error;
    }
  }

  #anyUp(): Instance | undefined {
    const up = this.#instances.filter(({ life }) => life !== null);
    return up[Math.floor(Math.random() * up.length)];
  }

  /**
   * Returns what differs between the instances once they have had the time the contract allows; empty when they
   * serve the same.
   */
  async #differences(): Promise<string[]> {
    const deadline = performance.now() + 60_000;
    for (;;) {
      const found: string[] = [];
      for (const name of categoryNames) {
        for (const version of ['v2', 'v1']) {
          const path = `/api/model_references/${version}/${name}`;
          const etags = await Promise.all(
            this.#instances.map(async ({ url }) => (await fetch(url + path)).headers.get('etag')),
          );
          if (new Set(etags).size > 1) found.push(`${path} has the ETags ${etags.join(', ')}`);
        }
      }
      if (found.length === 0 || performance.now() > deadline) return found;
      await pause(100);
    }
  }
}

/** The value below which this share of them lies; NaN of none. */
export function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN;
}
