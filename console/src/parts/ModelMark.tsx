import { useFileMarks } from '../api/files.ts';
import type { CategoryName } from '../api/types.ts';
import { fileVerdicts } from './file-verdicts.ts';
import { formatAge, formatTime, plural } from './format.ts';
import { Tag } from './Tag.tsx';

/** What is wrong with the files of a model, since when and, on demand, why; nothing where all is well. */
export function ModelMark({ category, name }: { category: CategoryName; name: string }) {
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
      {since !== null && `, ${formatAge(since)}`}
    </Tag>
  );
}
