import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSendWithKey } from '../../api/idempotency-key.ts';
import { type FoundLicenses, findLicenses, proposeFoundLicenses } from '../../api/licensing.ts';
import { useSendOnce } from '../../api/send-once.ts';
import { plural } from '../../parts/format.ts';
import { ShownText } from '../../parts/ShownText.tsx';

/**
 * For models without a licence, searches their pages for licences. Shows the licences found, each with its
 * number of models, and proposes them.
 */
export function FindLicences() {
  const client = useQueryClient();
  const sendWithKey = useSendWithKey();
  const [unreadCount, setUnreadCount] = useState<number | null>(null);
  const search = useSendOnce({ mutationFn: () => findLicenses(setUnreadCount) }, 'answered');
  const propose = useSendOnce(
    {
      mutationFn: (found: FoundLicenses) => sendWithKey(found, proposeFoundLicenses),
      onSuccess: () => client.invalidateQueries({ queryKey: ['changes'] }),
    },
    'refused',
  );
  const { data: foundLicenses } = search;
  const modelCount = (foundLicenses?.groups ?? [])
    .filter(({ certainty }) => certainty !== 'guess')
    .reduce((sum, group) => sum + group.models.length, 0);
  const error = search.error ?? propose.error;
  return (
    <>
      <Button size="xs" variant="default" loading={search.isPending} onClick={() => search.mutate(undefined)}>
        Find licences
      </Button>
      {search.isPending && unreadCount !== null && (
        <Text size="sm" role="status">
          {plural(unreadCount, 'model')} left to read
        </Text>
      )}
      {error && (
        <Alert color="red" role="alert">
          <ShownText text={error.message} />
        </Alert>
      )}
      {foundLicenses && (
        <Alert color="gray" w="100%" title={`Found for ${plural(modelCount, 'model')}`}>
          <List size="sm">
            {foundLicenses.groups.map((group) => (
              <List.Item key={`${group.license_expression} ${group.certainty} ${group.commercial_use}`}>
                {group.models.length} × <ShownText text={group.license_expression} />, {group.certainty}
              </List.Item>
            ))}
            {foundLicenses.questions.slice(0, 10).map(({ category, model_name, question }) => (
              <List.Item key={`${category}/${model_name}`}>
                <ShownText text={`${model_name}: ${question}`} />
              </List.Item>
            ))}
          </List>
          <Group mt="sm">
            {propose.data ? (
              <Text size="sm" role="status">
                {plural(propose.data.pending_change_ids.length, 'change')} queued for review
              </Text>
            ) : (
              modelCount > 0 && (
                <Button size="xs" loading={propose.isPending} onClick={() => propose.mutate(foundLicenses)}>
                  Propose {plural(modelCount, 'licence')}
                </Button>
              )
            )}
          </Group>
        </Alert>
      )}
    </>
  );
}
