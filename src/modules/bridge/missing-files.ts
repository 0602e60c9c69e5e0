import type { FileText } from '../../outside/content-repository.ts';
import { type BridgedRepository, type BridgeProblem, createProblem } from './bridged-repository.ts';
import type { FileState } from './file-states.ts';
import type { CommitFiles, SyncInput } from './sync-input.ts';

/** Returns the categories that have models in the registry and an unreadable file in the repository. */
export function findUnreadCategories(
  definitions: SyncInput['definitions'],
  { texts, theirs }: CommitFiles,
  fileStates: ReadonlyMap<string, FileState>,
): string[] {
  const readNames = new Set(theirs.files.map(({ definition }) => definition.name));
  return definitions.flatMap(({ name, legacy }) => {
    const isPresent = (texts.get(legacy.fileName) ?? null) !== null;
    return isPresent && !readNames.has(name) && (fileStates.get(name)?.liveModels.size ?? 0) > 0
      ? [name]
      : [];
  });
}

/**
 * Returns a problem for each file that is missing from the repository although the registry has models of its
 * category. The registry keeps these models.
 */
export async function findMissingFiles(
  content: BridgedRepository['content'],
  { newCommits, definitions, fileStates }: Pick<SyncInput, 'newCommits' | 'definitions' | 'fileStates'>,
  texts: ReadonlyMap<string, FileText>,
): Promise<BridgeProblem[]> {
  const countLiveModels = ({ name }: { readonly name: string }) => fileStates.get(name)?.liveModels.size ?? 0;
  const missingDefinitions = definitions.filter(
    (definition) =>
      countLiveModels(definition) > 0 && (texts.get(definition.legacy.fileName) ?? null) === null,
  );
  if (missingDefinitions.length === 0) return [];
  const names = await content.names(newCommits.head.id);
  return missingDefinitions.map((definition) => {
    const { fileName } = definition.legacy;
    const similarName = names.find((name) => name.toLowerCase() === fileName.toLowerCase());
    const similarFileNote = similarName === undefined ? '' : ` (${similarName} exists, but is not read)`;
    const reason = `is not in the repository${similarFileNote}: its ${countLiveModels(definition)} models are kept in the registry, and their changes are not pushed`;
    return createProblem(fileName, reason);
  });
}
