import { TimeSlice } from '../../kernel/concurrency/time-slice.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { canonicalJson } from '../../kernel/same-json.ts';
import type { KnownBaselines } from '../../records/baselines/known-baselines.ts';
import { type Categories, categoryOf } from '../../records/categories/index.ts';
import { isSha256 } from '../../records/files/record-file.ts';
import { contentHash } from '../../records/hash.ts';
import { type ModelViews, shownRecord, viewsOf } from '../../records/model-views.ts';
import type { Tx } from '../../store/tx.ts';
import { type ModelHashes, modelStore } from '../catalog/index.ts';
import { baselineProposals } from './baselines.ts';
import { isOpen, publicChange } from './change-rules.ts';
import { type Displacement, displacements, displacementText, isOutdated } from './displaced.ts';
import { changedHashes, type Finding } from './findings/finding.ts';
import type { Findings } from './findings/rules.ts';
import type { ChangeHead, ListedChange } from './pending-change.ts';
import { anyApproval, type Policies } from './policies.ts';
import { changeExtent, noExtent, type ProposalDiff, proposalDiff } from './proposal-diff.ts';
import { proposedViews } from './proposed-views.ts';
import { renamedTo } from './rename.ts';
import { isUntouchedRepair, notesOfChange } from './request-metadata.ts';
import { mostListedChanges, type ReviewedChange } from './reviewed-change.ts';
import type { Risks } from './risks.ts';
import { changeStore } from './store.ts';

export type ChangeDescriptions = ReturnType<typeof createChangeDescriptions>;

/** Describes changes for reviewers, compared with the live models of one state of the database. */
export function createChangeDescriptions({
  categories,
  findings,
  risks,
  policies = anyApproval,
}: {
  readonly categories: Pick<Categories, 'baselines'>;
  readonly findings: Findings;
  readonly risks: Risks;
  /** Default: one approval of anybody is enough. */
  readonly policies?: Policies;
}) {
  /**
   * Gives the findings about an open change, or about a proposal that is not in the queue.
   * @param records the v2 records of the model: the live one, and the one that the change would make
   */
  const findingsOf = (
    change: JudgedChange,
    records: { readonly live: JsonObject | null; readonly record: JsonObject | null },
    { same, naming, baselines }: Others,
  ): Finding[] => {
    const { category, model_name: name, change_id: own } = change;
    return findings.of({
      category,
      name,
      ...records,
      deletes: change.operation === 'delete',
      renamesTo: renamedTo(change),
      sameProposals: same,
      isQueued: own !== undefined,
      draftNotes: notesOfChange(change),
      changesNaming: (sha256) => naming(sha256).filter((id) => id !== own),
      baselineProposals: baselines,
    });
  };

  return {
    /**
     * Fetches the usage figures of these categories. Has to be called before `of`, with the categories of its
     * changes, and outside a transaction.
     */
    prepare: risks.prepare,
    findingsOf,

    /**
     * Describes changes, in the given order.
     * @param links `linked`: findings about a replaced SHA-256 also name the open changes of other models
     * that contain it. This takes a search through all open changes.
     */
    of: async (
      reader: Tx,
      changes: readonly ListedChange[],
      links: 'linked' | 'unlinked' = 'unlinked',
    ): Promise<ReviewedChange[]> => {
      const open = changes.filter(isOpen);
      const requestors = open.map(({ requested_by }) => requested_by);
      const live = await liveModels(reader, open);
      const displaced = await displacements(reader, open, (change) => live.get(keyOf(change)) ?? null);
      const others = await otherOpenChanges(reader, open);
      const histories = await risks.histories(reader, requestors);
      const same = await sameProposals(reader, others);
      const comparisons = new Map<ListedChange, Compared & { views: ModelViews | null }>();
      for (const change of open) {
        const row = live.get(keyOf(change)) ?? null;
        const views = row && viewsOf(row);
        comparisons.set(change, {
          views,
          ...(await compareChange(reader, change, views, categories.baselines)),
        });
      }
      const proposed = [...comparisons.values()].map(({ views, v2 }) => ({
        live: views?.v2 ?? null,
        record: v2,
      }));
      const naming = links === 'linked' ? await changesNaming(reader, proposed) : noChangesNaming;
      const baselines = await baselineProposals(reader, categories);
      const told: ReviewedChange[] = [];
      const slice = new TimeSlice();
      for (const change of changes) {
        if (slice.expired) await slice.yield();
        const row = live.get(keyOf(change)) ?? null;
        const compared = comparisons.get(change) ?? null;
        const views = compared?.views ?? null;
        const extent = compared ? changeExtent(compared.diff) : noExtent;
        const records = { live: views?.v2 ?? null, record: compared?.v2 ?? null };
        const found = compared
          ? findingsOf(change, records, { same: same.get(change) ?? [], naming, baselines })
          : [];
        const moved = displaced.get(change.change_id) ?? null;
        const stale = isOutdated(change, row, moved);
        const rivals = others.get(change) ?? [];
        const risk = compared
          ? risks.of(
              {
                category: change.category,
                name: change.model_name,
                requestedBy: change.requested_by,
                ...records,
                isRepair: isUntouchedRepair(change),
                extent,
                findings: found,
                stale,
                displaced: moved && displacementText(change, moved),
                renamesTo: renamedTo(change),
                otherChanges: rivals.length,
              },
              histories,
            )
          : null;
        told.push({
          ...publicChange(change),
          version: change.version,
          changes_requested_by: change.changes_requested_by,
          approvals: policies.standing(change),
          approvals_missing: compared ? policies.missing(change) : 0,
          stale,
          findings: found,
          ...extent,
          open_changes_of_model: rivals.slice(0, mostListedChanges).map(({ change_id }) => change_id),
          model_renamed_to: presentName(moved),
          risk: risk?.level ?? null,
          risk_reasons: risk?.reasons ?? [],
        });
      }
      return told;
    },
  };
}

function presentName(displaced: Displacement | null): string | null {
  return displaced?.kind === 'renamed' && displaced.isLive ? displaced.to : null;
}

interface Compared {
  readonly diff: ProposalDiff;
  readonly current: JsonObject | null;
  readonly v2: JsonObject | null;
}

/**
 * Compares a change with the live model. In the result, `diff` has the differences, `current` is the live
 * record in the change's format, and `v2` is the v2 record that the change would make.
 */
export async function compareChange(
  reader: Tx,
  change: ListedChange,
  live: ModelViews | null,
  baselines: KnownBaselines,
): Promise<Compared> {
  const { model_name: name, operation, payload_format: format } = change;
  const definition = categoryOf(change.category);
  const current = live && shownRecord(definition, name, format, live);
  const { proposed, v2, after } = await proposedViews(reader, change, live, baselines);
  const diff = proposalDiff({ definition, name, operation, format, current, proposed, live, after });
  return { diff, current, v2 };
}

/** A change of the queue, or a proposal that is not in the queue and has no `change_id`. */
type PerhapsQueued = Partial<Pick<ListedChange, 'change_id'>>;

/** The columns of a change that the findings about it depend on. */
type JudgedChange = Pick<ListedChange, 'category' | 'model_name' | 'operation' | 'request_metadata'> &
  PerhapsQueued;

/** Facts about open changes that the findings about a change need. */
interface Others {
  /** The ids of the other open changes of the model that propose the same. */
  readonly same: readonly number[];
  readonly naming: ChangesNaming;
  /** The open changes that propose new baselines: baseline name → change id. */
  readonly baselines: ReadonlyMap<string, number>;
}

export type LiveModel = Parameters<typeof viewsOf>[0] & ModelHashes;

export async function liveModels(
  reader: Tx,
  changes: readonly Pick<ListedChange, 'category' | 'model_name'>[],
): Promise<ReadonlyMap<string, LiveModel>> {
  const live = new Map<string, LiveModel>();
  for (const [category, own] of Map.groupBy(changes, (change) => change.category)) {
    const rows = await modelStore(reader).getMany(
      category,
      own.map(({ model_name }) => model_name),
    );
    for (const row of rows) live.set(keyOf({ category, model_name: row.name }), row);
  }
  return live;
}

export function keyOf({ category, model_name }: Pick<ListedChange, 'category' | 'model_name'>): string {
  return `${category}\0${model_name}`;
}

/** Gives the ids of the open changes that contain a SHA-256 (in lower case). */
type ChangesNaming = (sha256: string) => readonly number[];

/**
 * Largest number of SHA-256 hashes that are looked up for one page of changes, because each lookup reads all
 * open changes. Findings about the other hashes name no changes.
 */
const mostHashes = 8;
/** Largest number of changes that the lookup of one hash gives. The message of a finding names fewer. */
const mostChanges = 20;

const noChangesNaming: ChangesNaming = () => [];

/**
 * Finds the files to which proposals give a new SHA-256 while their address stays the same. Returns a
 * function that gives, for such a new SHA-256, the open changes that contain it: who swaps one file may swap
 * others too.
 */
export async function changesNaming(
  reader: Tx,
  proposed: Iterable<{ readonly live: JsonObject | null; readonly record: JsonObject | null }>,
): Promise<ChangesNaming> {
  const hashes = new Set<string>();
  for (const { live, record } of proposed) {
    for (const { sha256 } of changedHashes(live, record)) {
      if (isSha256(sha256) && hashes.size < mostHashes) hashes.add(sha256.toLowerCase());
    }
  }
  const naming = new Map<string, readonly number[]>();
  for (const hash of hashes) naming.set(hash, await changeStore(reader).openNaming(hash, mostChanges));
  return (hash) => naming.get(hash) ?? [];
}

/** The columns of a change that `sameProposals` compares. */
type AskedChange = Pick<ListedChange, 'operation' | 'payload' | 'payload_format'> & PerhapsQueued;

/**
 * Gives, for each change, the ids of the other open changes of its model with the same operation, format and
 * payload.
 */
export async function sameProposals<Change extends AskedChange>(
  reader: Tx,
  others: OtherOpenChanges<Change>,
): Promise<ReadonlyMap<Change, readonly number[]>> {
  const rivals = [...others].flatMap(([change, open]) =>
    open
      .filter(
        ({ operation, payload_format }) =>
          operation === change.operation && payload_format === change.payload_format,
      )
      .map(({ change_id }) => ({ change, id: change_id })),
  );
  const ids = rivals.flatMap(({ change: { change_id }, id }) => [id, change_id ?? []].flat());
  const facts = await changeStore(reader).bodyFacts([...new Set(ids)]);
  const hashes = new Map<Change, string>();
  const hashOf = (change: Change): string => {
    const known = hashes.get(change) ?? facts.get(change.change_id ?? 0)?.payloadHash;
    const hash = known ?? contentHash(canonicalJson(change.payload));
    hashes.set(change, hash);
    return hash;
  };
  const same = new Map<Change, number[]>();
  for (const { change, id } of rivals) {
    if (facts.get(id)?.payloadHash !== hashOf(change)) continue;
    const ids = same.get(change) ?? [];
    ids.push(id);
    same.set(change, ids);
  }
  return same;
}

/** Maps each change to the other pending and approved changes of its model, in ascending id. */
type OtherOpenChanges<Change> = ReadonlyMap<Change, readonly ChangeHead[]>;

export async function otherOpenChanges<
  Change extends Pick<ListedChange, 'category' | 'model_name'> & PerhapsQueued,
>(reader: Tx, changes: readonly Change[]): Promise<OtherOpenChanges<Change>> {
  const others = new Map<Change, readonly ChangeHead[]>();
  for (const [category, own] of Map.groupBy(changes, (change) => change.category)) {
    const names = own.map(({ model_name }) => model_name);
    const open = await changeStore(reader).open(category, names);
    const byName = Map.groupBy(open, ({ model_name }) => model_name);
    for (const change of own) {
      const rivals = (byName.get(change.model_name) ?? []).filter(
        ({ change_id }) => change_id !== change.change_id,
      );
      others.set(change, rivals);
    }
  }
  return others;
}
