import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type StoredDraft, useStoredDrafts } from '../../../api/stored-drafts.ts';
import layout from '../../../parts/layout.module.css';
import { WebLink } from '../../../parts/WebLink.tsx';
import classes from '../propose.module.css';
import { useThrowAway } from './KeptDrafts.tsx';

/** Shows a draft's position among the drafts stored in this browser, and a button that discards it. */
export function DraftHead({ draft }: { draft: StoredDraft }) {
  const drafts = useStoredDrafts();
  const navigate = useNavigate();
  const throwAway = useThrowAway();
  const place = drafts.findIndex(({ id }) => id === draft.id);
  const others = [
    { label: 'Previous draft', other: drafts[place - 1] },
    { label: 'Next draft', other: drafts[place + 1] },
  ];
  const discard = async () => {
    const next = drafts[place + 1] ?? drafts[place - 1];
    if (!(await throwAway(draft))) return;
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
        {drafts.length > 1 && <b>{`Draft ${place + 1} of ${drafts.length}. `}</b>}
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
        {others.map(
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
        <Button variant="subtle" color="red" size="compact-sm" onClick={discard}>
          Throw away
        </Button>
      </span>
    </div>
  );
}
