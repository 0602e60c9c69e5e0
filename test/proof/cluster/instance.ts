import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { users } from '../../support/identity-server.ts';
import { releaseEnvironment, serviceEnvironment, untilReady } from '../../support/service-process.ts';

/** A process of the service that is ended and started again on the same port. */
export class Instance {
  readonly url: string;
  /** Counts its lives; null while it is down. */
  life: number | null = null;
  #lives = 0;
  readonly #firstTree: string | undefined;
  #child: ChildProcess | undefined;
  readonly #environments: Record<'first' | 'later', Record<string, string>>;

  /**
   * @param directory has the signing key that the instances of this tree share; 0.1.0 does not know the setting
   * @param firstTree the tree whose code its first life runs; later lives run this one. Default: this one
   */
  constructor(port: number, directory: string, environment: Record<string, string>, firstTree?: string) {
    this.#firstTree = firstTree;
    this.url = `http://127.0.0.1:${port}`;
    const settings = {
      MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
      MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
      MODELREF_LOG_LEVEL: 'fatal',
      MODELREF_ACCESS_LOG: 'off',
      ...environment,
    };
    const later = serviceEnvironment(directory, port, {
      MODELREF_AUDIT_SIGNING_KEY_FILE: join(directory, 'audit.key'),
      ...settings,
    });
    const first = firstTree === undefined ? later : releaseEnvironment(directory, port, settings);
    this.#environments = { first, later };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
      ...(this.#firstTree !== undefined && this.#lives === 0 && { cwd: this.#firstTree }),
      env: this.#environments[this.#lives === 0 ? 'first' : 'later'],
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#child = child;
    await untilReady(this.url, child, 120_000);
    this.#lives += 1;
    this.life = this.#lives;
  }

  kill(): Promise<number | null> {
    return this.#end('SIGKILL');
  }

  /** Stops as an operator does. @returns the exit code */
  stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.life = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
    return child.exitCode;
  }
}
