import type { BridgedRepository } from './bridged-repository.ts';

/** Another instance syncs now: this one has stopped where it was. */
export class TakenOver extends Error {
  constructor() {
    super('another instance has taken the bridge over: it goes on from here');
    this.name = 'TakenOver';
  }
}

/**
 * A repository that is asked only while this instance is the one that syncs: before every call and after it, so
 * that a lease is renewed however long a sync takes, and neither git nor what git said is used once it is lost.
 * All methods raise TakenOver.
 *
 * @param held renews the lease in time; false when it is another one's
 */
export function heldRepository(
  repository: BridgedRepository,
  held: () => Promise<boolean>,
): BridgedRepository {
  const { content, pulls } = repository;
  const check = async () => {
    if (!(await held())) throw new TakenOver();
  };
  return { ...repository, content: checked(content, check), pulls: pulls && checked(pulls, check) };
}

/** For objects all of whose members are methods that give promises. */
function checked<T extends object>(target: T, check: () => Promise<void>): T {
  return new Proxy(target, {
    get: (of, name) => {
      const method: unknown = Reflect.get(of, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        await check();
        const answer: unknown = await method.apply(of, args);
        await check();
        return answer;
      };
    },
  });
}
