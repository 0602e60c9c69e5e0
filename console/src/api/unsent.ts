import { useEffect } from 'react';
import { useCaller } from './roles.ts';
import { session } from './session.ts';
import { storedList } from './stored-list.ts';

/** Input that a user typed at a place, such as a comment on a change, and did not send. */
interface Unsent {
  readonly place: string;
  /**
   * The id of the account that typed the input. Until the account of a key is known, the id of the session.
   * Null without a key.
   */
  readonly owner: string | null;
  readonly typed: unknown;
}

/** Largest number of stored inputs. A further one replaces the oldest. */
const maxUnsentWrites = 50;

function isUnsent(value: unknown): value is Unsent {
  const { place, owner, typed } = (value ?? {}) as Partial<Unsent>;
  return typeof place === 'string' && (owner === null || typeof owner === 'string') && typed !== undefined;
}

const keyOf = ({ place, owner }: Pick<Unsent, 'place' | 'owner'>) => JSON.stringify([place, owner]);
const unsent = storedList('modelref-unsent', maxUnsentWrites, isUnsent, keyOf, () => sessionStorage);

/**
 * Returns the owners whose input the caller sees. New input belongs to the first of them. Input typed without
 * a key belongs to the account that signs in next.
 */
function useOwners(): readonly [own: string | null, ...others: (string | null)[]] {
  const { id, key } = session.use();
  const { user } = useCaller();
  if (key === null) return [null];
  return user === null ? [id, null] : [user.user_id, id, null];
}

/**
 * Returns the caller's unsent input at a place (undefined if there is none), and a function that sets it. The
 * tab stores the input even if the caller visits other pages, reloads the page or signs out. No other account
 * sees it.
 */
export function useUnsent<Typed>(
  place: string,
): [typed: Typed | undefined, set: (typed: Typed | undefined) => void] {
  const owners = useOwners();
  const here = unsent.use().filter((each) => each.place === place);
  const found = owners.map((owner) => here.find((each) => each.owner === owner)).find(Boolean);
  const set = (typed: Typed | undefined) =>
    unsent.change((all) => {
      const others = all.filter((each) => each.place !== place || !owners.includes(each.owner));
      return typed === undefined
        ? others
        : [{ place, owner: owners[0], typed }, ...others].slice(0, maxUnsentWrites);
    });
  return [found?.typed as Typed | undefined, set];
}

/** Once the caller's account is known, assigns to it the input that was typed before. */
export function useClaimUnsent(): void {
  const { id } = session.use();
  const own = useCaller().user?.user_id;
  useEffect(() => {
    if (own === undefined) return;
    const isClaimed = ({ owner }: Unsent) => owner === id || owner === null;
    if (!unsent.get().some(isClaimed)) return;
    unsent.change((all) => {
      const claimed = all.filter(isClaimed).map((each) => ({ ...each, owner: own }));
      const places = new Set(claimed.map(({ place }) => place));
      return [
        ...claimed,
        ...all.filter((each) => !isClaimed(each) && !(each.owner === own && places.has(each.place))),
      ];
    });
  }, [id, own]);
}
