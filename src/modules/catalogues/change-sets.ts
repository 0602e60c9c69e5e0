import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { parseOrThrow } from '../../records/parse.ts';
import type { Tx, WriteTx } from '../../store/tx.ts';
import type { AppendEvents } from '../audit/index.ts';
import {
  type Catalogue,
  CatalogueDraft,
  type CatalogueKind,
  diffCatalogues,
  type Editor,
  type EntryWrite,
  withoutMetadata,
} from './catalogue.ts';
import { type CatalogueAct, createEntryEvent } from './catalogue-event.ts';
import {
  type CatalogueDefinition,
  type CatalogueFinding,
  createRuleError,
  type MovedModel,
} from './definition.ts';
import { catalogueStore } from './store.ts';

/** A validated change set, with the facts that the queue stores about it. */
export interface ExaminedChangeSet {
  readonly title: string;
  readonly payload: JsonObject;
  /** Facts for `request_metadata`. */
  readonly facts: JsonObject;
  readonly related: string[];
}

/** The result of applying a change set to the current catalogue. */
export interface ComparedChangeSet {
  /** The current catalogue, as exported. */
  readonly current: JsonObject;
  /** The catalogue after the change set, as exported; null if the change set cannot be applied. */
  readonly proposed: JsonObject | null;
  /** The reason why the change set cannot be applied; null if it can. */
  readonly problem: string | null;
  /** Whether one of its entries has changed since the change set was proposed. */
  readonly stale: boolean;
  readonly findings: readonly CatalogueFinding[];
}

/**
 * The operations that the queue uses for change sets of one kind of catalogue. The queue itself does not know
 * the content of change sets.
 */
export type ChangeSets = ReturnType<typeof createChangeSets>;

/** The kinds of change sets that a deployment accepts. */
export type ChangeSetKinds = ReadonlyMap<CatalogueKind, ChangeSets>;

/** Creates the `ChangeSets` of a kind of catalogue from its definition. */
export function createChangeSets<ChangeSet extends { readonly title: string }, RuleData>(
  definition: CatalogueDefinition<ChangeSet, RuleData>,
) {
  const {
    kind,
    category,
    modelNamePrefix,
    route,
    etagPrefix,
    exportPath,
    sections,
    initialCatalogue,
    createExport,
    parseExport,
    isCritical,
  } = definition;

  const readCurrent = (reader: Tx): Promise<Catalogue> => readCurrentCatalogue(reader, definition);

  const parse = (payload: unknown): ChangeSet => parseOrThrow(definition.changeSet, payload, 'body');

  /** @throws RegistryError `conflict`, `invalid_change_set` */
  const applyTo = async (reader: Tx, before: Catalogue, changeSet: ChangeSet, editor: Editor) => {
    const draft = new CatalogueDraft(before, editor);
    await definition.apply(draft, changeSet);
    const after = draft.finish();
    const ruleData = await definition.readRuleData(reader);
    definition.check(after, before, ruleData);
    const writes = diffCatalogues(before, after);
    if (writes.length === 0)
      throw createRuleError('The change set changes nothing: its changes undo one another.');
    return { after, writes, ruleData };
  };

  return {
    kind,
    category,
    modelNamePrefix,
    route,
    etagPrefix,
    exportPath,
    sections,
    initialCatalogue,
    createExport,
    parseExport,
    isCritical,
    readCurrent,
    changeSet: definition.changeSet,
    convertExport: definition.convertExport ?? ((value: JsonValue) => value),

    /**
     * Checks a change set against the catalogue in this transaction.
     * @throws RegistryError `invalid_input` for an invalid shape, `conflict` if an entry differs from the one
     *   that the change expects, `invalid_change_set` for a broken rule
     */
    examine: async (reader: Tx, payload: unknown, editor: Editor): Promise<ExaminedChangeSet> => {
      const changeSet = parse(payload);
      const before = await readCurrent(reader);
      await applyTo(reader, before, changeSet, editor);
      const { key, names } = definition.listAffectedNames(changeSet, before);
      return {
        title: changeSet.title,
        payload: changeSet as unknown as JsonObject,
        facts: { title: changeSet.title, [key]: [...names] },
        related: [...definition.listRelatedModels(changeSet, before)],
      };
    },

    /** Returns the result of applying a stored change set to the catalogue in this transaction. */
    compare: async (reader: Tx, payload: unknown, editor: Editor): Promise<ComparedChangeSet> => {
      const before = await readCurrent(reader);
      const currentExport = createExport(before);
      try {
        const { after, ruleData } = await applyTo(reader, before, parse(payload), editor);
        const findings = definition.listFindings(before, after, ruleData);
        return {
          current: currentExport,
          proposed: createExport(after),
          problem: null,
          stale: false,
          findings,
        };
      } catch (error) {
        if (!(error instanceof RegistryError)) throw error;
        const problem = error.message;
        const finding = {
          severity: 'critical',
          path: null,
          message: `It cannot be applied: ${problem}`,
        } as const;
        const stale = error.code === 'conflict';
        return { current: currentExport, proposed: null, problem, stale, findings: [finding] };
      }
    },

    isAfterModels: (payload: unknown): boolean => {
      const result = definition.changeSet.safeParse(payload);
      return result.success && definition.isAfterModels(result.data);
    },

    /**
     * Applies a stored change set: writes the changed entries and their audit events.
     * @param origin the catalogue of another registry from which the entries are imported. The entries keep the
     *   metadata that they have there
     * @throws RegistryError with the codes of `examine`, before anything is written
     */
    apply: async (
      writer: WriteTx,
      payload: unknown,
      act: CatalogueAct,
      append: AppendEvents,
      origin?: Catalogue,
    ): Promise<void> => {
      const before = await readCurrent(writer);
      const editor = { username: act.actor.username, now: act.now };
      const { after, writes } = await applyTo(writer, before, parse(payload), editor);
      const catalogueToWrite = origin ? copyMetadata(origin, after, writes) : after;
      await writeCatalogue(writer, definition, catalogueToWrite, act, append);
    },

    /**
     * Updates the catalogue after a model was deleted or renamed in this transaction: writes the entries that
     * refer to the model, and their audit events.
     */
    updateReferences: async (
      writer: WriteTx,
      model: MovedModel,
      act: CatalogueAct,
      append: AppendEvents,
    ): Promise<void> => {
      if (!definition.updateReferences) return;
      const before = await readCurrent(writer);
      const draft = new CatalogueDraft(before, { username: act.actor.username, now: act.now });
      definition.updateReferences(draft, model);
      const after = draft.finish();
      if (diffCatalogues(before, after).length > 0)
        await writeCatalogue(writer, definition, after, act, append);
    },

    /**
     * Creates the change set that restores the state before these writes, which are passed oldest first.
     * Returns null if the catalogue already has that state.
     */
    createReversal: async (
      reader: Tx,
      writes: readonly EntryWrite[],
      title: string,
    ): Promise<JsonObject | null> => {
      const currentCatalogue = await readCurrent(reader);
      const writesByEntry = new Map<string, EntryWrite>();
      for (const write of writes) {
        const key = `${write.section}\0${write.name}`;
        const earlierWrite = writesByEntry.get(key);
        writesByEntry.set(key, earlierWrite ? { ...earlierWrite, after: write.after } : write);
      }
      const reversals = [...writesByEntry.values()].flatMap(({ section, name, before }) => {
        const currentEntry = currentCatalogue.sections[section]?.get(name) ?? null;
        const isSame = sameJson(
          currentEntry && withoutMetadata(currentEntry),
          before && withoutMetadata(before),
        );
        return isSame ? [] : { section, name, before, after: currentEntry };
      });
      return reversals.length === 0 ? null : definition.createReversal(reversals, currentCatalogue, title);
    },
  };
}

/**
 * Copies the metadata of the written entries from the catalogue of another registry. Raises the revision to
 * that of the other registry if it is lower. Otherwise, a client that has also read the other registry could
 * get the same ETag for different content.
 */
function copyMetadata(origin: Catalogue, after: Catalogue, writes: readonly EntryWrite[]): Catalogue {
  const writtenKeys = new Set(writes.map(({ section, name }) => `${section}\0${name}`));
  const sections = Object.entries(after.sections).map(([section, entries]) => {
    const mergedEntries = Array.from(entries, ([name, entry]) => {
      const metadata = origin.sections[section]?.get(name)?.metadata;
      const keepsMetadata = metadata !== undefined && writtenKeys.has(`${section}\0${name}`);
      return [name, keepsMetadata ? { ...entry, metadata } : entry] as const;
    });
    return [section, new Map(mergedEntries)] as const;
  });
  const revision = Math.max(after.revision, origin.revision);
  return { ...after, revision, sections: Object.fromEntries(sections) };
}

/** Reads a catalogue in this transaction; before its first write, returns its initial content. */
export async function readCurrentCatalogue(
  reader: Tx,
  { kind, sections, initialCatalogue }: Pick<ChangeSets, 'kind' | 'sections' | 'initialCatalogue'>,
): Promise<Catalogue> {
  return (await catalogueStore(reader).get(kind, sections)) ?? initialCatalogue;
}

/**
 * Changes a catalogue to the state `after`: writes the entries that differ, and an audit event for each. The
 * first write also stores the initial content, so that the trail contains everything the catalogue ever held.
 */
export async function writeCatalogue(
  writer: WriteTx,
  definition: Pick<ChangeSets, 'kind' | 'sections' | 'initialCatalogue'>,
  after: Catalogue,
  act: CatalogueAct,
  append: AppendEvents,
): Promise<void> {
  const { kind, sections, initialCatalogue } = definition;
  const storedCatalogue = await catalogueStore(writer).get(kind, sections);
  if (storedCatalogue === null) {
    const emptyCatalogue = { ...initialCatalogue, sections: {} };
    const registryAct = { ...act, actor: registryEditor, jobId: null, change: null };
    await writeEntries(
      writer,
      kind,
      diffCatalogues(emptyCatalogue, initialCatalogue),
      initialCatalogue,
      registryAct,
      append,
    );
  }
  await writeEntries(
    writer,
    kind,
    diffCatalogues(storedCatalogue ?? initialCatalogue, after),
    after,
    act,
    append,
  );
}

const registryEditor = { userId: 'registry', username: 'registry' };

async function writeEntries(
  writer: WriteTx,
  kind: ChangeSets['kind'],
  writes: readonly EntryWrite[],
  after: Catalogue,
  act: CatalogueAct,
  append: AppendEvents,
): Promise<void> {
  await catalogueStore(writer).putHead(kind, after);
  await catalogueStore(writer).putEntries(kind, writes);
  await append(
    writer,
    writes.map((write) => createEntryEvent(kind, write, after, act)),
  );
}

/**
 * Writes the catalogue that a replica copied from its primary, without audit events.
 * @returns whether anything was written
 */
export async function copyCatalogue(
  writer: WriteTx,
  definition: Pick<ChangeSets, 'kind' | 'sections' | 'initialCatalogue'>,
  after: Catalogue,
): Promise<boolean> {
  const { kind, sections, initialCatalogue } = definition;
  const storedCatalogue = await catalogueStore(writer).get(kind, sections);
  const writes = diffCatalogues(storedCatalogue ?? { ...initialCatalogue, sections: {} }, after);
  const isSame =
    storedCatalogue?.revision === after.revision && storedCatalogue.updated_at === after.updated_at;
  if (isSame && writes.length === 0) return false;
  await catalogueStore(writer).putHead(kind, after);
  await catalogueStore(writer).putEntries(kind, writes);
  return true;
}
