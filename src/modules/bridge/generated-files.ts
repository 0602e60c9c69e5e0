import type { ContentRepository, FileText } from '../../outside/content-repository.ts';
import { type FileVersion, ModelDates } from '../transfer/index.ts';
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
    const problem = (reason: string) => [{ file: modData.made, line: null, name: null, reason }];
    if (typeof committed === 'symbol') return problem(`is ${committed.description}`);
    if (typeof committed !== 'string' || committed === (await modDataText(content, head, null))) return [];
    return problem('is not what the history says, as after a squash merge');
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
  next: FileVersion | null,
): Promise<string> {
  const dates = new ModelDates(await datesAt(content, head));
  if (next) dates.add(next);
  return dates.text();
}

/** So that a long history is never in memory at once. */
const versionsAtATime = 50;

/** A line of commits, and what it comes to. A commit's name is a hash of its content, so this is never stale. */
let computed: { readonly ids: readonly string[]; readonly dates: ModelDates } = {
  ids: [],
  dates: new ModelDates(),
};

/** Goes on from what was computed last: the whole history is hundreds of versions of a large file. */
async function datesAt(content: ContentRepository, head: string): Promise<ModelDates> {
  const history = await content.history(head, modData.of);
  const known = computed.ids.every((id, index) => history[index]?.id === id) ? computed : null;
  const dates = new ModelDates(known?.dates);
  for (let at = known?.ids.length ?? 0; at < history.length; at += versionsAtATime) {
    const some = history.slice(at, at + versionsAtATime);
    const texts = await content.versions(
      some.map(({ id }) => id),
      modData.of,
    );
    for (const [index, { id, time }] of some.entries()) {
      const text = texts[index];
      dates.add({ commit: id, time, text: typeof text === 'string' ? text : null });
    }
  }
  computed = { ids: history.map(({ id }) => id), dates };
  return dates;
}
