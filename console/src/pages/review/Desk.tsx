import { notifications } from '@mantine/notifications';
import { type ReactNode, useMemo, useState } from 'react';
import { type QueueFilter, useChange, useChangeDiff, useRefusals } from '../../api/queue.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import type { RiskLevel } from '../../api/types.ts';
import layout from '../../parts/layout.module.css';
import { useShortcut } from '../../parts/Shortcuts.tsx';
import { ChangeDetail } from './ChangeDetail.tsx';
import { ChangeRow } from './ChangeRow.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { DeskTools } from './DeskTools.tsx';
import { createDecision, type OpenDecision } from './decision.ts';
import { useFileSummaries } from './file-summaries.ts';
import classes from './review.module.css';
import { useCursor } from './use-cursor.ts';
import { useSeen } from './use-seen.ts';
import { isPending, useSelection } from './use-selection.ts';

interface Props {
  /** The changes on the current page of the list. */
  readonly items: readonly ReviewedChange[];
  /** The filters and the order of the list, for all pages. */
  readonly filter: QueueFilter;
  /**
   * Whether the list still shows the changes of the previous filters or page while the new ones load.
   * Approvers cannot decide these changes.
   */
  readonly isPrevious: boolean;
  /** The number of changes on all pages. */
  readonly total: number;
  /** Shown instead of an empty list. An open change and an open decision dialog stay visible. */
  readonly empty: ReactNode;
  readonly open: number | undefined;
  readonly onOpen: (changeId: number | undefined) => void;
}

/** A page of changes, the open change beside it, and the decision buttons. */
export function Desk({ items: listedChanges, filter, isPrevious, total, empty, open, onOpen }: Props) {
  const [decision, setDecision] = useState<OpenDecision | null>(null);
  const files = useFileSummaries(listedChanges);

  // Hides decided changes as soon as the decision is made, because the user may press the next key before the
  // list is reloaded. Compares by identity, because a change that returns to the list is a new object.
  const [decidedChanges, setDecidedChanges] = useState<ReadonlySet<ReviewedChange>>(new Set());
  const items = useMemo(
    () => listedChanges.filter((change) => !decidedChanges.has(change)),
    [listedChanges, decidedChanges],
  );

  const list = { items, filter, isPrevious, hasOtherPages: total > listedChanges.length, total };
  const selection = useSelection(list);
  const { selectableChanges, selectedChanges, isLoadingAll, toggle } = selection;
  // Closes the dialog when a link or the back button opens another change.
  const onOtherOpened = () => setDecision(null);
  const cursor = useCursor(items, isPrevious, { open, onOpen, onOtherOpened });
  const { position, current, show } = cursor;
  const openChange = useChange(open).data;
  const refusals = useRefusals(openChange ? [...selectableChanges, openChange] : selectableChanges);
  const differences = useChangeDiff(openChange).data;
  const isSeen = useSeen(open);

  const decide = (verdict: OpenDecision['verdict'], changes: readonly ReviewedChange[]) => {
    if (changes.length === 0) return;
    const newDecision = createDecision(verdict, changes, refusals);
    if (newDecision.changes.length > 0) return setDecision(newDecision);
    notifications.show({
      color: 'yellow',
      message: [...new Set(newDecision.excludedChanges.map(({ reason }) => reason))].join(' '),
    });
  };
  const decideIfSeen = (verdict: OpenDecision['verdict'], change: ReviewedChange) => {
    if (isSeen(change)) decide(verdict, [change]);
  };
  /**
   * Opens the decision dialog when a shortcut is pressed. The decision is about the selected changes; without
   * a selection, about the open change; if no change is open, about the change under the cursor.
   *
   * If changes are selected and the open change is not among them, shows a message instead. Without a
   * selection, does nothing until the open change is loaded and, for an approval, its differences too.
   */
  const decideByKey = (verdict: OpenDecision['verdict']) => {
    // The selection is still loading.
    if (isLoadingAll) return;
    if (selectedChanges.length > 0) {
      if (open === undefined || selectedChanges.some(({ change_id }) => change_id === open))
        decide(verdict, selectedChanges);
      else
        notifications.show({
          color: 'yellow',
          message: `Change ${open} is open, and not among the selected ones: close it, or unselect them, before you decide.`,
        });
      return;
    }
    const targetChange = open === undefined ? current : cursor.isOnOpen() ? openChange : undefined;
    const isLoaded = verdict === 'reject' || open === undefined || differences !== undefined;
    if (targetChange && isPending(targetChange) && isLoaded) decideIfSeen(verdict, targetChange);
  };
  /**
   * Continues after a decision. Asks about the changes left for later, if any. Otherwise moves the cursor to
   * the next pending change, and opens it if the decided change was open.
   * @param decidedIds the ids of the changes that no longer need a decision
   */
  const afterDecision = (decidedIds: ReadonlySet<number>) => {
    const askedIds = new Set(decision?.changes.map(({ change_id }) => change_id));
    setDecidedChanges(new Set(listedChanges.filter(({ change_id }) => decidedIds.has(change_id))));
    if (decision && decision.laterChanges.length > 0) {
      setDecision(createDecision(decision.verdict, decision.laterChanges, refusals));
      return;
    }
    setDecision(null);
    selection.clear();
    const isUndecided = (change: ReviewedChange) => isPending(change) && !askedIds.has(change.change_id);
    const nextChange = items.slice(position).find(isUndecided) ?? items.findLast(isUndecided);
    cursor.put(nextChange, position);
    if (open !== undefined && askedIds.has(open)) show(nextChange?.change_id);
  };

  useShortcut('j', 'Next change', () => cursor.move(1));
  useShortcut('k', 'Previous change', () => cursor.move(-1));
  useShortcut('x', 'Select the change', () => current && isPending(current) && toggle(current));
  useShortcut('Enter', 'Open the change', () => current && show(current.change_id));
  useShortcut('Escape', 'Close the open change', () => show(undefined), open !== undefined);
  useShortcut('a', 'Approve the selected changes, or the current one', () => decideByKey('approve'));
  const selectLane = (level: RiskLevel) => void selection.select(({ risk }) => risk === level);
  useShortcut('1', 'Select all of low risk', () => selectLane('low'));
  useShortcut('2', 'Select all to look at', () => selectLane('look'));
  useShortcut('3', 'Select all of high risk', () => selectLane('high'));
  useShortcut('r', 'Reject the selected changes, or the current one', () => decideByKey('reject'));

  return (
    <div className={classes.desk} data-open={open !== undefined || undefined}>
      <section aria-label="Changes" className={classes.left}>
        {items.length === 0 ? (
          empty
        ) : (
          <>
            <DeskTools
              pending={items.filter(isPending)}
              selectedChanges={selectedChanges}
              countOnPage={items.length}
              total={total}
              onSelectPage={selection.selectPage}
              onSelectAll={selection.canLoadAll ? () => void selection.select(() => true) : undefined}
              isLoadingAll={isLoadingAll}
              onDecide={(verdict) => decide(verdict, selectedChanges)}
            />
            <ul className={layout.panel} ref={cursor.list}>
              {items.map((change, index) => (
                <ChangeRow
                  key={change.change_id}
                  change={change}
                  files={files.get(change.change_id)}
                  isCurrent={change === current}
                  isOpen={change.change_id === open}
                  isSelected={selection.has(change)}
                  onSelect={(asRange) => toggle(change, asRange)}
                  onOpen={() => {
                    cursor.put(change, index);
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
            onDecide={(verdict, change) => decideIfSeen(verdict, change)}
            onClose={() => show(undefined)}
          />
        </section>
      )}
      <DecisionDialog
        decision={refreshDecision(decision, selectableChanges)}
        onClose={() => setDecision(null)}
        onDone={afterDecision}
      />
    </div>
  );
}

/**
 * Returns the open decision with the current state of its changes, because the list may be reloaded while the
 * dialog is open. Null if no decision is open.
 */
function refreshDecision(
  decision: OpenDecision | null,
  items: readonly ReviewedChange[],
): OpenDecision | null {
  if (decision === null) return null;
  const byId = new Map(items.map((change) => [change.change_id, change]));
  return { ...decision, changes: decision.changes.map((change) => byId.get(change.change_id) ?? change) };
}
