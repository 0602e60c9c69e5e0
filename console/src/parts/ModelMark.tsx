import { useFileMarks } from '../api/files.ts';
import type { CategoryName } from '../api/types.ts';
import { fileVerdicts } from './file-verdicts.ts';
import { formatAge, formatTime, plural } from './format.ts';
import { Tag } from './Tag.tsx';
import classes from './text.module.css';

/**
 * The worst verdict on a model's files, with its date; a tooltip shows the reason. Shows nothing if no file
 * has a verdict that lists of models show.
 */
export function ModelMark({
  category,
  name,
  inTable = false,
}: {
  category: CategoryName;
  name: string;
  /** True in a table, where narrow screens show the date only in the tooltip. */
  inTable?: boolean;
}) {
  const { data } = useFileMarks();
  const mark = data?.get(`${category}/${name}`);
  if (!mark) return null;
  const { verdict, detail, since, files } = mark;
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
