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
interface CellData {
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
  readonly modelValue: (row: BrowseRow & { kind: 'model' }, usage: UsageByModel) => CellValue;
  /**
   * Computes the value of a family or group from the values of its models. If absent, the cell of a family or
   * group is empty.
   */
  readonly groupValue?: (values: CellValue[]) => CellValue;
  readonly renderValue?: (value: string | number, row: BrowseRow, data: CellData) => ReactNode;
}

const sumValues = (values: CellValue[]) =>
  values.reduce<number>((total, value) => total + Number(value ?? 0), 0);
const largestValue = (values: CellValue[]) => {
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length > 0 ? Math.max(...numbers) : undefined;
};
/** Returns the value that all models of a group or family share; undefined if their values differ. */
const sharedValue = (values: CellValue[]) => (new Set(values).size === 1 ? values[0] : undefined);

const renderTags = (value: string | number) => <FittingTags texts={String(value).split(', ')} room={28} />;

function createUsageColumn(period: 'day' | 'month' | 'total', label: string): ColumnFacts {
  return {
    id: `usage_${period}`,
    label,
    width: '8rem',
    align: 'end',
    usage: true,
    highestFirst: true,
    modelValue: ({ model }, usage) => {
      const stats = ownValue(usage, model.name);
      return stats?.usage_stats && figuresOf(stats)[period];
    },
    groupValue: sumValues,
    renderValue: (value) => formatCompact(Number(value)),
  };
}

const table: readonly ColumnFacts[] = [
  {
    ...createUsageColumn('month', 'Uses/month'),
    width: '11.5rem',
    standard: true,
    renderValue: (value, row, { trends }) => (
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
    modelValue: ({ model }, usage) => {
      const stats = ownValue(usage, model.name);
      return stats && (figuresOf(stats).workers || undefined);
    },
    groupValue: largestValue,
  },
  {
    id: 'group',
    label: 'Group',
    width: 'minmax(9rem, 1fr)',
    standard: true,
    modelValue: ({ model }) => model.record.text_model_group,
  },
  {
    id: 'baseline',
    label: 'Baseline',
    width: '11rem',
    standard: true,
    modelValue: ({ model }) => model.record.baseline,
    groupValue: sharedValue,
    renderValue: (value, _, { baselines }) => <BaselineLink name={String(value)} known={baselines} />,
  },
  {
    id: 'parameters',
    label: 'Parameters',
    width: '8rem',
    align: 'end',
    standard: true,
    modelValue: ({ model }) => model.record.parameters,
    groupValue: largestValue,
    renderValue: (value, row) => {
      const smallestCount = Math.min(
        ...modelsOf(row).map(({ record }) => record.parameters ?? Number(value)),
      );
      const largestText = formatParameters(Number(value));
      return smallestCount < Number(value)
        ? `${formatParameters(smallestCount)} – ${largestText}`
        : largestText;
    },
  },
  {
    id: 'size',
    label: 'Size',
    width: '6rem',
    align: 'end',
    standard: true,
    modelValue: ({ model }) => bytesOf(model),
    groupValue: sumValues,
    renderValue: (value) => formatBytes(Number(value)),
  },
  {
    id: 'style',
    label: 'Style',
    width: '8rem',
    standard: true,
    modelValue: ({ model }) => model.record.style ?? model.record.controlnet_style,
    groupValue: sharedValue,
  },
  {
    id: 'nsfw',
    label: 'NSFW',
    width: '5.5rem',
    standard: true,
    modelValue: ({ model }) => (model.record.nsfw ? 'NSFW' : undefined),
    groupValue: sharedValue,
    renderValue: (value) => <Tag tone="warn">{value}</Tag>,
  },
  {
    id: 'lifecycle',
    label: 'Lifecycle',
    width: '11rem',
    standard: true,
    modelValue: ({ model: { record } }) => lifecycleText(record),
    groupValue: sharedValue,
    renderValue: (value) => <Tag tone="warn">{value}</Tag>,
  },
  {
    id: 'tags',
    label: 'Tags',
    width: 'minmax(16rem, 1fr)',
    standard: true,
    modelValue: ({ model }) => model.record.tags?.join(', '),
    renderValue: renderTags,
  },
  {
    id: 'description',
    label: 'Description',
    width: 'minmax(14rem, 2fr)',
    modelValue: ({ model }) => model.record.description,
  },
  { id: 'version', label: 'Version', width: '7rem', modelValue: ({ model }) => model.record.version },
  {
    id: 'inpainting',
    label: 'Inpainting',
    width: '6.5rem',
    modelValue: ({ model }) => (model.record.inpainting ? 'yes' : undefined),
  },
  {
    id: 'trigger',
    label: 'Trigger words',
    width: '16rem',
    modelValue: ({ model }) => model.record.trigger?.join(', '),
    renderValue: renderTags,
  },
  {
    id: 'instruct_format',
    label: 'Instruct format',
    width: '9rem',
    modelValue: ({ model }) => model.record.instruct_format,
  },
  {
    id: 'files',
    label: 'Files',
    width: '4.5rem',
    align: 'end',
    modelValue: ({ model }) => downloadsOf(model).length || undefined,
    groupValue: sumValues,
  },
  { id: 'hosts', label: 'Hosts', width: '11rem', modelValue: ({ model }) => hostsOf(model).join(', ') },
  {
    id: 'updated',
    label: 'Updated',
    width: '9rem',
    modelValue: ({ model }) => model.record.metadata?.updated_at,
    groupValue: largestValue,
    renderValue: (value) => formatAge(Number(value)),
  },
  {
    id: 'added',
    label: 'Added',
    width: '9rem',
    highestFirst: true,
    modelValue: ({ model }) => model.record.metadata?.created_at,
    groupValue: largestValue,
    renderValue: (value) => formatAge(Number(value)),
  },
  ...[createUsageColumn('day', 'Uses/day'), createUsageColumn('total', 'Uses in total')],
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
const minFilledShare = 0.1;

/**
 * Returns the columns of the browse table: the name, then each column with a value for at least one model.
 * With `hasUsage`, includes the usage columns even without values.
 */
export function browseColumns(
  rows: readonly BrowseRow[],
  hasUsage: boolean,
  usage: UsageByModel,
  cellData: CellData,
): BrowseColumn[] {
  const samples = rows.flatMap(listModelRows);
  const countFilledCells = ({ modelValue }: ColumnFacts) =>
    samples.filter((row) => ![undefined, null, ''].includes(modelValue(row, usage) as never)).length;
  const offeredColumns = table.filter((facts) => (facts.usage ? hasUsage : countFilledCells(facts) > 0));
  return [
    { ...nameColumn, standard: true, usage: false },
    ...offeredColumns.map((facts): BrowseColumn => {
      const cellValue = (row: BrowseRow): CellValue =>
        row.kind === 'model'
          ? facts.modelValue(row, usage)
          : facts.groupValue?.(listModelRows(row).map((member) => facts.modelValue(member, usage)));
      const { renderValue } = facts;
      return {
        id: facts.id,
        label: facts.label,
        width: facts.width,
        align: facts.align,
        highestFirst: facts.highestFirst ?? false,
        standard:
          (facts.standard ?? false) &&
          (facts.usage || countFilledCells(facts) >= samples.length * minFilledShare),
        usage: facts.usage ?? false,
        value: cellValue,
        cell:
          renderValue &&
          ((row) => {
            const content = cellValue(row);
            return content === undefined || content === null || content === ''
              ? null
              : renderValue(content as string | number, row, cellData);
          }),
      };
    }),
  ];
}

function listModelRows(row: BrowseRow): (BrowseRow & { kind: 'model' })[] {
  return row.kind === 'model' ? [row] : row.children.flatMap(listModelRows);
}
