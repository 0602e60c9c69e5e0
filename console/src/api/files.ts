import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasStatus } from '#client';
import { categoryParameterOf, registry } from './client.ts';
import { useDeployment } from './deployment.ts';
import { useSendWithKey } from './idempotency-key.ts';
import type { CategoryName, CategoryParameter, FileEvidence, FileVerdict, QueuedRepairs } from './types.ts';

/**
 * Returns whether the service checks files. A replica does not: it responds with 503 and names its primary.
 */
function useKnowsFiles(): boolean {
  return useDeployment().deployment?.replicate_mode === 'PRIMARY';
}

/**
 * Loads what the files' hosts have reported to the service about each file of a model. The files are in the
 * order of the record. Empty if the service responds with 404, as for a model that is not live.
 */
export function useModelFiles(category: CategoryName, name: string) {
  return useQuery({
    queryKey: ['files', 'model', category, name],
    enabled: useKnowsFiles(),
    queryFn: async ({ signal }): Promise<readonly FileEvidence[]> => {
      try {
        const path = '/model_references/v2/{model_category_name}/model/{model_name}/files';
        const answer = await registry.request('get', path, {
          path: { ...categoryParameterOf(category), model_name: name },
          signal,
        });
        return answer.files;
      } catch (error) {
        if (hasStatus(error, 404)) return [];
        throw error;
      }
    },
  });
}

/**
 * The file verdicts that are marked in lists of models. Omits `mutable`, because it applies to nearly every
 * file.
 */
const markedVerdicts: FileVerdict[] = [
  'mismatch',
  'malformed_hash',
  'size_differs',
  'gone',
  'gated',
  'moved',
];

/** The worst file of a model, and the number of its files with a verdict in `markedVerdicts`. */
interface ModelMark {
  readonly worst: FileEvidence;
  readonly files: number;
}

/**
 * Loads at most 500 files with a verdict in `markedVerdicts`, and returns the mark of each model by
 * `category/name`. All lists share this call. Empty if the service has no such list (404).
 */
export function useFileMarks() {
  return useQuery({
    queryKey: ['files', 'marks'],
    enabled: useKnowsFiles(),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ModelMark>> => {
      try {
        // The worst come first.
        const { files } = await registry.request('get', '/model_references/v2/files', {
          query: { verdict: markedVerdicts, limit: 500 },
          signal,
        });
        const byModel = Map.groupBy(files, ({ category, model_name }) => `${category}/${model_name}`);
        return new Map(
          [...byModel].map(([model, own]) => [model, { worst: own[0] as FileEvidence, files: own.length }]),
        );
      } catch (error) {
        if (hasStatus(error, 404)) return new Map();
        throw error;
      }
    },
    staleTime: 60_000,
    retry: false,
  });
}

export interface FilesQuery {
  readonly verdict?: FileVerdict | undefined;
  readonly host?: string | undefined;
  readonly category?: CategoryName | undefined;
  readonly offset: number;
}

export const filesOnPage = 50;

/**
 * Loads a page of those files in live records that match the query. The files with the worst verdict come
 * first.
 */
export function useFiles({ verdict, host, category, offset }: FilesQuery) {
  return useQuery({
    queryKey: ['files', 'list', verdict, host, category, offset],
    queryFn: ({ signal }) =>
      registry.request('get', '/model_references/v2/files', {
        query: {
          offset,
          limit: filesOnPage,
          ...(verdict && { verdict: [verdict] }),
          ...(host && { host: [host] }),
          ...(category && { category: [category as CategoryParameter] }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Queues changes to the records of these files. The changes replace wrong data with the data of the files'
 * hosts.
 */
export function useProposeRepairs() {
  const client = useQueryClient();
  const sendWithKey = useSendWithKey();
  return useMutation({
    mutationFn: (
      files: readonly Pick<FileEvidence, 'category' | 'model_name' | 'field_path'>[],
    ): Promise<QueuedRepairs> => {
      const body = {
        files: files.map(({ category, model_name, field_path }) => ({ category, model_name, field_path })),
      };
      return sendWithKey(body, (key) =>
        registry.send('POST', '/model_references/v2/files/repairs', {
          body,
          headers: { 'idempotency-key': key },
        }),
      );
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['changes'] }),
  });
}
