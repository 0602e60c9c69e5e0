import type { Tx } from '../../store/tx.ts';
import { auditStore } from '../audit/index.ts';
import { followModel, indexFormerNames, type ModelHashes, modelStore } from '../catalog/index.ts';
import { isOpen, isStale } from './change-rules.ts';
import type { ListedChange } from './pending-change.ts';
import { readNewName } from './rename.ts';

/**
 * The reason why the model name of a pending or approved change no longer refers to its model. The model was
 * renamed or deleted after the current version of the change was proposed.
 *
 * - `renamed`: the model is now called `to`; `isLive` is false when it was deleted since.
 * - `replaced`: the model was deleted, and another model, formerly `from`, was renamed to its name.
 * - `recreated`: the model was deleted and created again. Used only if the change is a rename.
 */
export type Displacement =
  | { readonly kind: 'renamed'; readonly to: string; readonly isLive: boolean }
  | { readonly kind: 'replaced'; readonly from: string }
  | { readonly kind: 'recreated' };

type DisplacementQuery = Pick<
  ListedChange,
  | 'change_id'
  | 'category'
  | 'model_name'
  | 'operation'
  | 'status'
  | 'payload_format'
  | 'base_hash'
  | 'request_metadata'
>;

/**
 * Finds, in the audit trail, the pending and approved changes whose model has been renamed, or whose model
 * name now belongs to another model. The audit trail lacks a deletion if it was disabled at that time. In
 * this case, the former names in the live records are used instead.
 *
 * @param liveOf returns the hashes of the live model with the name of the change; null when there is none
 * @returns by change id; a change whose model kept its name is absent
 */
export async function findDisplacements<Change extends DisplacementQuery>(
  reader: Tx,
  changes: readonly Change[],
  liveOf: (change: Change) => ModelHashes | null,
): Promise<ReadonlyMap<number, Displacement>> {
  const displacementById = new Map<number, Displacement>();
  // If the live v2 record, including its timestamps, is the base of the change, it is the same model.
  const isSameModel = (change: Change) =>
    change.payload_format === 'v2' && change.base_hash !== null && !isStale(change, liveOf(change));
  const uncertainChanges = changes.filter((change) => isOpen(change) && !isSameModel(change));
  for (const [category, changesOfCategory] of Map.groupBy(uncertainChanges, (change) => change.category)) {
    const proposalEventIds = await auditStore(reader).proposalEventIds(
      changesOfCategory.map(({ change_id }) => change_id),
    );
    const earliestEventId = Math.min(...proposalEventIds.values());
    const names = changesOfCategory.map(({ model_name }) => model_name);
    const events =
      proposalEventIds.size > 0
        ? await auditStore(reader).creationsAndDeletions(category, names, earliestEventId)
        : [];
    const namesWithEvents = new Set(events.map(({ model_name }) => model_name));
    let nameByFormerName: ReadonlyMap<string, string> | null = null;
    for (const change of changesOfCategory) {
      const { change_id, model_name, operation } = change;
      const proposalEventId = proposalEventIds.get(change_id);
      if (proposalEventId !== undefined && namesWithEvents.has(model_name)) {
        const displacement = await findDisplacement(reader, change, proposalEventId);
        if (displacement) displacementById.set(change_id, displacement);
      } else if (operation !== 'create' && liveOf(change) === null) {
        nameByFormerName ??= indexFormerNames(await modelStore(reader).renamed(category));
        const currentName = nameByFormerName.get(model_name);
        if (currentName !== undefined)
          displacementById.set(change_id, { kind: 'renamed', to: currentName, isLive: true });
      }
    }
  }
  return displacementById;
}

async function findDisplacement(
  reader: Tx,
  change: DisplacementQuery,
  since: number,
): Promise<Displacement | null> {
  const { category, model_name } = change;
  const { name, otherFormerName, isRecreated } = await followModel(reader, {
    category,
    model_name,
    sinceEventId: since,
  });
  if (name !== model_name) {
    const isLive = otherFormerName === null && (await modelStore(reader).hashes(category, [name])).has(name);
    return { kind: 'renamed', to: name, isLive };
  }
  if (otherFormerName !== null) return { kind: 'replaced', from: otherFormerName };
  return isRecreated && readNewName(change) !== null ? { kind: 'recreated' } : null;
}

/**
 * Returns whether a pending or approved change is stale: its model was displaced, or the live record is not
 * the base of the change. A change that is a rename has no base; it is stale when its model was displaced or
 * no longer exists.
 */
export function isOutdated(
  change: DisplacementQuery,
  live: ModelHashes | null,
  displacement: Displacement | null,
): boolean {
  if (displacement) return true;
  return readNewName(change) === null ? isStale(change, live) : isOpen(change) && live === null;
}

/**
 * Returns why a change cannot be applied, and what its requestor can do. Completes a sentence after a colon.
 */
export function describeDisplacement(
  change: Pick<ListedChange, 'category' | 'model_name' | 'operation' | 'request_metadata'>,
  displacement: Displacement,
): string {
  const model = `model '${change.model_name}' of ${change.category}`;
  if (displacement.kind === 'recreated')
    return `${model} was deleted and created again since the change was proposed.`;
  if (displacement.kind === 'replaced') {
    return `the name '${change.model_name}' of ${change.category} belongs to another model since the change was proposed: '${displacement.from}' was renamed to it.`;
  }
  const { to, isLive } = displacement;
  if (!isLive)
    return `${model} was renamed to '${to}' since the change was proposed, and there is no such model any more.`;
  return `${model} was renamed to '${to}' since the change was proposed. ${suggestProposal(change, to)}`;
}

function suggestProposal(change: Parameters<typeof describeDisplacement>[0], to: string): string {
  if (readNewName(change) !== null) return `Propose to rename '${to}' instead.`;
  if (change.operation === 'delete') return `Propose to delete '${to}' instead.`;
  if (change.operation === 'create') return `Propose an update of '${to}' instead.`;
  return 'Its requestor can revise it to the new name.';
}
