import type { ToWorker } from './messages.ts';
import type { Channel } from './siblings.ts';

/** The way from this worker process to its supervisor. Keeps the process alive until it is disposed of. */
export function workerChannel(): Channel & Disposable & { readonly stopAsked: Promise<'stop'> } {
  const stop = Promise.withResolvers<'stop'>();
  const listeners: ((message: ToWorker) => void)[] = [];
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') stop.resolve('stop');
    for (const listener of listeners) listener(message);
  });
  return {
    send: (message) => {
      // Without a supervisor there is nobody to tell, and this process is about to end.
      if (process.connected) process.send?.(message, undefined, undefined, () => {});
    },
    onMessage: (listener) => {
      listeners.push(listener);
    },
    stopAsked: stop.promise,
    [Symbol.dispose]: () => process.channel?.unref(),
  };
}
