import { Alert, Stack } from '@mantine/core';
import type { DryRun } from '../../api/proposals.ts';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { NewRecord } from '../../parts/NewRecord.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import classes from './propose.module.css';

/**
 * The effect of a proposal as the approver will see it: first the findings, then the differences field by
 * field.
 */
export function ProposedChange({ category, result }: { category: string; result: DryRun }) {
  const { diff, findings } = result;
  // In a create or delete every critical field differs, so none is marked.
  const critical = new Set(diff.net_operation === 'modified' ? diff.critical_fields : []);
  return (
    <Stack gap="sm">
      {diff.is_critical && diff.net_operation === 'modified' && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          Touches fields that workers depend on
          {critical.size > 0 ? `: ${[...critical].join(', ')}.` : '.'}
        </Alert>
      )}
      {findings.length > 0 && (
        <Alert
          color={findings.some(({ severity }) => severity === 'critical') ? 'red' : 'yellow'}
          icon={<Icon name="info" />}
          title="The approver will see these findings"
        >
          <ul className={classes.problems}>
            {findings.map(({ rule, severity, field_path, message }) => (
              <li key={`${rule} ${field_path} ${message}`}>
                {severity === 'critical' && <strong>Critical: </strong>}
                {field_path && <code>{field_path}</code>} <ShownText text={message} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {diff.net_operation === 'added' ? (
        <NewRecord category={category} diffs={diff.field_diffs} findings={findings} />
      ) : (
        <FieldDiffView diffs={diff.field_diffs} critical={critical} />
      )}
    </Stack>
  );
}
