/** A service whose database files can be made to fail, and a client that remembers what it was told. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type IdentityServer, keys, startIdentityServer } from '../../support/identity-server.ts';
import { call, category, descriptions, observe, Refused } from './client.ts';
import { type FaultyIo, makeFaultyIo } from './faulty-io.ts';
import { contradictions, History } from './history.ts';
import {
  type BuiltService,
  buildService,
  type CommandEnd,
  type ServiceProcess,
  type StartOptions,
} from './service.ts';
import { wholeDatabase } from './whole-database.ts';

/** The service's answer: 200 for any success, and the `detail` of another answer. */
export interface Answer {
  readonly status: number;
  readonly detail?: unknown;
}

export class FaultRun implements AsyncDisposable {
  /** Holds the database. */
  readonly directory: string;
  readonly history = new History();
  /** The faults strike the database's files: nothing else that the process has open has this in its path. */
  readonly io: FaultyIo = makeFaultyIo('/registry.db');
  #service: BuiltService;
  #identity: IdentityServer;
  #running: ServiceProcess | undefined;
  #serial = 0;

  private constructor(directory: string, service: BuiltService, identity: IdentityServer) {
    this.directory = directory;
    this.#service = service;
    this.#identity = identity;
  }

  static async start(): Promise<FaultRun> {
    const directory = mkdtempSync(join(tmpdir(), 'modelref-faults-'));
    const run = new FaultRun(directory, await buildService(), await startIdentityServer());
    await run.restart();
    return run;
  }

  get url(): string {
    if (!this.#running) throw new Error('no service is running');
    return this.#running.url;
  }

  /** Ends the service, if it still runs, as a power cut would, and starts another on its files. */
  async restart(limits: Pick<StartOptions, 'descriptors'> = {}): Promise<void> {
    await this.#running?.end('SIGKILL');
    this.#running = await this.#service.start({
      directory: this.directory,
      authUrl: this.#identity.url,
      environment: this.io.environment,
      ...limits,
    });
  }

  /** Proposes to create a model; gives its change id, or what was answered instead. */
  async propose(): Promise<number | Answer> {
    const model = `model-${++this.#serial}`;
    const marker = `written by ${this.#serial}`;
    const jobId = `job-${this.#serial}`;
    const { answer, body: change } = await this.#ask('POST', category, keys.requestor, {
      name: model,
      description: marker,
    });
    if (answer.status !== 200) return answer;
    const changeId = (change as { change_id: number }).change_id;
    this.history.proposed({ changeId, model, operation: 'create', marker, jobId });
    return changeId;
  }

  async approve(changeId: number): Promise<Answer> {
    const body = { batch_title: 'a batch', approved_ids: [changeId] };
    return this.#step(changeId, 'approved', 'pending_queue/batches', body);
  }

  async apply(changeId: number): Promise<Answer> {
    const body = { change_ids: [changeId], job_id: this.history.changes.get(changeId)?.jobId };
    return this.#step(changeId, 'applied', 'pending_queue/apply', body);
  }

  /** Both views of the category. */
  async views(): Promise<{ v2: string[]; v1: string[] }> {
    const [v2, v1] = await Promise.all(
      ['v2', 'v1'].map((version) => descriptions(`${this.url}/api/model_references/${version}/${category}`)),
    );
    return { v2: [...(v2?.keys() ?? [])], v1: [...(v1?.keys() ?? [])] };
  }

  /** Returns what the running service shows that contradicts what it acknowledged. */
  async contradictions(): Promise<string[]> {
    const { observed, problems } = await observe(this.url, `sqlite:${join(this.directory, 'registry.db')}`);
    return [...problems, ...contradictions(this.history, observed)];
  }

  /** Starts again on the same files; gives how that ended. */
  startAgain(): Promise<CommandEnd> {
    return this.#service.command(this.directory, ['serve'], this.io.environment);
  }

  /** Ends the service as a power cut would, and looks at its files. */
  async problemsOfFiles(): Promise<string[]> {
    await this.#running?.end('SIGKILL');
    return wholeDatabase(join(this.directory, 'registry.db'));
  }

  async #step(changeId: number, step: 'approved' | 'applied', path: string, body: object): Promise<Answer> {
    const { answer } = await this.#ask('POST', path, keys.approver, body);
    if (answer.status === 200) this.history.reached(changeId, step);
    return answer;
  }

  async #ask(
    method: string,
    path: string,
    key: string,
    body?: object,
  ): Promise<{ answer: Answer; body?: unknown }> {
    const url = `${this.url}/api/model_references/v2/${path}`;
    try {
      return { answer: { status: 200 }, body: await call(method, url, key, body) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { answer: { status: error.status, detail: error.detail } };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.end('SIGKILL');
    await this.#identity.close();
    this.#service[Symbol.dispose]();
    this.io[Symbol.dispose]();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
