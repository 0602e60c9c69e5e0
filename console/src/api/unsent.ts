import { externalValue } from './external-value.ts';
import { session } from './session.ts';

/** What is typed and not sent yet, by place and session. */
const unsent = externalValue<ReadonlyMap<string, unknown>>(new Map());

/**
 * Gives what the caller has typed at a place and not sent, and a function that sets it; undefined: nothing. It
 * stays while the caller looks at other pages. What is typed without a key belongs to who then signs in.
 */
export function useUnsent<Typed>(
  place: string,
): [typed: Typed | undefined, set: (typed: Typed | undefined) => void] {
  const { id, key } = session.use();
  const own = key === null ? place : `${place}, ${id}`;
  const all = unsent.use() as ReadonlyMap<string, Typed>;
  const set = (typed: Typed | undefined) => {
    const next = new Map(unsent.get());
    for (const each of [place, own]) next.delete(each);
    if (typed !== undefined) next.set(own, typed);
    unsent.set(next);
  };
  return [all.get(own) ?? all.get(place), set];
}
