import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { OutageError, RegistryError } from '../../kernel/errors.ts';

/** Largest number of characters that all cached answers of the primary may have together. */
const mostKept = 16 * 1024 * 1024;

export type PrimaryRequests = ReturnType<typeof askPrimaryForRequests>;

/**
 * Makes the client with which a replica reads requests from its primary. It caches each answer for
 * `keepSeconds`.
 */
export function askPrimaryForRequests({
  primary,
  keepSeconds,
}: {
  readonly primary: {
    readonly timeoutMs: number;
    ask(path: string, signal: AbortSignal): Promise<unknown>;
  };
  readonly keepSeconds: number;
}) {
  const answers = new LRUCache<string, { readonly value: unknown }, z.ZodType>({
    maxSize: mostKept,
    sizeCalculation: ({ value }) => JSON.stringify(value).length + 1,
    ttl: Math.max(1, Math.round(keepSeconds * 1000)),
    ignoreFetchAbort: true,
    fetchMethod: async (path, _, { context: schema }) => ({ value: await asked(path, schema) }),
  });
  const asked = async (path: string, schema: z.ZodType): Promise<unknown> => {
    const answer = await primary.ask(path, AbortSignal.timeout(primary.timeoutMs));
    if (answer === null) return null;
    const { success, data } = schema.safeParse(answer);
    if (success) return data;
    throw new OutageError(
      'primary_unavailable',
      `The primary's answer to …/requests${path} is none of a registry.`,
    );
  };
  return {
    /**
     * Gives the primary's answer for a path, from the cache or from the primary.
     *
     * @param path the path after `…/requests`, with the query
     * @throws RegistryError `not_found` when the primary has no such request, `not_supported_here` when it
     * takes no requests; OutageError `primary_unavailable` when the primary gives no answer and none is
     * cached
     */
    read: async (path: string, schema: z.ZodType): Promise<unknown> => {
      const { value = null } = (await answers.fetch(path, { context: schema })) ?? {};
      if (value !== null) return value;
      const [, id] = /^\/(\d+)/.exec(path) ?? [];
      if (id !== undefined) throw new RegistryError('not_found', `Request ${id} not found`);
      throw new RegistryError('not_supported_here', 'The primary takes no requests for models.');
    },
  };
}
