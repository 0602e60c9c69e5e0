import { OutageError } from '../kernel/errors.ts';
import { BadAnswer, failureReason, openServiceCalls } from './service-calls.ts';

/** Largest answer that is read, in bytes. The answers of a registry are at most a tenth as large. */
const maxAnswerBytes = 16 * 1024 * 1024;
/** Statuses with which a primary, such as the Python service, answers for a path that it does not serve. */
const unknownPath = [404, 405, 422];

/**
 * Makes a client that reads another registry's data about files, or its requests for models, on connections
 * of its own.
 *
 * @param options.under the part of the registry's API to read: `/model_references/v2/files` or `…/requests`
 */
export function createPrimaryReads({
  baseUrl,
  timeoutMs,
  under,
}: {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly under: 'files' | 'requests';
}) {
  const url = `${baseUrl.replace(/\/+$/, '')}/model_references/v2/${under}`;
  const calls = openServiceCalls({ connections: 2, timeoutMs, maxAnswerBytes });
  return {
    timeoutMs,
    /**
     * Reads one path of the primary.
     *
     * @param path what follows `url` in the address: the rest of the path, and the query
     * @returns the JSON of the answer; null when the primary does not serve the path
     * @throws OutageError `primary_unavailable` when the path cannot be read
     */
    ask: async (path: string, signal: AbortSignal): Promise<unknown> => {
      try {
        const { statusCode, body } = await calls.request(`${url}${path}`, {
          headers: {
            accept: 'application/json',
            'accept-encoding': 'identity',
            'user-agent': 'modelref-replica',
          },
          signal,
        });
        if (statusCode === 200) return await body.json();
        await body.dump();
        if (unknownPath.includes(statusCode)) return null;
        throw new BadAnswer(`it answered ${statusCode}`);
      } catch (error) {
        throw new OutageError(
          'primary_unavailable',
          `${url}${path} cannot be read: ${failureReason(error, timeoutMs)}.`,
          { cause: error },
        );
      }
    },
    /** Ends the calls under way. */
    close: () => calls.close(),
  };
}
