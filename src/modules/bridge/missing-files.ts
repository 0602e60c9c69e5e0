import type { FileText } from '../../outside/content-repository.ts';
import { type BridgedRepository, type BridgeProblem, createProblem } from './bridged-repository.ts';
import type { FileState } from './file-states.ts';
import type { CommitFiles, SyncInput } from './sync-input.ts';

/** Returns the categories that have models in the registry and an unreadable file in the repository. */
export function findUnreadCategories(
  definitions: SyncInput['definitions'],
  { texts, theirs }: CommitFiles,
  before: ReadonlyMap<string, FileState>,
): string[] {
  const readNames = new Set(theirs.files.map(({ definition }) => definition.name));
  return definitions.flatMap(({ name, legacy }) => {
    const isThere = (texts.get(legacy.fileName) ?? null) !== null;
    return isThere && !readNames.has(name) && (before.get(name)?.live.size ?? 0) > 0 ? [name] : [];
  });
}

/**
 * Returns a problem for each file that is missing from the repository although the registry has models of its
 * category. The registry keeps these models.
 */
export async function findMissingFiles(
  content: BridgedRepository['content'],
  { news, definitions, before }: Pick<SyncInput, 'news' | 'definitions' | 'before'>,
  texts: ReadonlyMap<string, FileText>,
): Promise<BridgeProblem[]> {
  const countLiveModels = ({ name }: { readonly name: string }) => before.get(name)?.live.size ?? 0;
  const missingDefinitions = definitions.filter(
    (definition) =>
      countLiveModels(definition) > 0 && (texts.get(definition.legacy.fileName) ?? null) === null,
  );
  if (missingDefinitions.length === 0) return [];
  const names = await content.names(news.head.id);
  return missingDefinitions.map((definition) => {
    const { fileName } = definition.legacy;
    const similarName = names.find((name) => name.toLowerCase() === fileName.toLowerCase());
    const similarFileNote = similarName === undefined ? '' : ` (there is ${similarName}, which nobody reads)`;
    const reason = `is not in the repository${similarFileNote}: its ${countLiveModels(definition)} models stay as they are in the registry, and nothing of them is sent`;
    return createProblem(fileName, reason);
  });
}
