import { registry } from './client.ts';

/** Requests whose path is put together here. Each throws an ApiError for what is not a success. */

export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return registry.send('GET', path, { signal });
}

export function postJson<T>(path: string, body?: unknown): Promise<T> {
  return sendJson('POST', path, { body });
}

export function sendJson<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  sent: { readonly body?: unknown } = {},
): Promise<T> {
  return registry.send(method, path, sent);
}
