import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BaselineChange } from '../api/baseline-change-sets.ts';
import { useBaselineNames, useBaselineUse } from '../api/baselines.ts';
import { BaselineLink } from './BaselineLink.tsx';
import { describeBaselineChange, formatDifference } from './baseline-words.ts';
import layout from './layout.module.css';
import { ShownText } from './ShownText.tsx';
import { Tag } from './Tag.tsx';

const tones = { new: 'good', changed: 'accent', deleted: 'bad' } as const;

/**
 * The changes of a change set of image baselines, one item per baseline. Each item states how many models the
 * change affects.
 */
export function BaselineDifferences({ changes }: { changes: readonly BaselineChange[] }) {
  const { usesOf } = useBaselineUse();
  const known = useBaselineNames();
  return (
    <ul className={layout.panel} aria-label="What changes">
      {changes.map((change, index) => {
        const difference = describeBaselineChange(change);
        const { name, kind } = difference;
        const usage = usesOf?.(name);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a change set may name a baseline twice
          <li key={index} className={layout.item}>
            <div className={layout.line}>
              <Tag tone={tones[kind]}>{kind}</Tag>
              <span className={layout.name}>
                <BaselineLink name={name} known={known} />
              </span>
              {usage && usage.models.length > 0 && (
                <Link
                  to="/browse/$category"
                  params={{ category: 'image_generation' }}
                  search={{ baseline: [name] }}
                  className={`${layout.crumb} ${layout.end}`}
                >
                  its models
                </Link>
              )}
            </div>
            <Text size="sm" className={layout.anywhere}>
              <ShownText text={formatDifference(difference, usage)} />
            </Text>
          </li>
        );
      })}
    </ul>
  );
}
