import { Agent, request } from 'undici';
import { RegistryError } from '../kernel/errors.ts';

/** A place with model reference files: a directory, or a base URL. */
export interface ReferenceSource {
  /** Gives the name of a file for messages: its path or URL. */
  label(path: string): string;
  /** Gives the text of the file; null when there is none. Any other failure is thrown. */
  read(path: string): Promise<string | null>;
}

/** Largest size of a reference file, in bytes, from a directory or a URL. */
export const largestReferenceFile = 64 * 1024 * 1024;

/** Model reference files below an http(s) base URL. */
export interface ReferenceUrl extends ReferenceSource, AsyncDisposable {
  /**
   * Gives the text of a file; null when the server says that there is none (404 or 410).
   *
   * @throws RegistryError `bad_request` naming the URL, for every other answer, and when no answer comes
   */
  read(path: string): Promise<string | null>;
}

export interface ReferenceUrlOptions {
  /** The longest time for one whole file, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** Largest size of a file, in bytes. Default `largestReferenceFile`. */
  readonly largestFile?: number;
}

export function openReferenceUrl(baseUrl: string, options: ReferenceUrlOptions = {}): ReferenceUrl {
  const { timeoutMs = 60_000, largestFile = largestReferenceFile } = options;
  const agent = new Agent({
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
        const { statusCode, body } = await request(url, {
          dispatcher: agent,
          headers: { accept: 'application/json, text/csv, */*', 'user-agent': 'modelref' },
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (statusCode === 200) return await body.text();
        await body.dump();
        if (statusCode === 404 || statusCode === 410) return null;
        throw new RegistryError('bad_request', `${url} cannot be read: the server answered ${statusCode}.`);
      } catch (error) {
        if (error instanceof RegistryError) throw error;
        throw new RegistryError(
          'bad_request',
          `${url} cannot be read: ${reason(error, timeoutMs, largestFile)}.`,
          { cause: error },
        );
      }
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

function reason(error: unknown, timeoutMs: number, largestFile: number): string {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return `no answer within ${timeoutMs / 1000} s`;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return `it is larger than ${largestFile} bytes`;
  return message || code || 'no connection';
}

/** A repository on GitHub, at a branch. */
interface Repository {
  readonly owner: string;
  readonly name: string;
  readonly branch: string;
}

/** Gives the base URL of a repository's files. */
export function filesOfRepository({ owner, name, branch }: Repository): string {
  return `https://raw.githubusercontent.com/${owner}/${name}/${branch}`;
}
