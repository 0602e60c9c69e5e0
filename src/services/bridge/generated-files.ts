import { generateModelModData } from '../../registry/repository-files/model-mod-data.ts';
import type { ContentRepository, FileText } from '../ports/content-repository.ts';
import { type BridgedRepository, type BridgeProblem, companions, modData } from './bridged-repository.ts';
import { generatedText } from './send-out.ts';

/** Whether the generated files are what their generators make. */
export async function generatedProblems(
  { kind, content }: BridgedRepository,
  head: string,
  texts: ReadonlyMap<string, FileText>,
  isNew: boolean,
): Promise<BridgeProblem[]> {
  if (kind === 'image') {
    if (!isNew) return [];
    const committed = (await content.files(head, [modData.made])).get(modData.made);
    if (typeof committed !== 'string' || committed === (await modDataText(content, head, null))) return [];
    const reason = 'is not what the history says, as after a squash merge';
    return [{ file: modData.made, line: null, name: null, reason }];
  }
  const csv = texts.get('models.csv');
  const made = typeof csv === 'string' ? generatedText(csv, texts) : null;
  if (made === null) return [];
  if ('reason' in made) return [{ file: 'models.csv', name: null, ...made }];
  if (made.text === texts.get(companions.made)) return [];
  return [
    {
      file: companions.made,
      line: null,
      name: null,
      reason: 'is not what its generator makes of models.csv',
    },
  ];
}

/** `model_mod_data.json` of the history, and of one more commit. */
export async function modDataText(
  content: ContentRepository,
  head: string,
  next: { readonly commit: string; readonly time: number; readonly text: string } | null,
): Promise<string> {
  const history = await content.history(head, modData.of);
  const texts = await content.versions(
    history.map(({ id }) => id),
    modData.of,
  );
  const versions = history.map(({ id, time }, index) => {
    const text = texts[index];
    return { commit: id, time, text: typeof text === 'string' ? text : null };
  });
  return generateModelModData(next ? [...versions, next] : versions);
}
