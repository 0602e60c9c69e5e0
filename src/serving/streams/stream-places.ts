import { OutageError } from '../../kernel/errors.ts';
import { clientShare } from '../requests/client-share.ts';

export interface StreamPlacesOptions {
  /** For all clients together. */
  readonly streams: number;
  /** For one client: see `clientShare`. */
  readonly streamsPerClient: number;
  /** For replicas, besides. */
  readonly replicaStreams: number;
  readonly isReplica: (address: string) => boolean;
  /** Is told of each refusal, for numbers. */
  readonly onRefusal: (reason: RefusedStream) => void;
}

/** Which places were all taken. */
export type RefusedStream = 'all' | 'client' | 'replicas';

/** The places for open streams. No client can take those of the others, and no clients those of replicas. */
export class StreamPlaces {
  readonly #options: StreamPlacesOptions;
  readonly #byClient = new Map<string, number>();
  #clients = 0;
  #replicas = 0;

  constructor(options: StreamPlacesOptions) {
    this.#options = options;
  }

  /** @throws OutageError `overloaded` when there is none for a client of this address */
  assertRoom(address: string): void {
    const { streams, streamsPerClient, replicaStreams, isReplica } = this.#options;
    if (isReplica(address)) {
      if (this.#replicas >= replicaStreams) this.#refuse('replicas', `${replicaStreams} streams of replicas`);
      return;
    }
    if (this.#clients >= streams) this.#refuse('all', `${streams} streams`);
    if ((this.#byClient.get(clientShare(address)) ?? 0) < streamsPerClient) return;
    this.#refuse('client', `${streamsPerClient} streams from your address`);
  }

  /**
   * Takes a place.
   * @returns what gives it back; to be called once
   * @throws OutageError `overloaded`
   */
  take(address: string): () => void {
    this.assertRoom(address);
    if (this.#options.isReplica(address)) {
      this.#replicas += 1;
      return () => {
        this.#replicas -= 1;
      };
    }
    const client = clientShare(address);
    this.#clients += 1;
    this.#byClient.set(client, (this.#byClient.get(client) ?? 0) + 1);
    return () => {
      this.#clients -= 1;
      const left = (this.#byClient.get(client) ?? 0) - 1;
      if (left > 0) this.#byClient.set(client, left);
      else this.#byClient.delete(client);
    };
  }

  #refuse(reason: RefusedStream, open: string): never {
    this.#options.onRefusal(reason);
    throw new OutageError(
      'overloaded',
      `${open} are open, as many as this process serves. Read the feed by pages, or come back later.`,
      { headers: { 'retry-after': '10' } },
    );
  }
}
