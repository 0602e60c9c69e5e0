import { Link } from '@tanstack/react-router';
import type { Baseline } from '../../api/baseline-change-sets.ts';
import type { useBaselineUse } from '../../api/baselines.ts';
import { BaselineLink } from '../../parts/BaselineLink.tsx';
import { capabilityKeys, formatNativeSize, formatPrice } from '../../parts/baseline-words.ts';
import type { RecordColumn } from '../../parts/columns.ts';
import { formatCompact, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { CapabilityIcons } from './Capabilities.tsx';

/**
 * Returns the columns of the table of baselines.
 * @param usesOf returns the models of a baseline and the number of their uses; undefined until the models are
 *   loaded
 */
export function baselineColumns(
  usesOf: ReturnType<typeof useBaselineUse>['usesOf'],
): readonly RecordColumn<Baseline>[] {
  return [
    {
      id: 'name',
      label: 'Name',
      value: ({ name }) => name,
      cell: ({ name }) => <BaselineLink name={name} known={new Set([name])} />,
      width: 'minmax(12rem, 1.2fr)',
    },
    {
      id: 'title',
      label: 'Display name',
      value: ({ display_name }) => display_name,
      width: 'minmax(11rem, 1fr)',
    },
    {
      id: 'size',
      label: 'Native size',
      align: 'end',
      highestFirst: true,
      value: ({ native_resolution }) => native_resolution,
      cell: ({ native_resolution: pixels }) => pixels !== null && formatNativeSize(pixels),
      width: '8rem',
    },
    {
      id: 'capabilities',
      label: 'Capabilities',
      highestFirst: true,
      value: ({ capabilities }) => capabilityKeys.filter((key) => capabilities[key]).length,
      cell: ({ capabilities }) => <CapabilityIcons capabilities={capabilities} />,
      width: '9.5rem',
    },
    {
      id: 'price',
      label: 'Price',
      highestFirst: true,
      value: ({ horde_policy }) => horde_policy.kudos,
      cell: ({ horde_policy }) => formatPrice(horde_policy),
      width: '11rem',
    },
    {
      id: 'models',
      label: 'Models',
      highestFirst: true,
      align: 'end',
      value: ({ name }) => usesOf?.(name).models.length,
      cell: ({ name }) => {
        const modelCount = usesOf?.(name).models.length;
        if (modelCount === undefined || modelCount === 0) return modelCount;
        return (
          <Link
            to="/browse/$category"
            params={{ category: 'image_generation' }}
            search={{ baseline: [name] }}
            className={layout.cell}
          >
            {plural(modelCount, 'model')}
          </Link>
        );
      },
      width: '7rem',
    },
    {
      id: 'month',
      label: 'Uses/month',
      highestFirst: true,
      align: 'end',
      value: ({ name }) => usesOf?.(name).monthlyUses,
      cell: ({ name }) => {
        const monthlyUses = usesOf?.(name).monthlyUses;
        return monthlyUses === undefined ? null : formatCompact(monthlyUses);
      },
      width: '8.5rem',
    },
  ];
}
