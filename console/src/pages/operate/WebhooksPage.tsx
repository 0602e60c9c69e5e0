import { Button, NativeSelect, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type DeliveryState, useDeliveries, useReplay } from '../../api/operations.ts';
import { useConfirm } from '../../parts/Confirm.tsx';
import { formatAge, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { EmptyState, ErrorState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { OperatePage } from './OperatePage.tsx';
import classes from './operate.module.css';

const route = getRouteApi('/operate/webhooks');

const states = ['waiting', 'delivered', 'failed'] as const satisfies DeliveryState[];
const tones = { waiting: undefined, delivered: 'good', failed: 'bad' } as const;

export function WebhooksPage() {
  return (
    <OperatePage title="Webhooks">
      <Log />
    </OperatePage>
  );
}

function Log() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const query = useDeliveries(search);
  const replay = useReplay();
  const confirm = useConfirm();
  const setSearch = (filter: typeof search) => void navigate({ to: '/operate/webhooks', search: filter });

  const replayAll = async (count: number) => {
    const isConfirmed = await confirm({
      title: 'Send again?',
      body: `${plural(count, 'delivery', 'deliveries')} of this list go back into the outbox, the newest 1,000 at most. Receivers may get an event twice; its id stays the same.`,
      confirm: 'Send again',
    });
    if (isConfirmed)
      replay.mutate({ state: search.state ?? 'failed', ...(search.target && { target: search.target }) });
  };

  return (
    <QueryState query={query}>
      {({ targets, total, items }) => (
        <Section title="Webhooks">
          <div className={classes.filters}>
            <NativeSelect
              size="xs"
              label="State"
              value={search.state ?? ''}
              data={[{ value: '', label: 'Any' }, ...states]}
              onChange={({ currentTarget }) =>
                setSearch({ ...search, state: states.find((each) => each === currentTarget.value) })
              }
            />
            <NativeSelect
              size="xs"
              label="Target"
              value={search.target ?? ''}
              data={[
                { value: '', label: 'Any' },
                ...new Set([...targets, ...(search.target ? [search.target] : [])]),
              ]}
              onChange={({ currentTarget }) =>
                setSearch({ ...search, target: currentTarget.value || undefined })
              }
            />
            {search.state !== undefined && total > 0 && (
              <Button
                size="xs"
                variant="default"
                // While the list for another filter loads, the number belongs to the previous list.
                disabled={query.isPlaceholderData}
                loading={replay.isPending}
                onClick={() => replayAll(total)}
              >
                Send {search.state} deliveries again
              </Button>
            )}
          </div>
          <Text size="sm" c="dimmed" role="status">
            {targets.length === 0
              ? 'No webhook is set up (WEBHOOKS). '
              : `${plural(targets.length, 'target')}. `}
            {plural(total, 'delivery', 'deliveries')}
            {total > items.length && `, the newest ${items.length} below`}
            {replay.data && `; ${replay.data.replayed} sent again`}
          </Text>
          {replay.error && <ErrorState error={replay.error} />}
          {items.length === 0 ? (
            <EmptyState title="No delivery matches these filters." />
          ) : (
            <ul className={classes.rows}>
              {items.map((delivery) => (
                <li key={`${delivery.event_id} ${delivery.target}`}>
                  <span className={layout.strong}>event {delivery.event_id}</span>
                  <Tag tone={tones[delivery.state]}>{delivery.state}</Tag>
                  <span className={layout.shrinks}>
                    <ShownText text={delivery.target} />
                  </span>
                  <span className={classes.dim}>
                    {plural(delivery.attempts, 'attempt')}, {formatAge(delivery.updated_at)}
                    {delivery.last_status !== null && `, it answered ${delivery.last_status}`}
                  </span>
                  {delivery.last_error && (
                    <span className={classes.dim}>
                      <ShownText text={delivery.last_error} />
                    </span>
                  )}
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Send again: event ${delivery.event_id} to ${delivery.target}`}
                    disabled={replay.isPending}
                    onClick={() => replay.mutate({ event_id: delivery.event_id, target: delivery.target })}
                  >
                    Send again
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
    </QueryState>
  );
}
