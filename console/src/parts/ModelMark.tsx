import { useFileMarks } from '../api/files.ts';
import type { CategoryName } from '../api/types.ts';
import { fileVerdicts } from './file-verdicts.ts';
import { formatAge, formatTime, plural } from './format.ts';
import { Tag } from './Tag.tsx';
import classes from './text.module.css';

/**
 * The worst verdict on a model's files, with its date; a tooltip shows the reason. Counts only the verdicts
 * that lists show (`marked` in `api/files.ts`), and shows nothing if no file has one of them.
 */
export function ModelMark({
  category,
  name,
  inTable = false,
}: {
  category: CategoryName;
  name: string;
  /** True in a table: on a narrow screen, only the tooltip then shows the date. */
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
  const of = files > 1 ? ` The worst of ${plural(files, 'file')}.` : '';
  const date = since === null ? '' : ` Since ${formatTime(since)}.`;
  return (
    <Tag tone={tone} title={`${detail}${date}${of}`}>
      {label}
      {since !== null && <span className={inTable ? classes.beside : undefined}>, {formatAge(since)}</span>}
    </Tag>
  );
}
