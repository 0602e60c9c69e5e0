import type { ModelRecord } from '../api/types.ts';
import { Tag } from './Tag.tsx';

/** Where a model stands in its life, in words; undefined for a model without reservation. */
export function lifecycleText({ lifecycle }: ModelRecord): string | undefined {
  if (!lifecycle) return undefined;
  const { state, until, replaced_by: successor } = lifecycle;
  if (state === 'beta') return until ? `beta until ${until.slice(0, 10)}` : 'beta';
  return successor ? `deprecated: use ${successor}` : 'deprecated';
}

/** The same as a label, when it is worth saying. */
export function LifecycleTag({ record }: { record: ModelRecord }) {
  const text = lifecycleText(record);
  if (text === undefined) return null;
  return (
    <Tag tone={text.startsWith('beta') ? 'accent' : 'warn'} title={record.lifecycle?.reason ?? undefined}>
      {text}
    </Tag>
  );
}
