import type { FastifyReply, FastifyRequest } from 'fastify';
import { RegistryError } from '../../registry/errors.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { limits } from '../requests/limits.ts';
import { EventStream } from './event-stream.ts';

/** All open streams of this process. */
export interface EventStreams {
  /** @throws RegistryError `overloaded` when as many are open as there may be */
  assertRoom(): void;
  /**
   * Answers with a stream; from here on the request is out of Fastify's hands.
   * @throws RegistryError `overloaded`
   */
  open(request: FastifyRequest, reply: FastifyReply): EventStream;
  /** Ends all of them; their clients connect again elsewhere. */
  close(): void;
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  // Proxies that collect answers before they pass them on would hold events back.
  'x-accel-buffering': 'no',
};

/** As in `limits`, which says what they mean. */
export type StreamLimits = Readonly<Record<'streams' | 'streamBufferBytes' | 'streamBeatMs', number>>;

export function createEventStreams(
  metrics: Pick<Metrics, 'streams'>,
  { streams, streamBufferBytes, streamBeatMs }: StreamLimits = limits,
): EventStreams {
  const open = new Set<EventStream>();
  const beat = setInterval(() => {
    for (const stream of open) stream.beat();
  }, streamBeatMs);
  beat.unref();

  const assertRoom = (): void => {
    if (open.size < streams) return;
    throw new RegistryError(
      'overloaded',
      `${streams} streams are open, as many as this process serves. Read the feed by pages, or come back later.`,
      { headers: { 'retry-after': '10' } },
    );
  };

  return {
    assertRoom,

    open(request, reply) {
      assertRoom();
      reply.hijack();
      const { raw } = reply;
      // What hooks have set, CORS for one, is not sent by itself any more.
      for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) {
        if (value !== undefined) raw.setHeader(name, value);
      }
      // A stream ends only with its connection: nothing comes after it.
      raw.shouldKeepAlive = false;
      raw.flushHeaders();
      const stream = new EventStream(raw, streamBufferBytes, metrics.streams.dropped);
      open.add(stream);
      metrics.streams.open(open.size);
      raw.once('close', () => {
        open.delete(stream);
        metrics.streams.open(open.size);
      });
      request.socket.setNoDelay(true);
      return stream;
    },

    close() {
      clearInterval(beat);
      for (const stream of open) stream.close();
    },
  };
}
