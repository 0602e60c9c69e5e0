import type { RiskLevel } from '../api/types.ts';
import { Tag } from './Tag.tsx';

const tones = { look: 'warn', high: 'bad' } as const;

/** The risk of a change, which says how closely an approver has to check it. Shows nothing for a low risk. */
export function RiskTag({
  level,
  reasons = [],
}: {
  level: RiskLevel;
  reasons?: readonly { message: string }[];
}) {
  if (level === 'low') return null;
  return (
    <Tag tone={tones[level]} title={reasons.map(({ message }) => message).join('\n')}>
      {level === 'look' ? 'medium' : level} risk
    </Tag>
  );
}
