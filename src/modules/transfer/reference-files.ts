import type { ReferenceSource } from '../../outside/reference-url.ts';
import type { CanonicalFormat, CategoryDefinition } from '../../records/categories/category.ts';
import { readGroupFiles } from './group-files.ts';
import { readRecordFiles } from './record-files.ts';
import type { Findings, ReferenceFiles } from './reference-source.ts';

/**
 * Reads every model reference file of a source: the legacy repositories' (`stable_diffusion.json`,
 * `clip.json`, `models.csv` …), the v2 layout (`<category>.json`, and `text_generation_group_….json` about
 * groups of text models), or both; at the top, and where there is nothing, in the folders `image` and `text`.
 *
 * @param format which form JSON files have; null: told by what is in each
 */
export async function readReferenceFiles(
  source: ReferenceSource,
  definitions: readonly CategoryDefinition[],
  format: CanonicalFormat | null,
): Promise<ReferenceFiles> {
  const found: Findings = { files: [], texts: [], models: [], groupEntries: [], problems: [], warnings: [] };
  for (const folders of [[''], ['image/', 'text/']]) {
    for (const folder of folders) {
      await readRecordFiles(source, folder, definitions, format, found);
      await readGroupFiles(source, folder, found);
    }
    if (!isEmpty(found)) break;
  }
  return found;
}

/** Whether a source has no file that is known here. */
export function isEmpty({ files, groupEntries, problems }: ReferenceFiles): boolean {
  return files.length + groupEntries.length + problems.length === 0;
}

/** What several sources have, as one. */
export function joinReferenceFiles(sources: readonly ReferenceFiles[]): ReferenceFiles {
  return {
    files: sources.flatMap(({ files }) => files),
    texts: sources.flatMap(({ texts }) => texts),
    models: sources.flatMap(({ models }) => models),
    groupEntries: sources.flatMap(({ groupEntries }) => groupEntries),
    problems: sources.flatMap(({ problems }) => problems),
    warnings: sources.flatMap(({ warnings }) => warnings),
  };
}
