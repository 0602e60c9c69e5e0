import type { ModelRecord } from '../api/types.ts';
import { Tag } from './Tag.tsx';

/**
 * Gives a model's lifecycle in words, such as `beta` or `deprecated`; undefined for a model in no such state.
 */
export function lifecycleText({ lifecycle }: ModelRecord): string | undefined {
  if (!lifecycle) return undefined;
  const { state, until, replaced_by: successor } = lifecycle;
  if (state === 'beta') return until ? `beta until ${until.slice(0, 10)}` : 'beta';
  return successor ? `deprecated: use ${successor}` : 'deprecated';
}

/** A label with a model's lifecycle; nothing for a model that is neither in beta nor deprecated. */
export function LifecycleTag({ record }: { record: ModelRecord }) {
  const text = lifecycleText(record);
  if (text === undefined) return null;
  return (
    <Tag tone={text.startsWith('beta') ? 'accent' : 'warn'} title={record.lifecycle?.reason ?? undefined}>
      {text}
    </Tag>
  );
}
