import { useFileMarks } from '../api/files.ts';
import type { CategoryName } from '../api/types.ts';
import { fileVerdicts } from './file-verdicts.ts';
import { formatAge, formatTime, plural } from './format.ts';
import { Tag } from './Tag.tsx';
import classes from './text.module.css';

/**
 * The worst verdict on a model's files, with its date. A tooltip shows the reason. Only the verdicts in
 * `markedVerdicts` of `api/files.ts` count; without such a verdict, nothing is shown.
 */
export function ModelMark({
  category,
  name,
  inTable = false,
}: {
  category: CategoryName;
  name: string;
  /** Set in tables: on a narrow screen, the date is then only in the tooltip. */
  inTable?: boolean;
}) {
  const { data } = useFileMarks();
  const mark = data?.get(`${category}/${name}`);
  if (!mark) return null;
  const {
    worst: { verdict, detail, since },
    files,
  } = mark;
  const { label, tone } = fileVerdicts[verdict];
  const countNote = files > 1 ? ` The worst of ${plural(files, 'file')}.` : '';
  const dateNote = since === null ? '' : ` Since ${formatTime(since)}.`;
  return (
    <Tag tone={tone} title={`${detail}${dateNote}${countNote}`}>
      {label}
      {since !== null && <span className={inTable ? classes.beside : undefined}>, {formatAge(since)}</span>}
    </Tag>
  );
}
