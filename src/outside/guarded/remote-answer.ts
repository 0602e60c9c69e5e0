import { type RemoteAnswer, RemoteFailure } from '../remote-files.ts';

export interface AnswerParts extends Pick<RemoteAnswer, 'status' | 'headers' | 'redirects' | 'url'> {
  readonly body: AsyncIterable<Uint8Array> & { destroy(): unknown };
  readonly maxBytes: number;
  /** Says what went wrong while reading. */
  readonly failure: (error: unknown) => RemoteFailure;
  /** Called when nothing more is read; more than once does no harm. */
  readonly done: () => void;
}

export function remoteAnswer({ body, maxBytes, failure, done, ...head }: AnswerParts): RemoteAnswer {
  const bounded = boundedBody(body, head.headers['content-encoding'], { maxBytes, failure, done });
  return {
    ...head,
    body: bounded,
    bytes: () => firstBytes(bounded, Number.POSITIVE_INFINITY),
    first: (count) => firstBytes(bounded, count),
    [Symbol.asyncDispose]: async () => {
      body.destroy();
      done();
    },
  };
}

/** A body that ends in a failure when it is longer than agreed. */
async function* boundedBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  { maxBytes, failure, done }: Pick<AnswerParts, 'maxBytes' | 'failure' | 'done'>,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  try {
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      // Not inflated: a few bytes could become any number of them.
      throw new RemoteFailure(
        'unreachable',
        `It was sent in ${encoding.slice(0, 40)}, and not as asked for.`,
      );
    }
    for await (const chunk of body) {
      read += chunk.length;
      if (read <= maxBytes) {
        yield chunk;
        continue;
      }
      const within = chunk.length - (read - maxBytes);
      if (within > 0) yield chunk.subarray(0, within);
      throw new RemoteFailure('too_large', `More than ${maxBytes} bytes were sent.`);
    }
  } catch (error) {
    throw failure(error);
  } finally {
    done();
  }
}

/** The first bytes of a body, or all of it. Leaves the rest unread. */
async function firstBytes(body: AsyncIterable<Uint8Array>, count: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let left = count;
  for await (const chunk of body) {
    const wanted = chunk.subarray(0, left);
    chunks.push(wanted);
    left -= wanted.length;
    if (left <= 0) break;
  }
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
