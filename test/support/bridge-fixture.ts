import { afterEach, beforeEach } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { bridgeAccount } from '../../src/modules/bridge/bridged-repository.ts';
import { modelStore } from '../../src/modules/catalog/store.ts';
import type { ListedChange } from '../../src/modules/queue/pending-change.ts';
import { changeStore } from '../../src/modules/queue/store.ts';
import { generateDbJson } from '../../src/modules/transfer/repository-files/db-json.ts';
import type { Store } from '../../src/store/store.ts';
import { type Bridge, bridgeInMemory } from './bridge-setup.ts';
import { temporaryStore } from './temporary-store.ts';

/** Who edits and decides in the registry. */
export const person = { userId: '7', username: 'Ada#7', isRequestor: true, isApprover: true };

export const csvHeader =
  'name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings';
export const csv = (...rows: string[]) => [csvHeader, ...rows, ''].join('\r\n');

const beside = {
  'defaults.json':
    '{"baseline":"","parameters":null,"description":"","version":"1","style":"generalist","nsfw":false}',
  'generation_params.json': '{"temperature": 1, "top_p": 1}',
};
/** Returns the files of the text repository with this `models.csv`. */
export function textFiles(text: string): Record<string, string> {
  const made = generateDbJson(text, {
    defaults: beside['defaults.json'],
    generationParams: beside['generation_params.json'],
  });
  return { ...beside, 'models.csv': text, 'db.json': 'text' in made ? made.text : '{}\n' };
}

/** Returns a `clip.json` with these models. */
export const clip = (...names: string[]) =>
  `${JSON.stringify(Object.fromEntries(names.map((name) => [name, { name, type: 'clip', config: {} }])), null, 4)}\n`;

/** Returns each test of a file a new registry, and says what people do in it. */
export function bridgeFixture() {
  let store: Store;
  const undone: (() => unknown)[] = [];
  const atEnd = (undo: () => unknown) => void undone.push(undo);
  beforeEach(async () => {
    store = await temporaryStore(atEnd);
  });
  afterEach(async () => {
    for (const undo of undone.splice(0).reverse()) await undo();
  });
  const ownChanges = async (): Promise<ListedChange[]> => {
    const filter = { requested_by: [bridgeAccount.userId] };
    const page = { limit: 500, offset: 0 };
    return [...(await store.read((tx) => changeStore(tx).list(filter, page))).items];
  };
  return {
    get store() {
      return store;
    },
    atEnd,
    inMemory: (how: Parameters<typeof bridgeInMemory>[1] = {}) => bridgeInMemory(store, how),
    /** Makes a bridge that has taken in a first commit of these files. */
    met: async (files: Record<string, string>, how: Parameters<typeof bridgeInMemory>[1] = {}) => {
      const bridge = bridgeInMemory(store, how);
      bridge.remote.commit(files);
      await bridge.sync();
      return bridge;
    },
    /** Returns the live models of a category, each as its legacy record. */
    live: async (category = 'text_generation'): Promise<Record<string, JsonObject>> => {
      const rows = await store.read((tx) => modelStore(tx).list(category));
      return Object.fromEntries(rows.map(({ name, legacy }) => [name, JSON.parse(legacy ?? 'null')]));
    },
    /** Returns the bridge's own proposals. */
    ownChanges,
    /** Writes a record that is live at once; null removes the model. */
    edit: async ({ write }: Bridge, category: string, name: string, change: JsonObject | null) => {
      const found = await store.read((tx) => modelStore(tx).get(category, name));
      const operation = change === null ? 'delete' : found ? 'update' : 'create';
      const before = JSON.parse(found?.v2 ?? '{}') as JsonObject;
      const record = change === null ? null : { ...before, name, ...change };
      await write({ category, operation, name, record, format: 'v2', caller: person });
    },
    /** Approves and applies, or rejects, the bridge's pending proposal about a model. */
    decide: async ({ options }: Bridge, name: string, apply: boolean) => {
      const change = (await ownChanges()).find(
        (each) => each.model_name === name && each.status === 'pending',
      );
      const ids = [change?.change_id ?? 0];
      const decision = apply ? { approved_ids: ids } : { rejected_ids: ids, reject_reason: 'No.' };
      await options.queue.review.processBatch({ batch_title: 'Decided', ...decision }, person);
      if (apply) await options.queue.apply.applyMany({ changeIds: ids, allowMixedBatch: true }, person);
    },
  };
}
