import { type ReadyBody, readyBody } from '../../kernel/ready-body.ts';
import {
  detectFamilies,
  type FamilyLimits,
  groupDetail,
  groupNameSchema,
  groupsForFamilies,
  groupsSummary,
  listedModel,
  TextGroupIndex,
} from '../../records/text-names/index.ts';
import { type Catalog, ofEachSegment } from '../catalog/index.ts';
import type { GroupMemory, GroupsState } from './memory.ts';

const indexKey = Symbol('text groups');
const listedKey = Symbol('listed text models');

/** The groups of the text models as they are now; the same object as long as no model changes. */
export async function currentIndex(catalog: Catalog): Promise<TextGroupIndex> {
  const snapshot = catalog.snapshot('v2', 'text_generation');
  const listed = await ofEachSegment(snapshot, listedKey, ({ records }) => records.map(listedModel));
  return snapshot.derived(indexKey, ({ records }) => new TextGroupIndex(records, listed.flat()));
}

interface Kept {
  readonly index: TextGroupIndex;
  readonly state: GroupsState;
  readonly bodies: Map<string, ReadyBody>;
}

/**
 * The group views as bodies that are ready to be sent: each made at the first use, and kept until the models
 * or the entries change.
 */
export function createGroupViews(catalog: Catalog, memory: GroupMemory) {
  let kept: Kept | undefined;
  const now = async (): Promise<Kept> => {
    const index = await currentIndex(catalog);
    const state = memory.current;
    if (kept?.index !== index || kept.state !== state) kept = { index, state, bodies: new Map() };
    return kept;
  };

  /** Views that do not exist are not kept: anybody may ask for any name. */
  const bodyOrNull = async (key: string, build: (from: Kept) => object | null): Promise<ReadyBody | null> => {
    const from = await now();
    const known = from.bodies.get(key);
    if (known) return known;
    const view = build(from);
    if (view === null) return null;
    const body = readyBody(JSON.stringify(view));
    from.bodies.set(key, body);
    return body;
  };
  const body = (key: string, build: (from: Kept) => object) => bodyOrNull(key, build) as Promise<ReadyBody>;

  return {
    names: () => body('names', ({ index }) => ({ groups: index.groupNames })),
    baselines: () => body('baselines', ({ index }) => ({ baselines: index.distinctBaselines })),
    summary: () => body('summary', ({ index, state }) => groupsSummary(index, state.links)),
    health: () => body('health', ({ index }) => index.health),
    aliases: () => body('aliases', ({ state }) => ({ entries: state.aliases })),
    families: () => body('families', ({ state }) => ({ families: state.families })),
    detectedFamilies: (limits: FamilyLimits) =>
      body(`detect ${limits.min_prefix_length} ${limits.min_family_size}`, ({ index, state }) =>
        detectFamilies(groupsForFamilies(index, state.links), limits),
      ),
    /** Null without a member. */
    detail: (group: string) =>
      bodyOrNull(`detail ${group}`, ({ index, state }) => groupDetail(index, state.links, group)),
    /** Null with neither a saved schema nor a member. */
    nameSchema: (group: string) =>
      bodyOrNull(`schema ${group}`, ({ index, state }) => groupNameSchema(index, state.links, group)),
  };
}
