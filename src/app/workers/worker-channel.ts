import type { FromWorker, ToWorker } from './messages.ts';
import type { Channel } from './siblings.ts';

/** The way from this worker process to its supervisor. Keeps the process alive until it is disposed of. */
export function workerChannel(): Channel & Disposable & { readonly stopAsked: Promise<'stop'> } {
  const stop = Promise.withResolvers<'stop'>();
  const listeners: ((message: ToWorker) => void)[] = [];
  const send = (message: FromWorker): void => {
    // Without a supervisor there is nobody to tell, and this process is about to end.
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') stop.resolve('stop');
    if (message.kind === 'ping') send({ kind: 'pong' });
    for (const listener of listeners) listener(message);
  });
  return {
    send,
    onMessage: (listener) => {
      listeners.push(listener);
    },
    stopAsked: stop.promise,
    [Symbol.dispose]: () => process.channel?.unref(),
  };
}
