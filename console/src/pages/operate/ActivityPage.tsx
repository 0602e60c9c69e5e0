import { getRouteApi, Link } from '@tanstack/react-router';
import { type Deed, useActivity, usePersonActivity, type WaitingTimes } from '../../api/activity.ts';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { useCategoryFilter } from '../../parts/filters/category-filter.ts';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import { categoryLabel, formatCount, formatDuration, formatTime, plural } from '../../parts/format.ts';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { GroupLink } from '../groups/GroupLink.tsx';
import { type ActivitySearch, actions, secondsOf } from './activity-search.ts';
import { OperatePage } from './OperatePage.tsx';
import classes from './operate.module.css';

type GroupEntry = NonNullable<Deed['group_entry']>;

const route = getRouteApi('/operate/activity');

const words: Readonly<Partial<Record<Deed['action'], string>>> = {
  enqueue: 'proposed',
  revise: 'proposed another version of',
  withdraw: 'withdrew',
  comment: 'commented on',
  comment_edit: 'edited a comment on',
  comment_delete: 'deleted a comment on',
  request_changes: 'asked for changes of',
  endorse: 'approved, as one of several,',
  approve: 'approved',
  unapprove: 'took an approval back of',
  reject: 'rejected',
  apply: 'applied',
  purge: 'removed from the queue',
  batch_split: 'applied a part of a batch',
  create: 'created',
  update: 'wrote',
  delete: 'deleted',
};

const entryWords: Readonly<Record<GroupEntry['kind'], string>> = {
  alias: 'the aliases of',
  family: 'the family',
  name_schema: 'the naming schema of',
};

export function ActivityPage() {
  return (
    <OperatePage title="Activity">
      <Activity />
    </OperatePage>
  );
}

const whoAndWhat: readonly Filter<ActivitySearch>[] = [
  {
    kind: 'text',
    key: 'user',
    label: 'Account',
    placeholder: 'Account: id or name#id',
    isEntered: true,
    width: 'wide',
    to: (text) => ({ user: text?.replace(/^.*#/, '') }),
  },
  {
    kind: 'text',
    key: 'model',
    label: 'Model or group',
    placeholder: 'Model or group, exactly',
    isEntered: true,
    width: 'wide',
  },
  {
    kind: 'choice',
    key: 'action',
    label: 'Action',
    any: 'Every action',
    options: actions.map((value) => ({ value, label: words[value] ?? value })),
  },
];
const days: Filter<ActivitySearch> = { kind: 'days', keys: ['from', 'to'], label: 'Days' };

function Activity() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const byCategory = useCategoryFilter<ActivitySearch>('all');
  const query = useActivity({
    user_id: search.user,
    actions: search.action && [search.action],
    category: search.category,
    model_name: search.model,
    ...secondsOf(search),
  });
  const deeds = query.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      {search.user !== undefined && <Person userId={search.user} />}
      <Section title="Who did what">
        <FilterBar
          mb="sm"
          filters={[...whoAndWhat, byCategory, days]}
          search={search}
          onChange={(part) => void navigate({ search: { ...search, ...part } })}
        />
        <QueryState
          query={{ ...query, data: deeds }}
          isEmpty={(items) => items.length === 0 && !query.hasNextPage}
          empty={<EmptyState title="No action passes these filters." />}
        >
          {(items) => (
            <ol className={classes.deeds} aria-label="Activity">
              {items.map((deed) => (
                <DeedItem key={deed.event_id} deed={deed} />
              ))}
            </ol>
          )}
        </QueryState>
        <MoreButton query={query} label="Look further back" />
      </Section>
    </>
  );
}

function DeedItem({ deed }: { deed: Deed }) {
  const { user_id, username, action, change_id, batch_id, category, model_name, group_entry } = deed;
  return (
    <li>
      <time dateTime={new Date(deed.at * 1000).toISOString()}>{formatTime(deed.at)}</time>
      <span>
        <Link to="/operate/activity" search={{ user: user_id }}>
          <ShownText text={username ?? user_id} />
        </Link>{' '}
        {words[action] ?? action}{' '}
        {change_id !== null && (
          <Link to="/review/changes/$changeId" params={{ changeId: String(change_id) }}>
            change {change_id}
          </Link>
        )}{' '}
        {model_name !== null && <ShownText text={model_name} />}
        {group_entry && (
          <>
            {entryWords[group_entry.kind]} <GroupEntryLink entry={group_entry} />
          </>
        )}
        {category !== null && ` · ${categoryLabel(category)}`}
        {batch_id !== null && ` · batch ${batch_id}`}
      </span>
    </li>
  );
}

function GroupEntryLink({ entry: { kind, name } }: { entry: GroupEntry }) {
  if (kind !== 'family') return <GroupLink name={name} />;
  return (
    <Link to="/groups/families">
      <ShownText text={name} />
    </Link>
  );
}

function Person({ userId }: { userId: string }) {
  const query = usePersonActivity(userId);
  return (
    <QueryState query={query}>
      {({ username, proposals, deeds }) => (
        <Section
          title={username ?? `Account ${userId}`}
          aside={
            <Link to="/operate/activity" search={{}}>
              Everybody
            </Link>
          }
        >
          <Facts>
            <Fact name="Proposed">
              {plural(proposals.total, 'change')}
              {proposals.looked_at < proposals.total &&
                `; the figures below are of the latest ${formatCount(proposals.looked_at)}`}
            </Fact>
            <Fact name="What became of them">
              {Object.entries(proposals.by_status)
                .map(([status, count]) => `${formatCount(count)} ${status}`)
                .join(', ')}
              {proposals.withdrawn > 0 && ` (${formatCount(proposals.withdrawn)} withdrawn)`}
            </Fact>
            <Fact name="Waited for a decision">{waited(proposals.until_decided)}</Fact>
            <Fact name="Waited until live">{waited(proposals.until_applied)}</Fact>
            <Fact name={`Latest ${formatCount(deeds.looked_at)} actions`}>
              {Object.entries(deeds.by_action)
                .map(([action, count]) => `${formatCount(count)} × ${action.replaceAll('_', ' ')}`)
                .join(', ') || 'none'}
            </Fact>
          </Facts>
        </Section>
      )}
    </QueryState>
  );
}

function waited({ count, median, p90, longest }: WaitingTimes): string {
  if (median === null || p90 === null || longest === null) return 'none so far';
  return `half of ${formatCount(count)} up to ${formatDuration(median)}, nine of ten up to ${formatDuration(p90)}, the longest ${formatDuration(longest)}`;
}
