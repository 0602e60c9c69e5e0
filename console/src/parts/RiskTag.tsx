import type { RiskLevel } from '../api/types.ts';
import { Tag } from './Tag.tsx';

const tones = { low: 'good', look: 'warn', high: 'bad' } as const;

/** The risk of a change: how closely an approver has to look at it. */
export function RiskTag({
  level,
  reasons = [],
}: {
  level: RiskLevel;
  reasons?: readonly { message: string }[];
}) {
  return (
    <Tag tone={tones[level]} title={reasons.map(({ message }) => message).join('\n')}>
      {level === 'look' ? 'look at it' : `${level} risk`}
    </Tag>
  );
}
