import type { ModelRecord } from '../api/types.ts';
import { Tag } from './Tag.tsx';

/**
 * Returns a model's lifecycle in words, such as `deprecated: use X`; undefined for a model that is not
 * deprecated.
 */
export function lifecycleText({ lifecycle }: ModelRecord): string | undefined {
  if (!lifecycle) return undefined;
  const { replaced_by: successor } = lifecycle;
  return successor ? `deprecated: use ${successor}` : 'deprecated';
}

/** A label with a model's lifecycle; nothing for a model that is not deprecated. */
export function LifecycleTag({ record }: { record: ModelRecord }) {
  const text = lifecycleText(record);
  if (text === undefined) return null;
  return (
    <Tag tone="warn" title={record.lifecycle?.reason ?? undefined}>
      {text}
    </Tag>
  );
}
