import type { IncomingMessage } from 'node:http';
import { limits } from './limits.ts';

/** Whether more of the body may still arrive. */
export function isUnread({ headers, complete, readableEnded, destroyed }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !complete && !readableEnded && !destroyed;
}

/**
 * Takes in and forgets the rest of a body that was refused. Many clients send all of a body before they look
 * for an answer: a connection that is closed before that shows them a broken pipe, and never the answer.
 * Resolves when all is there, and also when it is more, or slower, than a refused request is worth.
 */
export function takeRest(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(done, limits.unreadMs);
    message.on('data', count).once('end', done).once('close', done).once('error', done).resume();

    function count(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > limits.unreadBytes) done();
    }
    function done(): void {
      clearTimeout(timer);
      message.off('data', count).off('end', done).off('close', done);
      resolve();
    }
  });
}
