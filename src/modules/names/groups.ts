import { randomUUID } from 'node:crypto';
import type { Caller, RetryKey } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RegistryError } from '../../kernel/errors.ts';
import { joinFirstNames } from '../../kernel/first-names.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { knownBuiltIn } from '../../records/baselines/known-baselines.ts';
import type { CanonicalFormat, ModelRecord } from '../../records/categories/category.ts';
import { textGeneration } from '../../records/categories/text-generation.ts';
import { withoutNulls } from '../../records/lax.ts';
import { checkBackendPrefix, checkName } from '../../records/model-name.ts';
import { parseOrThrow } from '../../records/parse.ts';
import {
  type commonFieldNames,
  composeTextName,
  type GroupNameSchemaView,
  groupOfName,
  hasBackendPrefix,
  mergeNameSchema,
  type NameParts,
  type NameSchemaUpdate,
  parseTextName,
  storedNameSchema,
} from '../../records/text-names/index.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type AppendEvents, appendEvents } from '../audit/index.ts';
import {
  type Catalog,
  type HistoryLossHandler,
  knownModelsOf,
  type ModelRow,
  modelStore,
} from '../catalog/index.ts';
import type { CatalogueMemory } from '../catalogues/index.ts';
import { textGuidance } from '../guidance/index.ts';
import type { MakeProposals, Proposal, Proposals } from '../queue/index.ts';
import { createAliases, createEntryWrites, createFamilies, type WriteEntry } from './entries.ts';
import { createGroupMemory, createGroupViews } from './memory.ts';

export type Groups = ReturnType<typeof createGroups>;

/** Maximum number of aliases and other entries of a group that a message lists. */
const maxEntries = 5;

const noGuidance = { get: () => textGuidance.initialCatalogue };

/**
 * Creates the service for names of text models, their groups, and the groups' aliases, families and naming
 * schemas.
 */
export function createGroups({
  store,
  catalog,
  catalogues = noGuidance,
  clock,
  settings,
  proposals,
  append = appendEvents,
  onHistoryLost,
}: {
  readonly store: Store;
  readonly catalog: Catalog;
  /** The catalogues in memory. Default: without guidance. */
  readonly catalogues?: Pick<CatalogueMemory, 'get'>;
  readonly clock: Clock;
  readonly settings: { readonly canonicalFormat: CanonicalFormat };
  readonly proposals: Pick<Proposals, 'proposeAll'>;
  readonly append?: AppendEvents;
  readonly onHistoryLost?: HistoryLossHandler;
}) {
  const memory = createGroupMemory(store, onHistoryLost);
  const writeEntry = createEntryWrites({ store, clock, settings, append, afterCommit: memory.refresh });

  return {
    /**
     * Loads aliases, families and schemas again when another process has written any. Call it at the start,
     * and before a read that must include writes of other processes. Writes of this process are visible
     * without it.
     */
    refresh: memory.refresh,
    views: createGroupViews(catalog, memory, catalogues),
    aliases: createAliases(memory, writeEntry),
    families: createFamilies(memory, writeEntry),
    nameSchemas: createNameSchemas(writeEntry),
    memberEdits: createMemberEdits(proposals),

    /**
     * For the last model of its group, returns a list with one sentence that names the group's aliases, family
     * and naming schema. Returns an empty list for other models, and for groups without such entries.
     */
    describeLastModel: (category: string, name: string): string[] => {
      if (category !== textGeneration.name) return [];
      const { byGroup } = knownModelsOf(catalog, textGeneration);
      const group = catalog.snapshot('v2', category).get(name)?.record.text_model_group;
      if (typeof group !== 'string' || byGroup.get(group)?.length !== 1) return [];
      const { links } = memory.current;
      const canonicalGroup = links.canonicalOf(group);
      const family = links.familyOf(group)?.family_name;
      const entryTexts = [
        ...links.aliasesOf(group).map((alias) => `the alias '${alias}'`),
        ...(canonicalGroup === null ? [] : [`the group '${canonicalGroup}', whose alias it is`]),
        ...(family === undefined ? [] : [`the family '${family}'`]),
        ...(canonicalGroup === null && links.schemaOf(group) ? ['a naming schema'] : []),
      ];
      if (entryTexts.length === 0) return [];
      return [
        `It is the last model of the group '${group}', which is still used by: ${joinFirstNames(entryTexts, maxEntries)}.`,
      ];
    },

    /**
     * Splits a model name into its parts, and suggests the group for a model with this name. If that group is
     * an alias, suggests its canonical group instead.
     */
    parse(name: string) {
      const { extras, ...parts } = parseTextName(name);
      return { ...parts, suggested_group: memory.current.links.resolve(groupOfName(name)), extras };
    },

    /**
     * Composes a model name from its parts, and suggests the group for a model with this name. Unlike
     * `parse`, does not replace an alias by its canonical group.
     */
    compose(parts: NameParts) {
      const composed_name = composeTextName(parts);
      return {
        composed_name,
        // True only if a live model has exactly this name.
        already_exists: catalog.snapshot('v2', 'text_generation').get(composed_name) !== undefined,
        suggested_group: groupOfName(composed_name),
      };
    },
  };
}

/**
 * Creates the methods that save and delete the naming schemas of groups. A group without models can have a
 * schema too. A schema applies only to the group with exactly the schema's name.
 */
function createNameSchemas(writeEntry: WriteEntry) {
  const kind = 'name_schema';
  return {
    /**
     * Saves a group's schema. A field that is absent in `update` keeps its saved value or, if the group has
     * no schema yet, gets its default.
     */
    async save(group_name: string, update: NameSchemaUpdate, caller: Caller): Promise<GroupNameSchemaView> {
      checkName('Group name', group_name);
      const savedEntry = await writeEntry({
        kind,
        name: group_name,
        caller,
        computeEntry: (currentEntry) => ({
          group_name,
          schema: { ...mergeNameSchema(currentEntry && storedNameSchema(currentEntry.schema), update) },
        }),
      });
      return { group_name, name_schema: storedNameSchema(savedEntry?.schema ?? {}), is_custom: true };
    },

    /**
     * Deletes the saved schema of a group.
     * @throws RegistryError `not_found` (404) when no schema has exactly this name
     */
    async delete(group: string, caller: Caller): Promise<void> {
      const computeEntry = (currentEntry: object | null) => {
        if (currentEntry) return null;
        throw new RegistryError('not_found', `No custom naming schema found for group '${group}'`);
      };
      await writeEntry({ kind, name: group, caller, computeEntry });
    },
  };
}

/** The values to set in all members of a group. A field that is absent or null is left unchanged. */
type CommonFieldsEdit = {
  readonly [Field in (typeof commonFieldNames)[number]]?: JsonValue | undefined;
};

const category = textGeneration.name;

/**
 * Creates the methods that edit the model records of a group. An edit queues updates for review. Each update
 * is based on the record stored when the update is queued. The updates are v2 records, because only v2 has
 * all the fields. Applying an update preserves the values that only the legacy record has.
 */
function createMemberEdits(proposals: Pick<Proposals, 'proposeAll'>) {
  return {
    /**
     * Queues one update for each canonical member of the group; queues none if one of them is refused. All
     * these updates share the `batch_id` in the result, which is not the number of a review batch.
     * @throws RegistryError `not_found` (404) for a group without canonical members, `bad_request` (400) for
     *   an edit of no field
     */
    async updateCommonFields(group: string, edit: CommonFieldsEdit, caller: Caller, retry?: RetryKey) {
      const createProposals = commonFieldsProposals(group, edit, caller);
      const changes = await proposals.proposeAll(createProposals, { deadline: caller.deadline, retry });
      const pending_change_ids = changes.map(({ change_id }) => change_id);
      // On a retry, the batch id of the first call.
      const batch_id = String(changes[0]?.request_metadata?.batch_id);
      return { updated_count: changes.length, batch_id, pending_change_ids };
    },

    /**
     * Queues a change that exempts a model from its group's naming schema or, when `reason` is null, ends the
     * exemption. Returns the id of the change.
     *
     * @throws RegistryError `not_found` (404), `bad_request` for a backend-prefixed name (400)
     */
    async setNameException(
      model: string,
      reason: string | null,
      caller: Caller,
      retry?: RetryKey,
    ): Promise<number> {
      const createProposals = nameExceptionProposals(model, reason, caller);
      const [change] = await proposals.proposeAll(createProposals, { deadline: caller.deadline, retry });
      if (!change) throw new Error('proposeAll returned no change for the proposal');
      return change.change_id;
    },

    /** Creates the proposals that the methods above would queue, for dry runs. Queues nothing. */
    proposals: {
      commonFields: commonFieldsProposals,
      nameException: nameExceptionProposals,
    },
  };
}

function commonFieldsProposals(group: string, edit: CommonFieldsEdit, caller: Caller): MakeProposals {
  const batch_id = randomUUID();
  const fields = Object.entries(edit).flatMap(([field, value]) =>
    (value ?? null) === null ? [] : [[field, value]],
  );
  return async (reader) => {
    const members = await readCanonicalMembers(reader, group);
    if (fields.length === 0) {
      throw new RegistryError('bad_request', 'No fields to update. Provide at least one field.');
    }
    return members.map((row) => ({
      ...createUpdate(row, Object.fromEntries(fields)),
      caller,
      route: 'update_group_common_fields',
      notes: `Batch group update for '${group}'`,
      requestMetadata: { batch_id },
    }));
  };
}

function nameExceptionProposals(model: string, reason: string | null, caller: Caller): MakeProposals {
  return async (reader) => {
    checkBackendPrefix({ definition: textGeneration, name: model, operation: 'update', format: 'v2' });
    const row = await modelStore(reader).get(category, model);
    if (!row) {
      throw new RegistryError('not_found', `Model '${model}' not found in ${category} category`);
    }
    return [
      {
        ...createUpdate(row, { name_schema_exception: reason }),
        caller,
        route: 'set_name_exception',
        notes: `Name exception ${reason ? 'set' : 'cleared'} for '${model}'`,
      },
    ];
  };
}

async function readCanonicalMembers(reader: Tx, group: string): Promise<ModelRow[]> {
  const rows = await modelStore(reader).list(category);
  const members = rows.filter(({ v2 }) => (JSON.parse(v2) as JsonObject).text_model_group === group);
  if (members.length === 0) throw new RegistryError('not_found', `No models found in group '${group}'`);
  const canonicalMembers = members.filter(({ name }) => !hasBackendPrefix(name));
  if (canonicalMembers.length > 0) return canonicalMembers;
  throw new RegistryError('not_found', `No canonical models found in group '${group}'`);
}

/**
 * Returns an update of a model's stored record with the values of `edit`. A field that is null in `edit` gets
 * its default, or is removed if it has none.
 */
function createUpdate({ name, v2 }: ModelRow, edit: JsonObject): Omit<Proposal, 'caller' | 'route'> {
  const editedRecord = withoutNulls({ ...(JSON.parse(v2) as ModelRecord), ...edit });
  // Text models may have any baseline, known or not. The record is checked as a stored one, not as a
  // submitted one: the editor did not change its other fields and cannot correct them here.
  const record = parseOrThrow(textGeneration.stored(knownBuiltIn), editedRecord, 'body');
  return { category, operation: 'update', name, record, format: 'v2' };
}
