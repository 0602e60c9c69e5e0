import { Alert, Stack, Text } from '@mantine/core';
import type { DryRun } from '../../api/proposals.ts';
import { plural } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { RecordDiff } from '../../parts/RecordDiff.tsx';

/** The effect of a proposal as the approver sees it: the differences by field, with the findings. */
export function ProposedChange({ category, result }: { category: string; result: DryRun }) {
  const { diff, findings } = result;
  // A create or delete changes every critical field, so none is marked.
  const critical = new Set(diff.net_operation === 'modified' ? diff.critical_fields : []);
  return (
    <Stack gap="sm">
      {diff.is_critical && diff.net_operation === 'modified' && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          Changes fields that workers depend on
          {critical.size > 0 ? `: ${[...critical].join(', ')}.` : '.'}
        </Alert>
      )}
      {findings.length > 0 && (
        <Text size="sm" fw={600}>
          The approver sees {plural(findings.length, 'finding')}:
        </Text>
      )}
      <RecordDiff category={category} diffs={diff.field_diffs} findings={findings} critical={critical} />
    </Stack>
  );
}
