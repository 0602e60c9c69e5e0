import { OutageError, RegistryError } from '../kernel/errors.ts';
import { openHttpCalls } from './http-calls.ts';

/** The directory or base URL from which model reference files are read. */
export interface ReferenceSource {
  /** Returns the full path or URL of a file, for messages. */
  label(path: string): string;
  /** Returns the text of a file; null if it does not exist. Throws for any other failure. */
  read(path: string): Promise<string | null>;
}

/** Maximum size of a reference file, in bytes, from a directory or a URL. */
export const maxReferenceFileBytes = 64 * 1024 * 1024;

export interface ReferenceUrlOptions {
  /** Timeout of one whole file, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** Maximum size of a file, in bytes. Default `maxReferenceFileBytes`. */
  readonly largestFile?: number;
}

/**
 * Opens a base URL. A response of 404 or 410 means that the file does not exist. For any other unusable
 * response, `read` throws RegistryError `bad_request`. If there is no response, it throws OutageError
 * `host_unavailable`. Both messages contain the URL.
 */
export function openReferenceUrl(
  baseUrl: string,
  options: ReferenceUrlOptions = {},
): ReferenceSource & AsyncDisposable {
  const { timeoutMs = 60_000, largestFile = maxReferenceFileBytes } = options;
  const calls = openHttpCalls({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: largestFile,
  });
  const label = (path: string) => `${baseUrl.replace(/\/+$/, '')}/${path}`;
  return {
    label,
    async read(path) {
      const url = label(path);
      try {
        const { statusCode, body } = await calls.request(url, {
          headers: { accept: 'application/json, text/csv, */*', 'user-agent': 'modelref' },
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (statusCode === 200) return new TextDecoder('utf-8', { fatal: true }).decode(await body.bytes());
        await body.dump();
        if (statusCode === 404 || statusCode === 410) return null;
        throw new RegistryError('bad_request', `${url} cannot be read: the server answered ${statusCode}.`);
      } catch (error) {
        if (error instanceof RegistryError) throw error;
        const message = `${url} cannot be read: ${describeFailure(error, timeoutMs, largestFile)}.`;
        throw isInvalidAnswer(error)
          ? new RegistryError('bad_request', message, { cause: error })
          : new OutageError('host_unavailable', message, { cause: error });
      }
    },
    [Symbol.asyncDispose]: () => calls.close(),
  };
}

/** Returns whether the server responded, but not with a reference file. */
function isInvalidAnswer(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}

function describeFailure(error: unknown, timeoutMs: number, largestFile: number): string {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return `no answer within ${timeoutMs / 1000} s`;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return `it is larger than ${largestFile} bytes`;
  return message || code || 'no connection';
}

interface Repository {
  readonly owner: string;
  readonly name: string;
  readonly branch: string;
}

/** Returns the base URL at which GitHub serves the files of a branch. */
export function repositoryFilesUrl({ owner, name, branch }: Repository): string {
  return `https://raw.githubusercontent.com/${owner}/${name}/${branch}`;
}
