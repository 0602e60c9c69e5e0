import { setTimeout as pause } from 'node:timers/promises';
import { categoryNames } from '../../../src/records/categories/index.ts';
import { keys } from '../../support/identity-server.ts';
import { leastBody } from '../../support/least-bodies.ts';
import { Random } from '../abuse/random.ts';

const v2 = '/api/model_references/v2';

/** Milliseconds between the requests of one client: the load is steady, not as much as the machine gives. */
const readEveryMs = 15;
const writeEveryMs = 40;

interface Tally {
  reads: number;
  applied: number;
  streams: number;
  /** Answers with a status that the request cannot have, and requests without an answer. */
  readonly errors: string[];
}

/**
 * Readers of a primary and a replica, readers of the feed who come and go, and clients that propose, reject,
 * purge and apply: always over the same few names, so that what is live stays as much as it is.
 */
export class MixedLoad {
  readonly tally: Tally = { reads: 0, applied: 0, streams: 0, errors: [] };
  readonly #primary: string;
  readonly #replica: string;
  readonly #random: Random;
  readonly #lanes: Promise<void>[];
  #over = false;

  constructor(primary: string, replica: string, seed: number) {
    this.#primary = primary;
    this.#replica = replica;
    this.#random = new Random(seed);
    this.#lanes = [
      ...[primary, primary, replica, replica].map((url) => this.#lane(() => this.#read(url))),
      ...['a', 'b'].map((writer) => this.#writer(writer)),
      this.#lane(() => this.#wrongWrite()),
      this.#lane(() => this.#listen()),
    ];
  }

  /** Resolves when every request has been answered. */
  async stop(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#lanes);
  }

  async #lane(step: () => Promise<void>): Promise<void> {
    while (!this.#over) {
      try {
        await step();
      } catch (error) {
        this.tally.errors.push(String((error as Error).cause ?? error));
        await pause(1_000);
      }
    }
  }

  async #read(url: string): Promise<void> {
    const random = this.#random;
    const category = random.pick(categoryNames);
    const path = random.pick([
      `${v2}/${category}`,
      `${v2}/${category}`,
      `/api/model_references/v1/${category}`,
      `${v2}/${category}/model/a-${random.below(5)}`,
      `${v2}/${category}/search?name_contains=${random.pick(['a', 'b-1', 'zzz'])}`,
      `${v2}/search?limit=20&sort_by=name`,
      `/api/model_references/statistics/${category}/statistics`,
      '/api/heartbeat',
    ]);
    const headers = { 'accept-encoding': random.pick(['br', 'gzip', 'identity']) };
    const first = await this.#ask(url, 'GET', path, { headers, expect: [200, 404] });
    const etag = first.headers.get('etag');
    if (etag !== null)
      await this.#ask(url, 'GET', path, {
        headers: { ...headers, 'if-none-match': etag },
        expect: [200, 304, 404],
      });
    this.tally.reads += 2;
    await pause(readEveryMs);
  }

  /** Writes names that nobody else writes. */
  async #writer(writer: string): Promise<void> {
    const live = new Set<string>();
    await this.#lane(async () => {
      const category = this.#random.pick(['clip', 'image_generation', 'text_generation', 'lora']);
      const name = `${writer}-${this.#random.below(5)}`;
      await this.#write(category, name, live);
      await pause(writeEveryMs);
    });
  }

  async #write(category: string, name: string, live: Set<string>): Promise<void> {
    const key = `${category} ${name}`;
    const path = `${v2}/${category}/model/${name}`;
    const description = 'd'.repeat(this.#random.below(3_000));
    const record = { ...leastBody(category, name), description };
    const removes = live.has(key) && this.#random.chance(0.3);
    const [method, url] = removes
      ? ['DELETE', path]
      : live.has(key)
        ? ['PUT', path]
        : ['POST', `${v2}/${category}`];
    const id = await this.#propose(method as string, url as string, removes ? undefined : record);
    const kind = this.#random.next();
    if (kind < 0.1) {
      const body = { batch_title: 'refused', rejected_ids: [id], reject_reason: 'not now' };
      await this.#review('/batches', body);
    } else if (kind < 0.2) {
      await this.#review('/purge', { model_name: name, categories: [category] });
    } else {
      await this.#review('/batches', { batch_title: 'a batch', approved_ids: [id] });
      await this.#review('/apply', { change_ids: [id] });
      this.tally.applied += 1;
      if (removes) live.delete(key);
      else live.add(key);
    }
  }

  async #propose(method: string, path: string, body: unknown): Promise<number> {
    const answer = await this.#ask(this.#primary, method, path, { key: keys.requestor, body, expect: [202] });
    return (answer.body as { change_id: number }).change_id;
  }

  async #review(path: string, body: unknown): Promise<void> {
    await this.#ask(this.#primary, 'POST', `${v2}/pending_queue${path}`, {
      key: keys.approver,
      body,
      expect: [200],
    });
  }

  /** Sends a write that is refused: it must leave nothing behind either. */
  async #wrongWrite(): Promise<void> {
    const { pick } = this.#random;
    const key = pick.call(this.#random, [keys.requestor, keys.nobody, keys.unknown]) as string;
    const body = { name: 5, config: { download: Array(200).fill({ file_name: 7 }) } };
    await this.#ask(this.#primary, 'POST', `${v2}/clip`, { key, body, expect: [401, 422] });
    await this.#ask(this.#replica, 'POST', `${v2}/clip`, { key, body, expect: [503] });
    await pause(250);
  }

  /** A reader of the feed who goes away after a while, in the middle of whatever comes. */
  async #listen(): Promise<void> {
    const leave = AbortSignal.timeout(500 + this.#random.below(2_500));
    const url = this.#random.pick([this.#primary, this.#replica]);
    try {
      const response = await fetch(`${url}${v2}/feed/stream`, { signal: leave });
      if (response.status !== 200 && response.status !== 503)
        this.tally.errors.push(`feed/stream: ${response.status}`);
      for await (const chunk of response.body ?? []) if (chunk.length === 0) break;
    } catch (error) {
      if (!leave.aborted) throw error;
    }
    this.tally.streams += 1;
    await pause(200);
  }

  async #ask(
    origin: string,
    method: string,
    path: string,
    {
      key,
      body,
      headers = {},
      expect,
    }: { key?: string; body?: unknown; headers?: Record<string, string>; expect: number[] },
  ): Promise<{ headers: Headers; body: unknown }> {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...headers,
        ...(key !== undefined && { apikey: key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    if (!expect.includes(response.status)) {
      this.tally.errors.push(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
    }
    return { headers: response.headers, body: method === 'GET' || text === '' ? null : JSON.parse(text) };
  }
}
