import { Link } from '@tanstack/react-router';
import type { DeletionRisk, ModelRisk } from '../../api/types.ts';
import type { RecordColumn } from '../../parts/columns.ts';
import { FittingTags } from '../../parts/FittingTags.tsx';
import { formatCompact, formatCount } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { listFlags } from './risk-flags.ts';

/** A row of the deletion-risk table: a model, a group of models, or a backend copy of a model. */
export type RiskRow =
  | { readonly kind: 'model' | 'group'; readonly id: string; readonly risk: ModelRisk }
  | {
      readonly kind: 'variation';
      readonly id: string;
      readonly of: ModelRisk;
      readonly variation: NonNullable<ModelRisk['backend_variations']>[number];
    };

export const rowId = (row: RiskRow): string => row.id;

export function createVariationRows(row: RiskRow): RiskRow[] | undefined {
  if (row.kind === 'variation' || !row.risk.backend_variations) return undefined;
  return row.risk.backend_variations.map((variation) => ({
    kind: 'variation',
    id: `${row.id} at ${variation.backend}`,
    of: row.risk,
    variation,
  }));
}

const usageOf = (row: RiskRow) => (row.kind === 'variation' ? row.variation : row.risk);
const riskOf = (row: RiskRow) => (row.kind === 'variation' ? undefined : row.risk);

function nameOf(row: RiskRow): string {
  return row.kind === 'variation' ? row.variation.variant_name : row.risk.name;
}

function Name({ row }: { row: RiskRow }) {
  if (row.kind === 'variation') {
    return (
      <>
        <ShownText text={row.variation.variant_name} /> <Tag>{row.variation.backend}</Tag>
      </>
    );
  }
  const { category, name } = row.risk;
  return row.kind === 'model' ? (
    <ModelLink category={category} name={name} />
  ) : (
    <Link
      to="/browse/$category"
      params={{ category }}
      search={{ group: [name], view: 'groups', open: ['*'] }}
      className={layout.cell}
    >
      <ShownText text={name} />
    </Link>
  );
}

const createCountColumn = (
  id: string,
  label: string,
  value: (row: RiskRow) => number,
  width = '6.5rem',
): RecordColumn<RiskRow> => ({
  id,
  label,
  value,
  cell: (row) => <span title={formatCount(value(row))}>{formatCompact(value(row))}</span>,
  width,
  align: 'end',
  highestFirst: true,
});

const riskColumns: readonly RecordColumn<RiskRow>[] = [
  {
    id: 'name',
    label: 'Name',
    value: nameOf,
    cell: (row) => <Name row={row} />,
    width: 'minmax(12rem, 1.5fr)',
  },
  {
    id: 'score',
    label: 'Risks',
    value: (row) => riskOf(row)?.risk_score,
    width: '5rem',
    align: 'end',
    highestFirst: true,
  },
  {
    id: 'flags',
    label: 'Why',
    value: (row) => {
      const modelRisk = riskOf(row);
      return modelRisk && listFlags(modelRisk).join(', ');
    },
    cell: (row) => {
      const modelRisk = riskOf(row);
      return (
        modelRisk && (
          <span className={layout.flags}>
            {modelRisk.is_critical && <Tag tone="bad">critical</Tag>}
            <FittingTags texts={listFlags(modelRisk)} room={modelRisk.is_critical ? 22 : 30} />
          </span>
        )
      );
    },
    width: 'minmax(17rem, 2fr)',
    sortable: false,
  },
  createCountColumn('workers', 'Workers', (row) => usageOf(row).worker_count, '6.25rem'),
  createCountColumn('day', 'Day', (row) => usageOf(row).usage_day, '4.75rem'),
  createCountColumn('month', 'Month', (row) => usageOf(row).usage_month, '5.5rem'),
  createCountColumn('total', 'Total', (row) => usageOf(row).usage_total, '5.25rem'),
  {
    id: 'share',
    label: 'Share',
    value: (row) => riskOf(row)?.usage_percentage_of_category,
    cell: (row) => {
      const share = riskOf(row)?.usage_percentage_of_category;
      return share !== undefined && `${share.toFixed(2)} %`;
    },
    width: '5.25rem',
    align: 'end',
  },
  {
    id: 'size',
    label: 'Size',
    value: (row) => riskOf(row)?.size_gb,
    cell: (row) => {
      const size = riskOf(row)?.size_gb;
      return size != null && `${size.toFixed(1)} GiB`;
    },
    width: '5.5rem',
    align: 'end',
  },
  {
    id: 'worth',
    label: 'Use per GiB',
    value: (row) => riskOf(row)?.cost_benefit_score,
    cell: (row) => {
      const usePerGib = riskOf(row)?.cost_benefit_score;
      return usePerGib != null && formatCompact(usePerGib);
    },
    width: '7.5rem',
    align: 'end',
  },
  { id: 'baseline', label: 'Baseline', value: (row) => riskOf(row)?.baseline, width: '11rem' },
];

/**
 * Returns the columns of the deletion-risk table for a category. Omits the columns of unknown figures; for
 * text models, the size in bytes is always unknown.
 *
 * @param unknownUsage the unknown usage figures
 */
export function createRiskColumns(
  category: string,
  unknownUsage: DeletionRisk['unknown_usage'],
): readonly RecordColumn<RiskRow>[] {
  const unknown: readonly string[] = [
    ...(category === 'text_generation' ? ['size', 'worth'] : []),
    ...unknownUsage,
    ...(unknownUsage.includes('month') ? ['share', 'worth'] : []),
  ];
  return riskColumns.filter(({ id }) => !unknown.includes(id));
}
