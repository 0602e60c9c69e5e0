import { Text } from '@mantine/core';
import type { ModelRecord } from '../../api/types.ts';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import classes from './model.module.css';

/**
 * Says which readers see a model in beta. For a deprecated record, says why nobody should use it, and which
 * record replaces it.
 */
export function LifecycleNote({ record }: { record: ModelRecord }) {
  const { lifecycle, record_type: category } = record;
  // A baseline names its successor outside of a lifecycle.
  const successor =
    lifecycle?.replaced_by ?? ('replaced_by' in record ? String(record.replaced_by) : undefined);
  const isBeta = lifecycle?.state === 'beta';
  if (!isBeta && !lifecycle?.reason && successor === undefined) return null;
  return (
    <Text className={classes.description} size="sm">
      {isBeta && 'Only readers who ask for models in beta are shown it. '}
      {lifecycle?.reason && <ShownText text={`${lifecycle.reason} `} />}
      {successor !== undefined && (
        <>
          Use <ModelLink category={category} name={successor} /> instead.
        </>
      )}
    </Text>
  );
}
