import type { CategoryDefinition } from '../../records/categories/category.ts';
import { filesOfRecord, type RecordFile } from '../../records/files/record-file.ts';
import { type Catalog, type CategorySnapshot, ofEachSegment, type Segment } from '../catalog/index.ts';

/** The files that live records name, as of the latest refresh of the catalog. */
export interface LiveFiles {
  /** Categories in their order, models in stored order. The same list as long as no record changes. */
  all(): readonly RecordFile[];
  /** In the same order, in lists that stay the same as long as none of their records changes. */
  inPieces(category: string): Promise<readonly (readonly RecordFile[])[]>;
  ofModel(category: string, modelName: string): readonly RecordFile[];
  withUrl(url: string): readonly RecordFile[];
  /** @param sha256 lower case */
  withHash(sha256: string): readonly RecordFile[];
}

interface CategoryFiles {
  readonly all: readonly RecordFile[];
  readonly byModel: ReadonlyMap<string, readonly RecordFile[]>;
  readonly byUrl: ReadonlyMap<string, readonly RecordFile[]>;
  readonly byHash: ReadonlyMap<string, readonly RecordFile[]>;
}

const filesOfSnapshot = Symbol('files');
const filesOfSegment = Symbol('files');

export function createLiveFiles({
  catalog,
  categories,
}: {
  catalog: Pick<Catalog, 'snapshot'>;
  categories: readonly Pick<CategoryDefinition, 'name'>[];
}): LiveFiles {
  const of = (category: string): CategoryFiles =>
    catalog.snapshot('v2', category).derived(filesOfSnapshot, filesIn);
  const everywhere = (list: (files: CategoryFiles) => readonly RecordFile[]) =>
    categories.flatMap(({ name }) => list(of(name)));
  /** The same list until a record changes. */
  let joined: { parts: readonly (readonly RecordFile[])[]; all: readonly RecordFile[] } | undefined;
  const all = () => {
    const parts = categories.map(({ name }) => of(name).all);
    if (!joined?.parts.every((part, at) => part === parts[at])) joined = { parts, all: parts.flat() };
    return joined.all;
  };
  return {
    all,
    inPieces: (category) =>
      ofEachSegment(catalog.snapshot('v2', category), filesOfSegment, filesInSegment(category)),
    ofModel: (category, modelName) => of(category).byModel.get(modelName) ?? [],
    withUrl: (url) => everywhere(({ byUrl }) => byUrl.get(url) ?? []),
    withHash: (sha256) => everywhere(({ byHash }) => byHash.get(sha256) ?? []),
  };
}

function filesInSegment(category: string): (segment: Segment) => readonly RecordFile[] {
  return ({ records }) => records.flatMap(({ name, record }) => filesOfRecord(category, name, record));
}

function filesIn({ category, segments }: CategorySnapshot): CategoryFiles {
  const all = segments.flatMap((segment) => segment.derived(filesOfSegment, filesInSegment(category)));
  return {
    all,
    byModel: Map.groupBy(all, ({ model_name }) => model_name),
    byUrl: Map.groupBy(all, ({ url }) => url),
    byHash: Map.groupBy(
      all.filter(({ expected }) => expected.sha256 !== null),
      ({ expected }) => expected.sha256 ?? '',
    ),
  };
}
