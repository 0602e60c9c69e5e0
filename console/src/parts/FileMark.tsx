import type { FileEvidence } from '../api/types.ts';
import { fileVerdicts } from './file-verdicts.ts';
import { formatTime } from './format.ts';
import { Tag } from './Tag.tsx';

/** The verdict on a file. A tooltip shows the verdict's reason and date. */
export function FileMark({ file }: { file: FileEvidence }) {
  const { label, tone } = fileVerdicts[file.verdict];
  const since = file.since === null ? '' : ` Since ${formatTime(file.since)}.`;
  return (
    <Tag tone={tone} title={`${file.detail}${since}`}>
      {label}
    </Tag>
  );
}
