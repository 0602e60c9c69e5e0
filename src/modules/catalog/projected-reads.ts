import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { CompressingBody, type ReadyBody } from '../../kernel/ready-body.ts';
import { contentHash } from '../../records/hash.ts';
import type { Catalog } from './catalog.ts';
import { CategorySnapshot } from './snapshot.ts';
import { SnapshotRecord, writeBody } from './snapshot-record.ts';
import type { ModelRow } from './tables.ts';

/** A computed field that reads add to the v2 records of a category. It is not stored. */
export interface Projection {
  readonly category: string;
  readonly field: string;
  /**
   * Returns the function that computes the field from a model's name and stored record. If that function
   * returns undefined, reads omit the field. It always returns the same value for the same arguments. When
   * values may have changed, `currentCompute` returns a different function.
   */
  readonly currentCompute: () => (name: string, record: JsonObject) => JsonValue | undefined;
}

/** A stored model. */
type StoredModel = Pick<ModelRow, 'category' | 'name' | 'v2' | 'v2_hash'>;

export type ProjectedReads = ReturnType<typeof createProjectedReads>;

/**
 * Creates the catalog that serves reads: its v2 records have the fields of `projections`. Code that makes
 * decisions about stored records uses `catalog` itself. Without projections, both are the same.
 */
export function createProjectedReads(catalog: Catalog, projections: readonly Projection[]) {
  const projectedCategories = new Map(
    [...Map.groupBy(projections, ({ category }) => category)].map(
      ([category, own]) => [category, new ProjectedCategory(own)] as const,
    ),
  );
  const snapshot: Catalog['snapshot'] = (format, category) => {
    const storedSnapshot = catalog.snapshot(format, category);
    const projectedCategory = format === 'v2' ? projectedCategories.get(category) : undefined;
    return projectedCategory ? projectedCategory.project(storedSnapshot) : storedSnapshot;
  };
  return {
    catalog: projections.length === 0 ? catalog : { ...catalog, snapshot },

    /** Returns a v2 record as served by reads. */
    toServedRecord: (category: string, name: string, record: JsonObject): JsonObject =>
      projectedCategories.get(category)?.toServedRecord(name, record) ?? record,

    /** Returns the SHA-256 (hex) of a stored model's v2 record as served by reads. */
    hashOf: ({ category, name, v2, v2_hash }: StoredModel): string => {
      const projectedCategory = projectedCategories.get(category);
      if (!projectedCategory) return v2_hash;
      return contentHash(
        JSON.stringify(projectedCategory.toServedRecord(name, JSON.parse(v2) as JsonObject)),
      );
    },
  };
}

type Compute = ReturnType<Projection['currentCompute']>;

/** The fields added to a record of a snapshot, and the functions that computed them. */
interface ProjectedFields {
  readonly computes: readonly Compute[];
  /** The added members, as JSON text. */
  readonly members: string;
  readonly record: SnapshotRecord;
}

/** Adds the projections to the snapshots of a category. */
class ProjectedCategory {
  readonly #projections: readonly Projection[];
  readonly #fieldsByRecord = new WeakMap<SnapshotRecord, ProjectedFields>();
  #cachedProjection: {
    readonly storedSnapshot: CategorySnapshot;
    readonly computes: readonly Compute[];
    readonly projectedSnapshot: CategorySnapshot;
  } | null = null;

  constructor(projections: readonly Projection[]) {
    this.#projections = projections;
  }

  /** Returns the snapshot with the fields added; the same object until the models or the values change. */
  project(storedSnapshot: CategorySnapshot): CategorySnapshot {
    const computes = this.#projections.map(({ currentCompute: now }) => now());
    const cachedProjection = this.#cachedProjection;
    if (
      cachedProjection?.storedSnapshot === storedSnapshot &&
      areSameLists(cachedProjection.computes, computes)
    )
      return cachedProjection.projectedSnapshot;
    const records = storedSnapshot.records.map((record) => this.#projectRecord(record, computes));
    const byName = new Map(records.map((record) => [record.name, record]));
    const projectedSnapshot = new CategorySnapshot(
      storedSnapshot,
      { records, byName, positionsBySharedName: new Map() },
      this.#bodyOf(records, cachedProjection?.projectedSnapshot),
    );
    this.#cachedProjection = {
      storedSnapshot: storedSnapshot,
      computes,
      projectedSnapshot: projectedSnapshot,
    };
    return projectedSnapshot;
  }

  toServedRecord(name: string, record: JsonObject): JsonObject {
    const fields = this.#projections.flatMap(({ field, currentCompute: now }) => {
      const value = now()(name, record);
      return value === undefined ? [] : [[field, value]];
    });
    return fields.length === 0 ? record : { ...record, ...Object.fromEntries(fields) };
  }

  #projectRecord(storedRecord: SnapshotRecord, computes: readonly Compute[]): SnapshotRecord {
    const cachedFields = this.#fieldsByRecord.get(storedRecord);
    if (cachedFields && areSameLists(cachedFields.computes, computes)) return cachedFields.record;
    const record = storedRecord.record;
    const fields = this.#projections.map(({ field }, at) => [
      field,
      computes[at]!(storedRecord.name, record),
    ]);
    const members = JSON.stringify(Object.fromEntries(fields)).slice(1);
    const projectedRecord =
      cachedFields?.members === members
        ? cachedFields.record
        : members === '}'
          ? storedRecord
          : new SnapshotRecord(
              storedRecord.position,
              storedRecord.name,
              `${storedRecord.text.slice(0, -1)},${members}`,
            );
    this.#fieldsByRecord.set(storedRecord, { computes, members, record: projectedRecord });
    return projectedRecord;
  }

  #bodyOf(records: readonly SnapshotRecord[], before: CategorySnapshot | undefined): ReadyBody {
    return before && areSameLists(before.records, records)
      ? before.body
      : new CompressingBody(writeBody(records));
  }
}

function areSameLists<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}
