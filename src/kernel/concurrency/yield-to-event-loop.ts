const waiting: (() => void)[] = [];

/**
 * Resolves after everything that is ready to happen (arrived requests, finished I/O) has had its turn. Of
 * those who yield, one goes on in each turn of the event loop: however many long pieces of work are under
 * way, a request waits for a slice of one of them, not for a slice of each.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const next = waiting.shift();
  // One that is asked for in a turn of them comes in the next one, after I/O.
  if (waiting.length > 0) setImmediate(goOn);
  next?.();
}
