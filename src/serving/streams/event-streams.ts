import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';
import { EventStream } from './event-stream.ts';
import { StreamPlaces, type StreamPlacesOptions } from './stream-places.ts';

/** All open streams of this process. */
export interface EventStreams {
  /** @throws OutageError `overloaded` when as many are open as there may be, for this client or for all */
  assertRoom(request: FastifyRequest): void;
  /**
   * Answers with a stream; from here on the request is out of Fastify's hands.
   * @throws OutageError `overloaded`
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

/** The numbers are as in `limits`, which says what they mean. */
export interface StreamLimits extends Omit<StreamPlacesOptions, 'onRefusal'> {
  readonly streamBufferBytes: number;
  readonly streamBeatMs: number;
}

export function createEventStreams(
  metrics: Pick<Metrics, 'streams'>,
  { streamBufferBytes, streamBeatMs, ...places }: StreamLimits,
): EventStreams {
  const taken = new StreamPlaces({ ...places, onRefusal: metrics.streams.refused });
  const open = new Set<EventStream>();
  const beat = setInterval(() => {
    for (const stream of open) stream.beat();
  }, streamBeatMs);
  beat.unref();

  return {
    assertRoom: ({ ip }) => taken.assertRoom(ip),

    open(request, reply) {
      const giveBack = taken.take(request.ip);
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
        giveBack();
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
