import { useEffect, useMemo } from 'react';
import type { ChangeViewer } from '#client';
import { registry } from './client.ts';
import { externalValue } from './external-value.ts';
import { apiBase } from './place.ts';
import { session } from './session.ts';

/**
 * Milliseconds that a change must be open before the page first tells the service about it (`first`), and
 * between two such messages (`next`). Because of `first`, the page sends nothing about changes that the
 * approver only pages through.
 */
const pause = { first: 1_000, next: 20_000 };

const path = '/model_references/v2/pending_queue/changes/{change_id}/viewers';

/**
 * The changes that other approvers have open, with the names of these approvers, as the service last reported
 * them.
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

/**
 * While the page is visible, keeps telling the service that the caller has this change open, so that the
 * other approvers see it. Does nothing without a change, or when nobody is signed in.
 */
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
