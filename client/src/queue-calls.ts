import type { Sent } from './connection.ts';
import { pathWith } from './paths.ts';
import type { CallOptions } from './typed-paths.ts';

export interface Sender {
  send<T>(method: string, path: string, sent?: Sent): Promise<T>;
}

export interface VersionOptions extends CallOptions {
  /** The version that is meant: when there is a newer one, nothing is done. */
  readonly version?: number;
}

/** Calls of the review queue, by their paths below it. */
export class QueueCalls {
  protected readonly client: Sender;

  constructor(client: Sender) {
    this.client = client;
  }

  protected send<T>(method: string, path: string, sent: Sent): Promise<T> {
    return this.client.send(method, `/model_references/v2/pending_queue${path}`, sent);
  }

  protected get<T>(path: string, query: object, options?: CallOptions): Promise<T> {
    return this.send('GET', pathWith(path, undefined, query), { ...options });
  }

  protected post<T>(path: string, sent: Sent): Promise<T> {
    return this.send('POST', path, sent);
  }
}
