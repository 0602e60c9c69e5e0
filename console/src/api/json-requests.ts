import { api, unwrap } from './client.ts';

interface Options {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}
type Send = (path: string, options: Options) => Promise<{ data?: unknown; response: Response }>;

/**
 * Requests whose path is put together here and not by the generated client: lists with repeated parameters,
 * ids and names in the path. They go through the same client, so key and errors are treated the same.
 */
const untyped = api as unknown as Record<'GET' | 'POST' | 'PUT' | 'DELETE', Send>;

/** @throws ApiError for every answer that is not a success */
export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return sendJson('GET', path, signal ? { signal } : {});
}

/** @throws ApiError for every answer that is not a success */
export function postJson<T>(path: string, body?: unknown): Promise<T> {
  return sendJson('POST', path, body === undefined ? {} : { body });
}

/** @throws ApiError for every answer that is not a success */
export function sendJson<T>(method: keyof typeof untyped, path: string, options: Options = {}): Promise<T> {
  return unwrap(untyped[method](path, options)) as Promise<T>;
}
