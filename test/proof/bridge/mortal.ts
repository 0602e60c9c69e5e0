/** Thrown at every call of a process once it is killed. */
export class Killed extends Error {}

/** The end of the call at which a process is killed: not begun, or done and its answer lost. */
export type Death = 'before' | 'after';

export interface Mortal {
  /** Wraps an object so that its calls count. */
  watch<T extends object>(target: T, what: string): T;
  /** The calls, in order. */
  readonly calls: readonly string[];
}

/** Watches everything that one process calls, until it is killed: from then on nothing is done any more. */
export function mortal(dies: (call: string, index: number) => Death | null): Mortal {
  const calls: string[] = [];
  let dead = false;
  return {
    calls,
    watch: (target, what) =>
      new Proxy(target, {
        get: (object, key) => {
          const found = Reflect.get(object, key) as unknown;
          if (typeof found !== 'function') return found;
          return (...args: unknown[]) => {
            if (dead) throw new Killed();
            const call = `${what}.${String(key)}`;
            const death = dies(call, calls.push(call) - 1);
            if (death !== null) dead = true;
            if (death === 'before') throw new Killed();
            const result = (found as (...given: unknown[]) => unknown).apply(object, args);
            if (death === null) return result;
            return Promise.resolve(result).then(() => {
              throw new Killed();
            });
          };
        },
      }),
  };
}
