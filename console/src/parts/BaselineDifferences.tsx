import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BaselineChange } from '../api/baseline-change-sets.ts';
import { useBaselineNames, useBaselineUse } from '../api/baselines.ts';
import { BaselineLink } from './BaselineLink.tsx';
import { differenceOf, differenceWords } from './baseline-words.ts';
import layout from './layout.module.css';
import { ShownText } from './ShownText.tsx';
import { Tag } from './Tag.tsx';

const tones = { new: 'good', changed: 'accent', deleted: 'bad' } as const;

/**
 * The differences of a change set of image baselines and the number of affected models, one item per
 * baseline.
 */
export function BaselineDifferences({ changes }: { changes: readonly BaselineChange[] }) {
  const { usesOf } = useBaselineUse();
  const known = useBaselineNames();
  return (
    <ul className={layout.panel} aria-label="What changes">
      {changes.map((change, index) => {
        const difference = differenceOf(change);
        const { name, kind } = difference;
        const use = usesOf?.(name);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a change set may name a baseline twice
          <li key={index} className={layout.item}>
            <div className={layout.line}>
              <Tag tone={tones[kind]}>{kind}</Tag>
              <span className={layout.name}>
                <BaselineLink name={name} known={known} />
              </span>
              {use && use.models.length > 0 && (
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
              <ShownText text={differenceWords(difference, use)} />
            </Text>
          </li>
        );
      })}
    </ul>
  );
}
