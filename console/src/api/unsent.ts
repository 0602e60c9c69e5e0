import { useEffect } from 'react';
import { useCaller } from './roles.ts';
import { session } from './session.ts';
import { storedList } from './stored-list.ts';

/** Input that a user typed at a place, such as a comment on a change, and did not send. */
interface UnsentInput {
  readonly place: string;
  /**
   * The id of the account that typed the input. Until the account of a key is known, the id of the session.
   * Null without a key.
   */
  readonly owner: string | null;
  readonly typed: unknown;
}

/** Maximum number of stored inputs. A further input replaces the oldest one. */
const maxUnsentInputs = 50;

function isUnsentInput(value: unknown): value is UnsentInput {
  const { place, owner, typed } = (value ?? {}) as Partial<UnsentInput>;
  return typeof place === 'string' && (owner === null || typeof owner === 'string') && typed !== undefined;
}

const keyOf = ({ place, owner }: Pick<UnsentInput, 'place' | 'owner'>) => JSON.stringify([place, owner]);
const unsentInputs = storedList(
  'modelref-unsent',
  maxUnsentInputs,
  isUnsentInput,
  keyOf,
  () => sessionStorage,
);

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
 * input is stored in the tab's session storage, so it survives visits to other pages, reloads and a sign-out.
 * It is not shown to other accounts.
 */
export function useUnsent<Typed>(
  place: string,
): [typed: Typed | undefined, set: (typed: Typed | undefined) => void] {
  const owners = useOwners();
  const inputsAtPlace = unsentInputs.use().filter((each) => each.place === place);
  const found = owners.map((owner) => inputsAtPlace.find((each) => each.owner === owner)).find(Boolean);
  const setTyped = (typed: Typed | undefined) =>
    unsentInputs.change((all) => {
      const otherInputs = all.filter((each) => each.place !== place || !owners.includes(each.owner));
      return typed === undefined
        ? otherInputs
        : [{ place, owner: owners[0], typed }, ...otherInputs].slice(0, maxUnsentInputs);
    });
  return [found?.typed as Typed | undefined, setTyped];
}

/** Once the caller's account is known, assigns to it the input that was typed before. */
export function useClaimUnsent(): void {
  const { id } = session.use();
  const ownId = useCaller().user?.user_id;
  useEffect(() => {
    if (ownId === undefined) return;
    const isClaimed = ({ owner }: UnsentInput) => owner === id || owner === null;
    if (!unsentInputs.get().some(isClaimed)) return;
    unsentInputs.change((all) => {
      const claimedInputs = all.filter(isClaimed).map((each) => ({ ...each, owner: ownId }));
      const places = new Set(claimedInputs.map(({ place }) => place));
      return [
        ...claimedInputs,
        ...all.filter((each) => !isClaimed(each) && !(each.owner === ownId && places.has(each.place))),
      ];
    });
  }, [id, ownId]);
}
