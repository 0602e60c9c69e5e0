import { Button, NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Deed, useActivity, usePersonActivity, type WaitingTimes } from '../../api/activity.ts';
import { useCategoryNames } from '../../api/models.ts';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { categoryLabel, formatCount, formatDuration, formatTime, plural } from '../../parts/format.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { GroupLink } from '../groups/GroupLink.tsx';
import { type Action, type ActivitySearch, actions, secondsOf } from './activity-search.ts';
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

function Activity() {
  const search = route.useSearch();
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
        <Filters key={`${search.user} ${search.model}`} search={search} />
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
        {query.hasNextPage && (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Look further back
          </Button>
        )}
      </Section>
    </>
  );
}

function Filters({ search }: { search: ActivitySearch }) {
  const navigate = route.useNavigate();
  const categories = useCategoryNames();
  const [user, setUser] = useState(search.user ?? '');
  const [model, setModel] = useState(search.model ?? '');
  const choose = (part: ActivitySearch) => void navigate({ search: { ...search, ...part } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Accepts `name#id` and the id alone.
    choose({ user: user.trim().replace(/^.*#/, '') || undefined, model: model.trim() || undefined });
  };
  return (
    <form className={classes.filters} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label="Account"
        placeholder="Account: id or name#id"
        value={user}
        onChange={({ currentTarget: { value } }) => setUser(value)}
      />
      <TextInput
        size="xs"
        aria-label="Model or group"
        placeholder="Model or group, exactly"
        value={model}
        onChange={({ currentTarget: { value } }) => setModel(value)}
      />
      <Button size="xs" variant="default" type="submit">
        Filter
      </Button>
      <NativeSelect
        size="xs"
        aria-label="Action"
        value={search.action ?? ''}
        data={[
          { value: '', label: 'Every action' },
          ...actions.map((value) => ({ value, label: words[value] ?? value })),
        ]}
        onChange={({ currentTarget: { value } }) => choose({ action: (value as Action) || undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label="Category"
        value={search.category ?? ''}
        data={[
          { value: '', label: 'Every category' },
          ...(categories.data ?? []).map((name) => ({ value: name, label: categoryLabel(name) })),
        ]}
        onChange={({ currentTarget: { value } }) => choose({ category: value || undefined })}
      />
      <div className={classes.days}>
        <TextInput
          size="xs"
          type="date"
          label="From"
          classNames={{ root: classes.day }}
          value={search.from ?? ''}
          max={search.to}
          onChange={({ currentTarget: { value } }) => choose({ from: value || undefined })}
        />
        <TextInput
          size="xs"
          type="date"
          label="To"
          classNames={{ root: classes.day }}
          value={search.to ?? ''}
          min={search.from}
          onChange={({ currentTarget: { value } }) => choose({ to: value || undefined })}
        />
      </div>
    </form>
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
