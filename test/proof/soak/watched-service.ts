import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { serviceEnvironment, untilReady } from '../../../bench/service.ts';
import { freePort } from '../../support/free-port.ts';
import type { Sample } from './slope.ts';

/**
 * A service process of which memory, descriptors and everything it complains of are kept. Needs Linux's
 * /proc.
 */
export class WatchedService {
  readonly url: string;
  /** Resident memory, in MiB. */
  readonly memory: Sample[] = [];
  /** Used JavaScript heap, in MiB, as the service's own metrics say. */
  readonly heap: Sample[] = [];
  /** Buffers and what else V8 knows of outside its heap, in MiB. */
  readonly external: Sample[] = [];
  /** Open files and sockets. */
  readonly descriptors: Sample[] = [];
  readonly #child: ChildProcess;
  readonly #complaints: string[] = [];
  #stopping = false;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
    child.once('exit', (code, signal) => {
      if (!this.#stopping) this.#complaints.push(`the process ended with ${code ?? signal}`);
    });
    // Unhandled rejections, warnings of leaking listeners and the like; log lines from `warn` on.
    for (const output of [child.stderr, child.stdout])
      output?.setEncoding('utf8').on('data', (text: string) => this.#complaints.push(...complaintsIn(text)));
  }

  static async start(directory: string, settings: Record<string, string>): Promise<WatchedService> {
    const port = await freePort();
    const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
      env: serviceEnvironment(directory, port, settings),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const service = new WatchedService(`http://127.0.0.1:${port}`, child);
    await untilReady(service.url, child, 60_000);
    return service;
  }

  /** Log lines from `warn` on, what was written to standard error, and an end that nobody asked for. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  async sample(at: number): Promise<void> {
    const { pid } = this.#child;
    if (this.#child.exitCode !== null) return;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    this.memory.push({ at, value: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024 });
    this.descriptors.push({ at, value: readdirSync(`/proc/${pid}/fd`).length });
    const metrics = await (await fetch(`${this.url}/metrics`)).text();
    const mebibytes = (name: string) =>
      Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 2 ** 20;
    this.heap.push({ at, value: mebibytes('modelref_nodejs_heap_size_used_bytes') });
    this.external.push({ at, value: mebibytes('modelref_nodejs_external_memory_bytes') });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#stopping = true;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await ended;
  }
}

/** What every service says at its start: what it is, and that it has no models yet. */
const saidAtStart =
  /^modelref \d|^ {2}(database|models|approvers|follows|listens) |has no models and never had any/;

function complaintsIn(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !saidAtStart.test(line));
}
