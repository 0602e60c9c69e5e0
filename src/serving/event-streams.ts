import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OutageError } from '../kernel/errors.ts';
import type { Metrics } from './metrics/metrics.ts';
import { getClientKey } from './requests/client-address.ts';

/** Opens event streams and tracks all open ones of this process. */
export type EventStreams = ReturnType<typeof createEventStreams>;

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // Proxies that buffer responses would delay events.
  'x-accel-buffering': 'no',
};

/** Limits of event streams; `limits` documents most of them. */
export interface StreamLimits extends Omit<StreamLimiterOptions, 'onRefusal'> {
  readonly streamBufferBytes: number;
  readonly streamBeatMs: number;
}

export function createEventStreams(
  metrics: Pick<Metrics, 'streams'>,
  { streamBufferBytes, streamBeatMs, ...limits }: StreamLimits,
) {
  const limiter = new StreamLimiter({ ...limits, onRefusal: metrics.streams.refused });
  const openStreams = new Set<EventStream>();
  let isClosed = false;
  const assertOpen = () => {
    if (!isClosed) return;
    throw new OutageError(
      'overloaded',
      'This instance is stopping. Try another instance, or try again later.',
      {
        headers: { 'retry-after': '1' },
      },
    );
  };
  const heartbeatTimer = setInterval(() => {
    for (const stream of openStreams) stream.sendHeartbeat();
  }, streamBeatMs);
  heartbeatTimer.unref();

  return {
    /**
     * Checks that this client may open a stream now.
     *
     * @throws OutageError `overloaded` when a limit is reached, and after `close`
     */
    assertCapacity({ ip }: Pick<FastifyRequest, 'ip'>): void {
      assertOpen();
      limiter.assertCapacity(ip);
    },

    /**
     * Responds to a request with an event stream. From then on Fastify does not handle the request. If the
     * client has already disconnected, the stream is closed and not counted.
     * @throws OutageError `overloaded` in the same cases as `assertCapacity`
     */
    open(request: FastifyRequest, reply: FastifyReply): EventStream {
      assertOpen();
      const { raw } = reply;
      // The `close` event of the response was already emitted, so it would never free the slot.
      if (raw.destroyed) {
        reply.hijack();
        return new EventStream(raw, streamBufferBytes, metrics.streams.dropped);
      }
      const releaseSlot = limiter.reserve(request.ip);
      reply.hijack();
      // Headers set by hooks, such as CORS, are not sent automatically on the raw response.
      for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) {
        if (value !== undefined) raw.setHeader(name, value);
      }
      // A stream ends with its connection, so keep-alive is off.
      raw.shouldKeepAlive = false;
      raw.flushHeaders();
      const stream = new EventStream(raw, streamBufferBytes, metrics.streams.dropped);
      openStreams.add(stream);
      metrics.streams.open(openStreams.size);
      raw.once('close', () => {
        openStreams.delete(stream);
        releaseSlot();
        metrics.streams.open(openStreams.size);
      });
      request.socket.setNoDelay(true);
      return stream;
    },

    /**
     * Closes all streams and opens no more, because this instance is stopping. The clients reconnect to other
     * instances.
     */
    close() {
      isClosed = true;
      clearInterval(heartbeatTimer);
      for (const stream of openStreams) stream.close();
    },
  };
}

/** Time after which a client reconnects when its stream has ended. */
const retryMs = 2_000;

const heartbeat = Buffer.from(':\n\n');

/**
 * An open stream. Events are buffered until the client reads them; if the buffer exceeds its limit, the
 * client is disconnected.
 */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #bufferBytes: number;
  readonly #onDrop: () => void;
  /**
   * Whether the client has read everything that was buffered at the last heartbeat. If it has not done so by the
   * next heartbeat, it is disconnected.
   */
  #hasKeptUp = true;

  /**
   * @param bufferBytes number of bytes that may be buffered for the client, beyond the sockets' own buffers
   */
  constructor(response: ServerResponse, bufferBytes: number, onDrop: () => void) {
    this.#response = response;
    this.#bufferBytes = bufferBytes;
    this.#onDrop = onDrop;
    response.on('drain', () => {
      this.#hasKeptUp = true;
    });
  }

  get closed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /**
   * Begins the stream. Sends `cursor`, if specified, as an event id, so that a client that loses the
   * connection before the first event resumes from there.
   */
  begin(cursor?: string): void {
    const idLine = cursor === undefined ? '' : `id: ${cursor}\n`;
    this.#write(Buffer.from(`retry: ${retryMs}\n${idLine}\n`));
  }

  send({ bytes }: { readonly bytes: Buffer }): void {
    this.#write(bytes);
  }

  /** Resolves when the send buffer is empty, or the stream has closed. */
  async waitForRoom(): Promise<void> {
    if (this.closed || !this.#response.writableNeedDrain) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#response.once('drain', resolve).once('close', resolve);
    await promise;
    this.#response.off('drain', resolve).off('close', resolve);
  }

  /**
   * Sends a heartbeat, so that the connection does not look idle. Disconnects a client that was behind at the
   * last heartbeat and has not caught up since.
   */
  sendHeartbeat(): void {
    const isBehind = this.#response.writableNeedDrain;
    if (isBehind && !this.#hasKeptUp) this.#drop();
    else this.#write(heartbeat);
    this.#hasKeptUp = !isBehind;
  }

  /** Ends the stream after the client has received everything sent so far. */
  close(): void {
    this.#response.end();
  }

  #write(bytes: Buffer): void {
    if (this.closed) return;
    // All streams share the buffers of the events, so a slow client only adds references to them.
    if (this.#response.writableLength > this.#bufferBytes) this.#drop();
    else this.#response.write(bytes);
  }

  #drop(): void {
    this.#onDrop();
    this.#response.destroy();
  }
}

interface StreamLimiterOptions {
  /** Maximum number of streams of all clients together. */
  readonly streams: number;
  /** Maximum number of streams per client; `getClientKey` defines which addresses are one client. */
  readonly streamsPerClient: number;
  /** Called at each refusal, for metrics. */
  readonly onRefusal: (reason: ReachedLimit) => void;
}

/** The limit that a refused stream would exceed: of all clients, or of one client. */
type ReachedLimit = 'all' | 'client';

/** Counts open streams against two limits: of all clients, and of each client. */
class StreamLimiter {
  readonly #options: StreamLimiterOptions;
  readonly #byClient = new Map<string, number>();
  #clients = 0;

  constructor(options: StreamLimiterOptions) {
    this.#options = options;
  }

  /**
   * Checks that a client of this address may open a stream.
   *
   * @throws OutageError `overloaded` when a limit is reached
   */
  assertCapacity(address: string): void {
    const { streams, streamsPerClient } = this.#options;
    if (this.#clients >= streams) this.#refuse('all', `${streams} streams`);
    if ((this.#byClient.get(getClientKey(address)) ?? 0) < streamsPerClient) return;
    this.#refuse('client', `${streamsPerClient} streams from your address`);
  }

  /**
   * Counts a stream of a client at this address.
   *
   * @returns a function that releases it; call it once
   * @throws OutageError `overloaded` when a limit is reached
   */
  reserve(address: string): () => void {
    this.assertCapacity(address);
    const client = getClientKey(address);
    this.#clients += 1;
    this.#byClient.set(client, (this.#byClient.get(client) ?? 0) + 1);
    return () => {
      this.#clients -= 1;
      const streamsOfClient = (this.#byClient.get(client) ?? 0) - 1;
      if (streamsOfClient > 0) this.#byClient.set(client, streamsOfClient);
      else this.#byClient.delete(client);
    };
  }

  #refuse(reason: ReachedLimit, openStreamsText: string): never {
    this.#options.onRefusal(reason);
    throw new OutageError(
      'overloaded',
      `${openStreamsText} are already open, the maximum of this process. Read the feed by pages, or try again later.`,
      { headers: { 'retry-after': '10' } },
    );
  }
}
