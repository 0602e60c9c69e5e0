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
  const keyed = useSendWithKey();
  const [notRead, setNotRead] = useState<number | null>(null);
  const find = useSendOnce({ mutationFn: () => findLicenses(setNotRead) }, 'answered');
  const propose = useSendOnce(
    {
      mutationFn: (found: FoundLicenses) => keyed(found, proposeFoundLicenses),
      onSuccess: () => client.invalidateQueries({ queryKey: ['changes'] }),
    },
    'refused',
  );
  const { data: found } = find;
  const models = (found?.groups ?? [])
    .filter(({ certainty }) => certainty !== 'guess')
    .reduce((sum, group) => sum + group.models.length, 0);
  const error = find.error ?? propose.error;
  return (
    <>
      <Button size="xs" variant="default" loading={find.isPending} onClick={() => find.mutate(undefined)}>
        Find licences
      </Button>
      {find.isPending && notRead !== null && (
        <Text size="sm" role="status">
          {plural(notRead, 'model')} left to read
        </Text>
      )}
      {error && (
        <Alert color="red" role="alert">
          <ShownText text={error.message} />
        </Alert>
      )}
      {found && (
        <Alert color="gray" w="100%" title={`Found for ${plural(models, 'model')}`}>
          <List size="sm">
            {found.groups.map((group) => (
              <List.Item key={`${group.license_expression} ${group.certainty} ${group.commercial_use}`}>
                {group.models.length} × <ShownText text={group.license_expression} />, {group.certainty}
              </List.Item>
            ))}
            {found.questions.slice(0, 10).map(({ category, model_name, question }) => (
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
              models > 0 && (
                <Button size="xs" loading={propose.isPending} onClick={() => propose.mutate(found)}>
                  Propose {plural(models, 'licence')}
                </Button>
              )
            )}
          </Group>
        </Alert>
      )}
    </>
  );
}
