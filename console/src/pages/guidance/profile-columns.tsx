import type { ProfileItem } from '../../api/guidance.ts';
import type { RecordColumn } from '../../parts/columns.ts';
import { plural } from '../../parts/format.ts';
import { kindLabels } from '../../parts/guidance-words.ts';
import layout from '../../parts/layout.module.css';
import { QuickLink } from '../../parts/QuickLink.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { stringifySearch } from '../../search-params.ts';

export const profileColumns: readonly RecordColumn<ProfileItem>[] = [
  {
    id: 'name',
    label: 'Name',
    value: ({ display_name }) => display_name,
    cell: ({ display_name, profile_id, deprecated }) => (
      <span className={layout.flags}>
        <QuickLink href={`/guidance/profile${stringifySearch({ id: profile_id })}`} label={display_name} />
        {deprecated && <Tag tone="warn">deprecated</Tag>}
      </span>
    ),
    width: 'minmax(12rem, 1.2fr)',
  },
  {
    id: 'kind',
    label: 'Kind',
    value: ({ kind }) => kindLabels[kind],
    width: '9rem',
  },
  {
    id: 'summary',
    label: 'Summary',
    value: ({ summary }) => summary,
    cell: ({ summary }) => <ShownText text={summary} />,
    width: 'minmax(14rem, 2.5fr)',
  },
  {
    id: 'aliases',
    label: 'Aliases',
    value: ({ aliases }) => aliases.join(', '),
    cell: ({ aliases }) => <ShownText text={aliases.join(', ')} />,
    width: 'minmax(8rem, 1fr)',
  },
  {
    id: 'models',
    label: 'Models',
    highestFirst: true,
    align: 'end',
    value: ({ assigned_model_count }) => assigned_model_count,
    cell: ({ assigned_model_count: count }) => (count === 0 ? 'none' : plural(count, 'model')),
    width: '7rem',
  },
];
