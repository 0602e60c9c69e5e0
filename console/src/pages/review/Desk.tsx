import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ReviewedChange } from '../../api/review-types.ts';
import type { RiskLevel } from '../../api/types.ts';
import { useShortcut } from '../../parts/Shortcuts.tsx';
import { toggled } from '../../parts/selected-range.ts';
import { ChangeDetail } from './ChangeDetail.tsx';
import { ChangeRow } from './ChangeRow.tsx';
import { DecisionDialog, decisionAbout, type OpenDecision } from './DecisionDialog.tsx';
import { DeskTools } from './DeskTools.tsx';
import classes from './Queue.module.css';

interface Props {
  readonly items: readonly ReviewedChange[];
  /** Changes on all pages. */
  readonly total: number;
  /**
   * Shown in place of the list when nothing is in it. What is open, or being decided, stays: the list may
   * empty under it.
   */
  readonly empty: ReactNode;
  readonly open: number | undefined;
  readonly onOpen: (changeId: number | undefined) => void;
}

/** The change that keys act on: by its id, and by its place once it has left the list. */
interface Cursor {
  readonly changeId: number | undefined;
  readonly at: number;
}

const isPending = ({ status }: ReviewedChange) => status === 'pending';

/** The changes of one page, the one that is open beside them, and what can be decided about them. */
export function Desk({ items, total, empty, open, onOpen }: Props) {
  const [cursor, setCursor] = useState<Cursor>({ changeId: open, at: 0 });
  // The URL follows a little later than the keys.
  const wanted = useRef(open);
  useEffect(() => {
    wanted.current = open;
  }, [open]);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const lastToggled = useRef<number>(undefined);
  const [decision, setDecision] = useState<OpenDecision | null>(null);
  const list = useRef<HTMLUListElement>(null);

  // What has left the list is not selected any more, and what is decided elsewhere cannot be.
  const chosen = useMemo(
    () => items.filter((change) => selected.has(change.change_id) && isPending(change)),
    [items, selected],
  );
  const found = items.findIndex(({ change_id }) => change_id === cursor.changeId);
  const at = found >= 0 ? found : Math.min(cursor.at, items.length - 1);
  const current = items[at];
  const decidable = (chosen.length > 0 ? chosen : current ? [current] : []).filter(isPending);

  const show = (changeId: number | undefined) => {
    wanted.current = changeId;
    onOpen(changeId);
  };
  const move = (step: number) => {
    const next = Math.max(0, Math.min(items.length - 1, at + step));
    const change = items[next];
    if (change === undefined) return;
    setCursor({ changeId: change.change_id, at: next });
    if (wanted.current !== undefined) show(change.change_id);
    list.current
      ?.querySelector<HTMLElement>(`[data-change="${change.change_id}"] button`)
      ?.focus({ preventScroll: true });
  };
  /** Selects or unselects a change; as a range, also those between it and the one before. */
  const toggle = (changeId: number, asRange = false) => {
    const ids = items.filter(isPending).map(({ change_id }) => change_id);
    setSelected(toggled(selected, ids, changeId, asRange ? { from: lastToggled.current } : null));
    lastToggled.current = changeId;
  };
  const decide = (verdict: OpenDecision['verdict'], changes: readonly ReviewedChange[] = decidable) => {
    if (changes.length > 0) setDecision(decisionAbout(verdict, changes));
  };
  /**
   * Goes on with what waits after the decided changes, so that a queue is worked off without going back to
   * the list.
   */
  const afterDecision = () => {
    const decided = new Set(decision?.changes.map(({ change_id }) => change_id));
    if (decision && decision.later.length > 0) {
      setDecision(decisionAbout(decision.verdict, decision.later));
      return;
    }
    setDecision(null);
    setSelected(new Set());
    const waiting = (change: ReviewedChange) => isPending(change) && !decided.has(change.change_id);
    const next = items.slice(at).find(waiting) ?? items.findLast(waiting);
    setCursor({ changeId: next?.change_id, at });
    if (open !== undefined && decided.has(open)) show(next?.change_id);
  };

  useShortcut('j', 'Next change', () => move(1));
  useShortcut('k', 'Previous change', () => move(-1));
  useShortcut('x', 'Select the change', () => current && isPending(current) && toggle(current.change_id));
  useShortcut('Enter', 'Open the change', () => current && show(current.change_id));
  useShortcut('Escape', 'Close the open change', () => show(undefined), open !== undefined);
  useShortcut('a', 'Approve the selected changes, or the current one', () => decide('approve'));
  const selectLane = (level: RiskLevel) =>
    setSelected(
      new Set(
        items.filter((change) => isPending(change) && change.risk === level).map((each) => each.change_id),
      ),
    );
  useShortcut('1', 'Select all of low risk', () => selectLane('low'));
  useShortcut('2', 'Select all to look at', () => selectLane('look'));
  useShortcut('3', 'Select all of high risk', () => selectLane('high'));
  useShortcut('r', 'Reject the selected changes, or the current one', () => decide('reject'));

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
              onSelect={(changes) => setSelected(new Set(changes.map(({ change_id }) => change_id)))}
              onLane={selectLane}
              onDecide={(verdict) => decide(verdict, chosen)}
            />
            <ul className={classes.list} ref={list}>
              {items.map((change, index) => (
                <ChangeRow
                  key={change.change_id}
                  change={change}
                  isCurrent={index === at}
                  isOpen={change.change_id === open}
                  isSelected={selected.has(change.change_id)}
                  onSelect={(asRange) => toggle(change.change_id, asRange)}
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
            onDecide={(verdict, change) => decide(verdict, [change])}
            onClose={() => show(undefined)}
          />
        </section>
      )}
      <DecisionDialog
        decision={asNow(decision, items)}
        onClose={() => setDecision(null)}
        onDone={afterDecision}
      />
    </div>
  );
}

/** A decision about the changes as the list has them now: it may have been renewed under the dialog. */
function asNow(decision: OpenDecision | null, items: readonly ReviewedChange[]): OpenDecision | null {
  if (decision === null) return null;
  const byId = new Map(items.map((change) => [change.change_id, change]));
  return { ...decision, changes: decision.changes.map((change) => byId.get(change.change_id) ?? change) };
}
