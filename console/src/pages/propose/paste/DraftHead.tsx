import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type StoredDraft, useStoredDrafts } from '../../../api/stored-drafts.ts';
import layout from '../../../parts/layout.module.css';
import { WebLink } from '../../../parts/WebLink.tsx';
import classes from '../propose.module.css';
import { useConfirmDiscard } from './KeptDrafts.tsx';

/** Shows a draft's position among the drafts stored in this browser, and a button that discards it. */
export function DraftHead({ draft }: { draft: StoredDraft }) {
  const drafts = useStoredDrafts();
  const navigate = useNavigate();
  const confirmDiscard = useConfirmDiscard();
  const position = drafts.findIndex(({ id }) => id === draft.id);
  const neighbours = [
    { label: 'Previous draft', other: drafts[position - 1] },
    { label: 'Next draft', other: drafts[position + 1] },
  ];
  const discardAndGoOn = async () => {
    const next = drafts[position + 1] ?? drafts[position - 1];
    if (!(await confirmDiscard(draft))) return;
    void (next
      ? navigate({
          to: '/propose/$category',
          params: { category: next.made.category },
          search: { draft: next.id },
        })
      : navigate({ to: '/propose' }));
  };
  return (
    <div className={classes.head}>
      <span className={classes.about}>
        {drafts.length > 1 && <b>{`Draft ${position + 1} of ${drafts.length}. `}</b>}
        Made {draft.request === undefined || draft.link !== null ? 'from ' : ''}
        {draft.link !== null ? (
          <WebLink address={draft.link} />
        ) : (
          draft.request === undefined && 'pasted JSON'
        )}
        {draft.request !== undefined && (
          <>
            {' for '}
            <Link to="/wanted/$requestId" params={{ requestId: String(draft.request) }}>
              request {draft.request}
            </Link>
          </>
        )}
        , and kept in this browser.
      </span>
      <span className={layout.row}>
        {neighbours.map(
          ({ label, other }) =>
            other && (
              <Button
                key={label}
                component={Link}
                to="/propose/$category"
                params={{ category: other.made.category } as never}
                search={{ draft: other.id } as never}
                variant="default"
                size="compact-sm"
              >
                {label}
              </Button>
            ),
        )}
        <Button variant="subtle" color="red" size="compact-sm" onClick={discardAndGoOn}>
          Throw away
        </Button>
      </span>
    </div>
  );
}
