import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ModelRequest, RequestState } from '../../api/requests.ts';
import { categoryLabel, formatAge, formatTime, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './Wanted.module.css';

const stateTones = {
  open: 'warn',
  accepted: 'accent',
  declined: 'bad',
  fulfilled: 'good',
  withdrawn: undefined,
  duplicate: undefined,
} as const;

const stateWords: Readonly<Record<RequestState, string>> = {
  open: 'Waiting for a decision',
  accepted: 'Accepted: waiting for a proposal',
  declined: 'Declined: see the reason on its page',
  fulfilled: 'The model is available',
  withdrawn: 'No supporters left',
  duplicate: 'Merged into another request',
};

export function RequestStateTag({ state }: { state: RequestState }) {
  return (
    <Tag tone={stateTones[state]} title={stateWords[state]}>
      {state}
    </Tag>
  );
}

/**
 * A list of requests with the number of supporters of each. `act` renders additional content for a request,
 * such as a button.
 */
export function RequestList({
  requests,
  label,
  act,
}: {
  requests: readonly ModelRequest[];
  label: string;
  act?: (request: ModelRequest) => ReactNode;
}) {
  return (
    <ul className={layout.panel} aria-label={label}>
      {requests.map((request) => (
        <li key={request.request_id} className={classes.item}>
          <span className={classes.count}>
            {request.wanted}
            <small>{request.wanted === 1 ? 'wants it' : 'want it'}</small>
          </span>
          <div className={layout.row}>
            {request.hidden ? (
              <b>
                <ShownText text={request.name} />
              </b>
            ) : (
              <Link
                to="/wanted/$requestId"
                params={{ requestId: String(request.request_id) }}
                className={layout.link}
              >
                <ShownText text={request.name} />
              </Link>
            )}
            <RequestStateTag state={request.state} />
          </div>
          <span className={classes.dim}>
            {categoryLabel(request.category)} · requested{' '}
            <time
              dateTime={new Date(request.requested_at * 1000).toISOString()}
              title={formatTime(request.requested_at)}
            >
              {formatAge(request.requested_at)}
            </time>
            {request.comments > 0 && ` · ${plural(request.comments, 'comment')}`}
          </span>
          {act && <div className={layout.row}>{act(request)}</div>}
        </li>
      ))}
    </ul>
  );
}
