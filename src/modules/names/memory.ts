import { SharedRuns } from '../../kernel/concurrency/shared-runs.ts';
import { createBody, type ReadyBody } from '../../kernel/ready-body.ts';
import type { ChainEnd } from '../../records/feed-cursor.ts';
import {
  createGroupDetail,
  createGroupLinks,
  createGroupNameSchema,
  createListedModel,
  detectFamilies,
  type FamilyLimits,
  type GroupLinks,
  listGroupsForFamilies,
  summariseGroups,
  TextGroupIndex,
} from '../../records/text-names/index.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/tx.ts';
import { type Catalog, checkHistory, type HistoryLossHandler, PerRecord } from '../catalog/index.ts';
import type { Catalogue, CatalogueMemory } from '../catalogues/index.ts';
import { counterStore } from '../counters/index.ts';
import { guidanceOf, guidanceStatuses, textGuidance } from '../guidance/index.ts';
import { aliasStore, familyStore, nameSchemaStore } from './store.ts';
import type { AliasEntry, Family } from './tables.ts';

/** Aliases, families and naming schemas as of one commit. Immutable. */
export interface GroupsState {
  /** The number of writes of aliases, families and schemas so far; -1 before the first refresh. */
  readonly version: number;
  readonly aliases: readonly AliasEntry[];
  readonly families: readonly Family[];
  /** Finds aliases, families and schemas by name. */
  readonly links: GroupLinks;
}

export type GroupMemory = ReturnType<typeof createGroupMemory>;

/** Caches aliases, families and naming schemas in memory, so that reading them takes no database query. */
export function createGroupMemory(store: Store, onHistoryLost?: HistoryLossHandler) {
  let chainEnd: ChainEnd | null = null;
  let currentState = createState(-1, { aliases: [], families: [], schemas: [] });
  const refreshRuns = new SharedRuns(async () => {
    const previousEnd = chainEnd;
    const result = await store.read(async (reader) => {
      const history = await checkHistory(reader, previousEnd);
      const version = await counterStore(reader).current('groups');
      const isSame = version === currentState.version && !history.isLost;
      return { ...history, newState: isSame ? null : createState(version, await readAll(reader)) };
    });
    currentState = result.newState ?? currentState;
    chainEnd = result.end;
    if (previousEnd && result.isLost) onHistoryLost?.({ memory: 'groups', end: previousEnd });
  });
  return {
    get current(): GroupsState {
      return currentState;
    },
    /**
     * Loads aliases, families and schemas again if any process has changed them. Once the promise resolves,
     * readers see everything committed before the call.
     */
    refresh: (): Promise<void> => refreshRuns.run(),
  };
}

type StoredEntries = Parameters<typeof createGroupLinks>[0];

async function readAll(reader: Tx): Promise<StoredEntries> {
  return {
    aliases: await aliasStore(reader).all(),
    families: await familyStore(reader).all(),
    schemas: await nameSchemaStore(reader).all(),
  };
}

function createState(version: number, storedEntries: StoredEntries): GroupsState {
  return {
    version,
    aliases: storedEntries.aliases,
    families: storedEntries.families,
    links: createGroupLinks(storedEntries),
  };
}

const indexKey = Symbol('text groups');
const listedModels = new PerRecord(createListedModel);

/** Returns the index of the live text models by group. Returns the same object until a text model changes. */
export async function currentIndex(catalog: Catalog): Promise<TextGroupIndex> {
  const snapshot = catalog.snapshot('v2', 'text_generation');
  const models = await listedModels.all(snapshot.records);
  return snapshot.derive(indexKey, ({ records }) => new TextGroupIndex(records, models));
}

interface CachedViews {
  readonly index: TextGroupIndex;
  readonly state: GroupsState;
  /** The catalogue that contains the guidance of members. */
  readonly guidance: Catalogue;
  readonly bodies: Map<string, ReadyBody>;
}

/**
 * Creates the responses to reads about groups, as JSON texts. A response is created at its first request, and
 * cached until text models, aliases, families, schemas or guidance change.
 */
export function createGroupViews(
  catalog: Catalog,
  memory: GroupMemory,
  catalogues: Pick<CatalogueMemory, 'get'>,
) {
  let cachedViews: CachedViews | undefined;
  const currentViews = async (): Promise<CachedViews> => {
    const index = await currentIndex(catalog);
    const state = memory.current;
    const guidance = catalogues.get(textGuidance.kind);
    const isSame =
      cachedViews?.index === index && cachedViews.state === state && cachedViews.guidance === guidance;
    if (!cachedViews || !isSame) cachedViews = { index, state, guidance, bodies: new Map() };
    return cachedViews;
  };

  /**
   * Returns the response cached under `key`, or creates it with `build` and caches it. Null results of
   * `build` are returned but not cached: requests for unknown names could otherwise fill the memory.
   */
  const readBodyOrNull = async (
    key: string,
    build: (from: CachedViews) => object | null,
  ): Promise<ReadyBody | null> => {
    const views = await currentViews();
    const existingBody = views.bodies.get(key);
    if (existingBody) return existingBody;
    const view = build(views);
    if (view === null) return null;
    const body = createBody(JSON.stringify(view));
    views.bodies.set(key, body);
    return body;
  };
  const readBody = (key: string, build: (from: CachedViews) => object) =>
    readBodyOrNull(key, build) as Promise<ReadyBody>;

  return {
    names: () => readBody('names', ({ index }) => ({ groups: index.groupNames })),
    baselines: () => readBody('baselines', ({ index }) => ({ baselines: index.distinctBaselines })),
    summary: () => readBody('summary', ({ index, state }) => summariseGroups(index, state.links)),
    health: () => readBody('health', ({ index }) => index.health),
    aliases: () => readBody('aliases', ({ state }) => ({ entries: state.aliases })),
    families: () => readBody('families', ({ state }) => ({ families: state.families })),
    detectedFamilies: (limits: FamilyLimits) =>
      readBody(`detect ${limits.min_prefix_length} ${limits.min_family_size}`, ({ index, state }) =>
        detectFamilies(listGroupsForFamilies(index, state.links), limits),
      ),
    /** Returns the details of a group; null when the group has no member. */
    detail: (group: string) =>
      readBodyOrNull(`detail ${group}`, ({ index, state, guidance }) => {
        const detail = createGroupDetail(index, state.links, group);
        return detail && addGuidance(detail, guidance);
      }),
    /** Returns the naming schema of a group; null when the group has neither a saved schema nor a member. */
    nameSchema: (group: string) =>
      readBodyOrNull(`schema ${group}`, ({ index, state }) =>
        createGroupNameSchema(index, state.links, group),
      ),
  };
}

function addGuidance(detail: NonNullable<ReturnType<typeof createGroupDetail>>, catalogue: Catalogue) {
  const members = detail.members.map((member) => ({
    ...member,
    guidance: guidanceOf(catalogue, member.name, { instruct_format: member.instruct_format }),
  }));
  const coverage = guidanceStatuses.map((status) => [
    status,
    members.filter(({ guidance }) => guidance.status === status).length,
  ]);
  return { ...detail, members, guidance_coverage: Object.fromEntries(coverage) };
}
