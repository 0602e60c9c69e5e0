import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/same-json.ts';
import type { FileText } from '../../outside/content-repository.ts';
import type { LegacyRecord } from '../../records/categories/category.ts';
import { diffRecords } from '../../records/diff.ts';
import { contentHash } from '../../records/hash.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { changeStore } from '../queue/index.ts';
import { editRecordFile, generateDbJson, isCsv } from '../transfer/index.ts';
import { type BridgeProblem, companions } from './bridged-repository.ts';
import type { SeenFile, SeenModel } from './read-sides.ts';
import { verdictOf } from './sides.ts';

/** A model that the registry changes in the repository. */
export interface SentModel {
  readonly category: string;
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
}

export interface Outgoing {
  /** The files that differ from those of the commit that was taken in. */
  readonly files: ReadonlyMap<string, string>;
  readonly models: readonly SentModel[];
  /** A hash of what they are to become. */
  readonly askedFor: string;
  readonly problems: readonly BridgeProblem[];
  /** Unix seconds of the latest write of a model that is sent. */
  readonly time: number;
}

/**
 * What the repository's files would be with the changes that were made here. Fields that only the repository
 * has changed stay as they are there, and so does a model in conflict; one is removed only where a change here
 * has removed it.
 */
export async function planOutgoing(
  store: Pick<Store, 'read'>,
  files: readonly SeenFile[],
  texts: ReadonlyMap<string, FileText>,
): Promise<Outgoing> {
  const changed = new Map<string, string>();
  const models: SentModel[] = [];
  const asked: AskedModel[] = [];
  const problems: BridgeProblem[] = [];
  let time = 0;
  for (const { definition, text, file, models: seen } of files) {
    const wanted = new Map(file.records);
    for (const model of seen) {
      const verdict = verdictOf(model);
      if (verdict.kind !== 'ours' && verdict.kind !== 'both') continue;
      const { name, theirs, row } = model;
      const record = verdict.merged as LegacyRecord | null;
      if (record === null) {
        const asked = await store.read((reader) => isRemovalAskedFor(reader, definition.name, name));
        if (!asked) {
          const reason = 'is not here any more, but no change has removed it: it is not removed there';
          problems.push({ file: definition.legacy.fileName, line: null, name, reason });
          continue;
        }
        wanted.delete(name);
      } else {
        wanted.set(name, { ...record, name: record.name ?? name });
      }
      models.push({ category: definition.name, name, change: changeOf(theirs, record) });
      asked.push({ category: definition.name, name, theirs, merged: record });
      time = Math.max(time, row?.updated_at ?? 0);
    }
    const edited = editRecordFile(definition, text, wanted);
    if (edited !== text) changed.set(definition.legacy.fileName, edited);
    if (!isCsv(definition.legacy) || edited === text) continue;
    const generated = generatedText(edited, texts);
    if (generated === null) continue;
    if ('text' in generated) changed.set(companions.made, generated.text);
    else problems.push({ file: definition.legacy.fileName, name: null, ...generated });
  }
  return { files: changed, models, askedFor: askedFor(asked), problems, time };
}

function changeOf(theirs: SeenModel['theirs'], record: LegacyRecord | null): SentModel['change'] {
  if (record === null) return 'removed';
  return theirs === null ? 'added' : 'changed';
}

/** `db.json` for a `models.csv`; null in a repository that has none. */
export function generatedText(
  csv: string,
  texts: ReadonlyMap<string, FileText>,
): ReturnType<typeof generateDbJson> | null {
  const [made, defaults, generationParams] = [
    companions.made,
    companions.defaults,
    companions.generationParams,
  ].map((name) => texts.get(name));
  if (typeof made !== 'string' || typeof defaults !== 'string' || typeof generationParams !== 'string')
    return null;
  return generateDbJson(csv, { defaults, generationParams });
}

/** How many events of a model are looked at. */
const eventsLookedAt = 20;

/** Whether somebody has removed a model: by a change that was applied, or directly. An import is nobody. */
async function isRemovalAskedFor(reader: Tx, category: string, name: string): Promise<boolean> {
  const applied = await changeStore(reader).ids({
    categories: [category],
    model_name_exact: name,
    operations: ['delete'],
    statuses: ['applied'],
  });
  if (applied.length > 0) return true;
  const events = await auditStore(reader).events(
    { category, model_name: name, of_models: true },
    eventsLookedAt,
    'descending',
  );
  const deletion = events.find(({ operation }) => operation === 'delete');
  return deletion !== undefined && deletion.logical_user_id !== 'import';
}

/** A model that the repository is asked to change; null: it has none, or is to have none. */
interface AskedModel {
  readonly category: string;
  readonly name: string;
  readonly theirs: JsonObject | null;
  readonly merged: JsonObject | null;
}

/**
 * What is asked of the repository, as a hash: models, and the values that they get. It has nothing of what the
 * branch says beside them, so the same is asked for wherever the branch has gone meanwhile.
 */
function askedFor(models: readonly AskedModel[]): string {
  const asked = models.map(({ category, name, theirs, merged }) => {
    const diffs = merged === null ? null : diffRecords(theirs, merged);
    const values = diffs?.map(({ field_path, new_value }) => [field_path, new_value]) ?? null;
    return canonicalJson([category, name, values]);
  });
  return contentHash(asked.sort().join('\n'));
}
