import { Link } from '@tanstack/react-router';
import type { CategoryName, Statistics } from '../../api/types.ts';
import { fileVerdicts, verdictOrder } from '../../parts/file-verdicts.ts';
import { formatCount } from '../../parts/format.ts';
import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './insight.module.css';

/**
 * A table of the verdicts on the files of a category, with the number of files for each. Each verdict links
 * to the list of its files.
 */
export function FileVerdictCounts({
  category,
  counts,
}: {
  category: CategoryName;
  counts: Statistics['file_verdicts'];
}) {
  const found = verdictOrder.filter((verdict) => (counts[verdict] ?? 0) > 0);
  if (found.length === 0) return null;
  return (
    <Section title="What is known of the files">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">verdict</th>
            <th scope="col">files</th>
          </tr>
        </thead>
        <tbody>
          {found.map((verdict) => (
            <tr key={verdict}>
              <th scope="row">
                <Link to="/insight/files" search={{ category, verdict }}>
                  <Tag tone={fileVerdicts[verdict].tone}>{fileVerdicts[verdict].label}</Tag>
                </Link>
              </th>
              <td>{formatCount(counts[verdict] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
