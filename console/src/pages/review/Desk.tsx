import { notifications } from '@mantine/notifications';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  mostSelected,
  type QueueFilter,
  useChange,
  useChangeDiff,
  useRefusals,
  useWholeQueue,
} from '../../api/queue.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import type { RiskLevel } from '../../api/types.ts';
import layout from '../../parts/layout.module.css';
import { useShortcut } from '../../parts/Shortcuts.tsx';
import { toggled } from '../../parts/selected-range.ts';
import { ChangeDetail } from './ChangeDetail.tsx';
import { ChangeRow } from './ChangeRow.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { DeskTools } from './DeskTools.tsx';
import { decisionAbout, type OpenDecision } from './decision.ts';
import { useFileSummaries } from './file-summaries.ts';
import classes from './review.module.css';
import { useSeen } from './use-seen.ts';

interface Props {
  /** The changes on the current page of the list. */
  readonly items: readonly ReviewedChange[];
  /** The filters and the order of the list; they apply to all pages of the list. */
  readonly filter: QueueFilter;
  /**
   * True while the list still shows the changes of the previous filters or the previous page, because the new
   * ones are loading. Approvers cannot decide about these changes.
   */
  readonly isPrevious: boolean;
  /** The number of changes on all pages. */
  readonly total: number;
  /** Shown in place of the list when it is empty. An open change and an open decision dialog stay visible. */
  readonly empty: ReactNode;
  readonly open: number | undefined;
  readonly onOpen: (changeId: number | undefined) => void;
}

/**
 * The change that keyboard shortcuts act on. `at` is its position in the list: if the change leaves the list,
 * `j` and `k` continue from there.
 */
interface Cursor {
  readonly changeId: number | undefined;
  readonly at: number;
}

const isPending = ({ status }: ReviewedChange) => status === 'pending';
/**
 * Gives the key by which the selection remembers a change: its id and its version. When a change gets a new
 * version, it is therefore no longer selected.
 */
const seenAs = ({ change_id, version = 1 }: ReviewedChange) => `${change_id} in version ${version}`;

/** The changes of one page, the open change beside them, and the buttons that decide. */
export function Desk({ items: listed, filter, isPrevious, total, empty, open, onOpen }: Props) {
  const [cursor, setCursor] = useState<Cursor>({ changeId: open, at: 0 });
  // The change that keys opened: the URL follows a little later.
  const asked = useRef<{ readonly open: number | undefined }>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const lastToggled = useRef<string>(undefined);
  const [decision, setDecision] = useState<OpenDecision | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const files = useFileSummaries(listed);

  // What was decided here leaves with its dialog, and does not wait until the list was read again: the next key
  // may come before. By identity: a change that comes back is another object.
  const [decided, setDecided] = useState<ReadonlySet<ReviewedChange>>(new Set());
  const items = useMemo(() => listed.filter((change) => !decided.has(change)), [listed, decided]);

  // The selection goes beyond the page once it was made on all pages.
  const [isWide, setWide] = useState(false);
  const [isGathering, setGathering] = useState(false);
  const whole = useWholeQueue(filter, isWide);
  const pool = useMemo(() => {
    if (!isWide || !whole.data) return items;
    // Of both, the page's are as new or newer.
    const byId = new Map([...whole.data, ...items].map((change) => [change.change_id, change]));
    return [...byId.values()];
  }, [items, isWide, whole.data]);
  const canGather = total > listed.length && total <= mostSelected && filter.statuses.join() === 'pending';

  // Another link, or the way back, opened another change: keys follow it, and an open question is dropped.
  const shownBefore = useRef(open);
  useEffect(() => {
    if (shownBefore.current === open) return;
    shownBefore.current = open;
    if (asked.current === null) {
      if (open !== undefined) setCursor((before) => ({ ...before, changeId: open }));
      setDecision(null);
    } else if (asked.current.open === open) {
      asked.current = null;
    }
  }, [open]);

  // A change that left the list, was decided elsewhere or has a new version, is no longer selected.
  const chosen = useMemo(
    () => (isPrevious ? [] : pool.filter((change) => selected.has(seenAs(change)) && isPending(change))),
    [pool, isPrevious, selected],
  );
  // From then on the cursor stays on that change, wherever the list has it.
  const first = items[Math.min(cursor.at, items.length - 1)];
  if (cursor.changeId === undefined && first !== undefined && !isPrevious)
    setCursor({ changeId: first.change_id, at: items.indexOf(first) });
  const found = items.findIndex(({ change_id }) => change_id === cursor.changeId);
  const at = found >= 0 ? found : Math.min(cursor.at, items.length);
  const current = isPrevious ? undefined : items[found];
  const shown = useChange(open).data;
  const refusals = useRefusals(shown ? [...pool, shown] : pool);
  const differences = useChangeDiff(shown).data;
  const isSeen = useSeen(open);

  const show = (changeId: number | undefined) => {
    asked.current = changeId === open ? null : { open: changeId };
    onOpen(changeId);
  };
  const move = (step: 1 | -1) => {
    // The place of a change that has left holds the next one.
    const next = Math.max(0, Math.min(items.length - 1, found < 0 && step > 0 ? at : at + step));
    const change = items[next];
    if (change === undefined) return;
    setCursor({ changeId: change.change_id, at: next });
    if ((asked.current ?? { open }).open !== undefined) show(change.change_id);
    list.current
      ?.querySelector<HTMLElement>(`[data-change="${change.change_id}"] button`)
      ?.focus({ preventScroll: true });
  };
  const toggle = (change: ReviewedChange, asRange = false) => {
    const clicked = seenAs(change);
    const range = asRange ? { from: lastToggled.current } : null;
    setSelected(toggled(selected, items.filter(isPending).map(seenAs), clicked, range));
    lastToggled.current = clicked;
  };
  const decide = (verdict: OpenDecision['verdict'], changes: readonly ReviewedChange[]) => {
    if (changes.length === 0) return;
    const next = decisionAbout(verdict, changes, refusals);
    if (next.changes.length > 0) return setDecision(next);
    notifications.show({
      color: 'yellow',
      message: [...new Set(next.leftOut.map(({ why }) => why))].join(' '),
    });
  };
  const decideSeen = (verdict: OpenDecision['verdict'], change: ReviewedChange) => {
    if (isSeen(change)) decide(verdict, [change]);
  };
  /**
   * Opens the dialog for a decision when the approver presses the key for it. The decision is about the
   * selected changes; if none is selected, about the open change; if none is open, about the change under the
   * cursor. Does nothing until the open change is loaded, and approves it only once its differences are. If
   * changes are selected but the open change is not, shows a message instead.
   */
  const decideByKey = (verdict: OpenDecision['verdict']) => {
    // The selection that the key is about is not there yet.
    if (isGathering) return;
    if (chosen.length > 0) {
      if (open === undefined || chosen.some(({ change_id }) => change_id === open)) decide(verdict, chosen);
      else
        notifications.show({
          color: 'yellow',
          message: `Change ${open} is open, and not among the selected ones: close it, or unselect them, before you decide.`,
        });
      return;
    }
    const isInSight = asked.current === null && cursor.changeId === open;
    const only = open === undefined ? current : isInSight ? shown : undefined;
    const isReadable = verdict === 'reject' || open === undefined || differences !== undefined;
    if (only && isPending(only) && isReadable) decideSeen(verdict, only);
  };
  /**
   * Continues after the approver has decided. If the decision left changes for later, asks about these.
   * Otherwise moves the cursor to the next waiting change, and opens it if the decided change was open.
   * @param away the ids of the changes that no longer wait for a decision
   */
  const afterDecision = (away: ReadonlySet<number>) => {
    const gone = new Set(decision?.changes.map(({ change_id }) => change_id));
    setDecided(new Set(listed.filter(({ change_id }) => away.has(change_id))));
    if (decision && decision.later.length > 0) {
      setDecision(decisionAbout(decision.verdict, decision.later, refusals));
      return;
    }
    setDecision(null);
    setSelected(new Set());
    const waiting = (change: ReviewedChange) => isPending(change) && !gone.has(change.change_id);
    const next = items.slice(at).find(waiting) ?? items.findLast(waiting);
    setCursor({ changeId: next?.change_id, at });
    if (open !== undefined && gone.has(open)) show(next?.change_id);
  };

  useShortcut('j', 'Next change', () => move(1));
  useShortcut('k', 'Previous change', () => move(-1));
  useShortcut('x', 'Select the change', () => current && isPending(current) && toggle(current));
  useShortcut('Enter', 'Open the change', () => current && show(current.change_id));
  useShortcut('Escape', 'Close the open change', () => show(undefined), open !== undefined);
  useShortcut('a', 'Approve the selected changes, or the current one', () => decideByKey('approve'));
  /**
   * Selects the pending changes for which `isWanted` is true, and no others. Reads all pages of the list for
   * this if `canGather` is true; otherwise selects only on this page.
   */
  const select = async (isWanted: (change: ReviewedChange) => boolean) => {
    const choose = (changes: readonly ReviewedChange[]) =>
      setSelected(new Set(changes.filter((change) => isPending(change) && isWanted(change)).map(seenAs)));
    if (!canGather) return choose(items);
    setGathering(true);
    try {
      choose(await whole.gather());
      setWide(true);
    } catch (error) {
      notifications.show({ color: 'red', message: `Nothing was selected: ${(error as Error).message}` });
    } finally {
      setGathering(false);
    }
  };
  const selectLane = (level: RiskLevel) => void select(({ risk }) => risk === level);
  useShortcut('1', 'Select all of low risk', () => selectLane('low'));
  useShortcut('2', 'Select all to look at', () => selectLane('look'));
  useShortcut('3', 'Select all of high risk', () => selectLane('high'));
  useShortcut('r', 'Reject the selected changes, or the current one', () => decideByKey('reject'));

  useEffect(() => {
    list.current
      ?.querySelector(`[data-change="${current?.change_id}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [current?.change_id]);

  return (
    <div className={classes.desk} data-open={open !== undefined || undefined}>
      <section aria-label="Changes" className={classes.left}>
        {items.length === 0 ? (
          empty
        ) : (
          <>
            <DeskTools
              pending={items.filter(isPending)}
              chosen={chosen}
              shown={items.length}
              total={total}
              onSelectPage={(isSelected) => {
                setWide(false);
                setSelected(new Set(isSelected ? items.filter(isPending).map(seenAs) : []));
              }}
              onSelectAll={canGather ? () => void select(() => true) : undefined}
              isGathering={isGathering}
              onDecide={(verdict) => decide(verdict, chosen)}
            />
            <ul className={layout.panel} ref={list}>
              {items.map((change, index) => (
                <ChangeRow
                  key={change.change_id}
                  change={change}
                  files={files.get(change.change_id)}
                  isCurrent={change === current}
                  isOpen={change.change_id === open}
                  isSelected={selected.has(seenAs(change))}
                  onSelect={(asRange) => toggle(change, asRange)}
                  onOpen={() => {
                    setCursor({ changeId: change.change_id, at: index });
                    show(change.change_id);
                  }}
                />
              ))}
            </ul>
          </>
        )}
      </section>
      {open !== undefined && (
        <section aria-label={`Change ${open}`} className={classes.right}>
          <ChangeDetail
            key={open}
            changeId={open}
            onDecide={(verdict, change) => decideSeen(verdict, change)}
            onClose={() => show(undefined)}
          />
        </section>
      )}
      <DecisionDialog
        decision={asNow(decision, pool)}
        onClose={() => setDecision(null)}
        onDone={afterDecision}
      />
    </div>
  );
}

/**
 * Gives the open decision with the newest state of its changes, because the list may be reloaded while the
 * dialog is open. Null when no decision is open.
 */
function asNow(decision: OpenDecision | null, items: readonly ReviewedChange[]): OpenDecision | null {
  if (decision === null) return null;
  const byId = new Map(items.map((change) => [change.change_id, change]));
  return { ...decision, changes: decision.changes.map((change) => byId.get(change.change_id) ?? change) };
}
