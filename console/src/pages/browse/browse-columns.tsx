import type { ReactNode } from 'react';
import type { UsageByModel } from '../../api/usage.ts';
import { BaselineLink } from '../../parts/BaselineLink.tsx';
import type { CellValue, RecordColumn } from '../../parts/columns.ts';
import { FittingTags } from '../../parts/FittingTags.tsx';
import { formatAge, formatBytes, formatCompact, formatParameters, plural } from '../../parts/format.ts';
import { lifecycleText } from '../../parts/LifecycleTag.tsx';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { ModelMark } from '../../parts/ModelMark.tsx';
import { bytesOf, downloadsOf, hostsOf } from '../../parts/model-facts.ts';
import { ownValue } from '../../parts/own-value.ts';
import { Tag } from '../../parts/Tag.tsx';
import { Trend } from '../../parts/Trend.tsx';
import { figuresOf } from '../../parts/usage-figures.ts';
import classes from './browse.module.css';
import { type BrowseRow, modelsOf } from './browse-rows.ts';

type Column = RecordColumn<BrowseRow>;

/** Data for the cells that the rows do not contain. */
interface Known {
  /** The names of the baselines in the catalogue. */
  readonly baselines: ReadonlySet<string>;
  /** The monthly uses on each of the last days, by model name. */
  readonly trends: ReadonlyMap<string, readonly number[]>;
}
const none: readonly number[] = [];

interface ColumnFacts {
  readonly id: string;
  readonly label: string;
  readonly width: string;
  readonly align?: 'end';
  /** Whether the column is shown if the URL selects no columns. */
  readonly standard?: boolean;
  readonly usage?: boolean;
  readonly highestFirst?: boolean;
  readonly of: (row: BrowseRow & { kind: 'model' }, usage: UsageByModel) => CellValue;
  /**
   * Computes the value of a family or group from the values of its models. If absent, the cell of a family or
   * group is empty.
   */
  readonly ofMany?: (values: CellValue[]) => CellValue;
  readonly show?: (value: string | number, row: BrowseRow, known: Known) => ReactNode;
}

const sum = (values: CellValue[]) => values.reduce<number>((total, value) => total + Number(value ?? 0), 0);
const largest = (values: CellValue[]) => {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
};
/** Returns the value that all models of a group or family share; undefined if their values differ. */
const shared = (values: CellValue[]) => (new Set(values).size === 1 ? values[0] : undefined);

const tags = (value: string | number) => <FittingTags texts={String(value).split(', ')} room={28} />;

function usageColumn(period: 'day' | 'month' | 'total', label: string): ColumnFacts {
  return {
    id: `usage_${period}`,
    label,
    width: '8rem',
    align: 'end',
    usage: true,
    highestFirst: true,
    of: ({ model }, usage) => {
      const stats = ownValue(usage, model.name);
      return stats?.usage_stats && figuresOf(stats)[period];
    },
    ofMany: sum,
    show: (value) => formatCompact(Number(value)),
  };
}

const table: readonly ColumnFacts[] = [
  {
    ...usageColumn('month', 'Uses/month'),
    width: '11.5rem',
    standard: true,
    show: (value, row, { trends }) => (
      <>
        <Trend values={trends.get(row.name) ?? none} />
        <span className={classes.figure}>{formatCompact(Number(value))}</span>
      </>
    ),
  },
  {
    id: 'workers',
    label: 'Workers',
    width: '6.5rem',
    align: 'end',
    usage: true,
    highestFirst: true,
    standard: true,
    of: ({ model }, usage) => {
      const stats = ownValue(usage, model.name);
      return stats && (figuresOf(stats).workers || undefined);
    },
    ofMany: largest,
  },
  {
    id: 'group',
    label: 'Group',
    width: 'minmax(9rem, 1fr)',
    standard: true,
    of: ({ model }) => model.record.text_model_group,
  },
  {
    id: 'baseline',
    label: 'Baseline',
    width: '11rem',
    standard: true,
    of: ({ model }) => model.record.baseline,
    ofMany: shared,
    show: (value, _, { baselines }) => <BaselineLink name={String(value)} known={baselines} />,
  },
  {
    id: 'parameters',
    label: 'Parameters',
    width: '8rem',
    align: 'end',
    standard: true,
    of: ({ model }) => model.record.parameters,
    ofMany: largest,
    show: (value, row) => {
      const smallest = Math.min(...modelsOf(row).map(({ record }) => record.parameters ?? Number(value)));
      const most = formatParameters(Number(value));
      return smallest < Number(value) ? `${formatParameters(smallest)} – ${most}` : most;
    },
  },
  {
    id: 'size',
    label: 'Size',
    width: '6rem',
    align: 'end',
    standard: true,
    of: ({ model }) => bytesOf(model),
    ofMany: sum,
    show: (value) => formatBytes(Number(value)),
  },
  {
    id: 'style',
    label: 'Style',
    width: '8rem',
    standard: true,
    of: ({ model }) => model.record.style ?? model.record.controlnet_style,
    ofMany: shared,
  },
  {
    id: 'nsfw',
    label: 'NSFW',
    width: '5.5rem',
    standard: true,
    of: ({ model }) => (model.record.nsfw ? 'NSFW' : undefined),
    ofMany: shared,
    show: (value) => <Tag tone="warn">{value}</Tag>,
  },
  {
    id: 'lifecycle',
    label: 'Lifecycle',
    width: '11rem',
    standard: true,
    of: ({ model: { record } }) => lifecycleText(record),
    ofMany: shared,
    show: (value) => <Tag tone="warn">{value}</Tag>,
  },
  {
    id: 'tags',
    label: 'Tags',
    width: 'minmax(16rem, 1fr)',
    standard: true,
    of: ({ model }) => model.record.tags?.join(', '),
    show: tags,
  },
  {
    id: 'description',
    label: 'Description',
    width: 'minmax(14rem, 2fr)',
    of: ({ model }) => model.record.description,
  },
  { id: 'version', label: 'Version', width: '7rem', of: ({ model }) => model.record.version },
  {
    id: 'inpainting',
    label: 'Inpainting',
    width: '6.5rem',
    of: ({ model }) => (model.record.inpainting ? 'yes' : undefined),
  },
  {
    id: 'trigger',
    label: 'Trigger words',
    width: '16rem',
    of: ({ model }) => model.record.trigger?.join(', '),
    show: tags,
  },
  {
    id: 'instruct_format',
    label: 'Instruct format',
    width: '9rem',
    of: ({ model }) => model.record.instruct_format,
  },
  {
    id: 'files',
    label: 'Files',
    width: '4.5rem',
    align: 'end',
    of: ({ model }) => downloadsOf(model).length || undefined,
    ofMany: sum,
  },
  { id: 'hosts', label: 'Hosts', width: '11rem', of: ({ model }) => hostsOf(model).join(', ') },
  {
    id: 'updated',
    label: 'Updated',
    width: '9rem',
    of: ({ model }) => model.record.metadata?.updated_at,
    ofMany: largest,
    show: (value) => formatAge(Number(value)),
  },
  {
    id: 'added',
    label: 'Added',
    width: '9rem',
    highestFirst: true,
    of: ({ model }) => model.record.metadata?.created_at,
    ofMany: largest,
    show: (value) => formatAge(Number(value)),
  },
  ...[usageColumn('day', 'Uses/day'), usageColumn('total', 'Uses in total')],
];

const nameColumn: Column = {
  id: 'name',
  label: 'Name',
  width: 'minmax(var(--name-width), 2.5fr)',
  value: (row) => row.name,
  cell: (row) =>
    row.kind === 'model' ? (
      <>
        <ModelLink category={row.model.category} name={row.model.name} label={row.name} />
        <ModelMark category={row.model.category} name={row.model.name} inTable />
      </>
    ) : (
      <>
        <strong>{row.name}</strong>
        <Tag tone={row.kind === 'family' ? 'accent' : undefined}>
          {row.kind === 'family'
            ? `family of ${plural(row.children.length, 'group')}`
            : plural(modelsOf(row).length, 'model')}
        </Tag>
      </>
    ),
};

export interface BrowseColumn extends Column {
  readonly standard: boolean;
  readonly usage: boolean;
}

/** Minimum share of models with a value in a column for the column to be shown by default. */
const fewest = 0.1;

/**
 * Returns the columns of the browse table: the name, then each column with a value for at least one model.
 * With `hasUsage`, includes the usage columns even without values.
 */
export function browseColumns(
  rows: readonly BrowseRow[],
  hasUsage: boolean,
  usage: UsageByModel,
  known: Known,
): BrowseColumn[] {
  const samples = rows.flatMap(modelRowsOf);
  const filledIn = ({ of }: ColumnFacts) =>
    samples.filter((row) => ![undefined, null, ''].includes(of(row, usage) as never)).length;
  const offered = table.filter((facts) => (facts.usage ? hasUsage : filledIn(facts) > 0));
  return [
    { ...nameColumn, standard: true, usage: false },
    ...offered.map((facts): BrowseColumn => {
      const value = (row: BrowseRow): CellValue =>
        row.kind === 'model'
          ? facts.of(row, usage)
          : facts.ofMany?.(modelRowsOf(row).map((member) => facts.of(member, usage)));
      const { show } = facts;
      return {
        id: facts.id,
        label: facts.label,
        width: facts.width,
        align: facts.align,
        highestFirst: facts.highestFirst ?? false,
        standard: (facts.standard ?? false) && (facts.usage || filledIn(facts) >= samples.length * fewest),
        usage: facts.usage ?? false,
        value,
        cell:
          show &&
          ((row) => {
            const given = value(row);
            return given === undefined || given === null || given === ''
              ? null
              : show(given as string | number, row, known);
          }),
      };
    }),
  ];
}

function modelRowsOf(row: BrowseRow): (BrowseRow & { kind: 'model' })[] {
  return row.kind === 'model' ? [row] : row.children.flatMap(modelRowsOf);
}
