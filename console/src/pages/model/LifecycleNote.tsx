import { Text } from '@mantine/core';
import type { ModelRecord } from '../../api/types.ts';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import classes from './model.module.css';

/** The reason why a record is deprecated, and the record that replaces it. */
export function LifecycleNote({ record }: { record: ModelRecord }) {
  const { lifecycle, record_type: category } = record;
  const successor = lifecycle?.replaced_by;
  if (!lifecycle?.reason && successor === undefined) return null;
  return (
    <Text className={classes.description} size="sm">
      {lifecycle?.reason && <ShownText text={`${lifecycle.reason} `} />}
      {successor !== undefined && (
        <>
          Use <ModelLink category={category} name={successor} /> instead.
        </>
      )}
    </Text>
  );
}
