import { registry } from './client.ts';

// Functions that send a request to a path, for routes without a method in the typed client. Each throws an
// ApiError unless the response is a success.

export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return registry.send('GET', path, { signal });
}

export function postJson<T>(path: string, body?: unknown): Promise<T> {
  return sendJson('POST', path, { body });
}

export function sendJson<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  sent: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<T> {
  return registry.send(method, path, sent);
}
