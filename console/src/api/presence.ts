import { useEffect, useMemo } from 'react';
import type { ChangeViewer } from '#client';
import { registry } from './client.ts';
import { externalValue } from './external-value.ts';
import { apiBase } from './place.ts';
import { session } from './session.ts';

/**
 * Milliseconds. `first`: how long a change must be open before the page tells the service about it, so that
 * changes which the approver only pages through are not told. `next`: how often the page then tells it again.
 */
const pause = { first: 1_000, next: 20_000 };

const path = '/model_references/v2/pending_queue/changes/{change_id}/viewers';

/**
 * The changes that other approvers have open at the moment, and who has them open, as the service last
 * reported.
 */
const viewers = externalValue<readonly ChangeViewer[]>([]);

export function takeViewers(others: readonly ChangeViewer[]): void {
  viewers.set(others);
}

/** The names of the other approvers who have a change open, by change id. */
export function useViewers(): ReadonlyMap<number, readonly string[]> {
  const known = viewers.use();
  return useMemo(() => {
    const byChange = Map.groupBy(known, ({ change_id }) => change_id);
    return new Map([...byChange].map(([id, own]) => [id, own.map(({ username }) => username)]));
  }, [known]);
}

/** Tells the other approvers, while the page is visible, that the caller has the change open. */
export function useSayOpen(changeId: number | undefined): void {
  const { key } = session.use();
  useEffect(() => {
    if (changeId === undefined || key === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let saying: Promise<void> | null = null;
    const say = async () => {
      try {
        const { others } = await registry.request('put', path, { path: { change_id: changeId } });
        takeViewers([...viewers.get().filter(({ change_id }) => change_id !== changeId), ...others]);
      } catch {
        // A hint: nothing depends on it.
      }
    };
    const sayOn = () => {
      saying = say();
      timer = setTimeout(sayOn, pause.next);
    };
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(sayOn, pause.first);
    };
    const leave = () => {
      const address = apiBase + path.replace('{change_id}', String(changeId));
      void fetch(address, { method: 'DELETE', headers: { apikey: key }, keepalive: true }).catch(() => {});
    };
    const leavePage = () => saying && leave();
    look();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pagehide', leavePage);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', leavePage);
      // A sign under way must not arrive behind the goodbye.
      void saying?.then(leave);
    };
  }, [changeId, key]);
}
