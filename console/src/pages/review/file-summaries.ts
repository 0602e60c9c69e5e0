import { useMemo } from 'react';
import { bounds } from '../../api/bounds.ts';
import { useChangeDiffs } from '../../api/queue.ts';
import type { ReviewedChange } from '../../api/review-types.ts';
import { compareFiles, summarizeFiles } from '../../parts/file-differences.ts';

/**
 * Largest number of changes that the page compares with their live records. Further changes get no summary.
 */
const maxComparedChanges = bounds.queries['/model_references/v2/pending_queue/diffs'].change_ids.maxItems;

/**
 * Returns, by change id, short descriptions of each pending update's effect on the model's files, such as
 * `hash changed`.
 */
export function useFileSummaries(changes: readonly ReviewedChange[]): ReadonlyMap<number, string[]> {
  const comparedChanges = changes
    .filter(
      ({ status, net_operation, changed_fields }) =>
        status === 'pending' && net_operation === 'modified' && changed_fields.includes('config.download'),
    )
    .slice(0, maxComparedChanges);
  const { data } = useChangeDiffs(comparedChanges);
  return useMemo(() => {
    const summaries = (data?.diffs ?? []).flatMap(({ change_id, field_diffs }): [number, string[]][] => {
      const diff = field_diffs.find(({ field_path }) => field_path === 'config.download');
      const files = diff && compareFiles(diff.old_value, diff.new_value);
      return files ? [[change_id, summarizeFiles(files)]] : [];
    });
    return new Map(summaries);
  }, [data]);
}
