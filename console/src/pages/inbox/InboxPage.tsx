import { Button, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type InboxEntry, useInbox, useMarkRead } from '../../api/inbox.ts';
import { Access } from '../../parts/Access.tsx';
import { FilterBar } from '../../parts/filters/FilterBar.tsx';
import type { Filter } from '../../parts/filters/filters.ts';
import layout from '../../parts/layout.module.css';
import { MoreButton } from '../../parts/MoreButton.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { type EntryGroup, groupEntries, sortByRisk } from './entry-groups.ts';
import { InboxItem } from './InboxItem.tsx';
import { type InboxSearch, topics } from './inbox-search.ts';

const route = getRouteApi('/inbox');

export function InboxPage() {
  usePageTitle('Inbox');
  return (
    <>
      <Title order={1}>Inbox</Title>
      <Access need="account">
        <Entries />
      </Access>
    </>
  );
}

const byTopic: Filter<InboxSearch> = {
  kind: 'buttons',
  key: 'topic',
  label: 'Topic',
  isView: true,
  any: 'Everything',
  options: Object.entries(topics).map(([value, { label }]) => ({ value, label })),
};

function Entries() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInbox({
    kinds: search.topic && topics[search.topic].kinds,
    unread: search.all ? undefined : true,
  });
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const newest = Math.max(0, ...entries.map(({ event_id }) => event_id));
  const markRead = useMarkRead();
  return (
    <>
      <Text size="sm" c="dimmed">
        Decisions, comments and conflicts about your changes, and outcomes of model requests that you support.
        Approvers also see changes waiting for review, and comments on changes that they took part in.
      </Text>
      <FilterBar
        filters={[
          {
            kind: 'buttons',
            key: 'all',
            label: 'Read or not',
            isView: true,
            any: 'Unread',
            options: [{ value: 'all', label: 'All' }],
            shown: search.all && 'all',
            to: (all) => ({ all: all ? (true as const) : undefined }),
          },
          byTopic,
        ]}
        search={search}
        onChange={(part) => void navigate({ search: { ...search, ...part } })}
      >
        <Button
          size="xs"
          variant="default"
          disabled={search.topic !== undefined || !entries.some(({ read_at }) => read_at === null)}
          loading={markRead.isPending}
          onClick={() => markRead.mutate({ upTo: newest })}
        >
          Mark all as read
        </Button>
      </FilterBar>
      <QueryState
        query={{ ...query, data: query.data && entries }}
        isEmpty={(items) => items.length === 0}
        empty={<EmptyState title={search.all ? 'Your inbox has no entries yet.' : 'No unread entries.'} />}
      >
        {(items) => <Groups entries={items} onRead={(ids) => markRead.mutate({ ids })} />}
      </QueryState>
      <MoreButton query={query} label="Show older entries" />
    </>
  );
}

function Groups(props: { entries: readonly InboxEntry[]; onRead: (ids: readonly string[]) => void }) {
  const { entries, onRead } = props;
  const ownGroups = groupEntries(
    entries.filter((entry) => entry.because === 'requested' && entry.request_id === null),
  );
  const requestGroups = groupEntries(entries.filter(({ request_id }) => request_id !== null));
  const reviewGroups = sortByRisk(groupEntries(entries.filter(({ because }) => because === 'reviews')));
  const renderGroups = (groups: readonly EntryGroup[], label: string) => (
    <ul className={layout.panel} aria-label={label}>
      {groups.map((group) => (
        <InboxItem key={group.latest.id} group={group} onRead={onRead} />
      ))}
    </ul>
  );
  return (
    <>
      {ownGroups.length > 0 && (
        <Section title="Your changes">{renderGroups(ownGroups, 'Your changes')}</Section>
      )}
      {requestGroups.length > 0 && (
        <Section title="Your requests">{renderGroups(requestGroups, 'Your requests')}</Section>
      )}
      {reviewGroups.length > 0 && (
        <Section title="For review">{renderGroups(reviewGroups, 'For review')}</Section>
      )}
    </>
  );
}
