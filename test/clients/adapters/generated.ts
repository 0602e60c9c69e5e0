import { type Answer, type ForeignClient, headersOf, type Sent } from '../client.ts';
import { generatedClients } from '../generated/make.ts';

interface Options {
  readonly path: Sent['operation']['parameters'];
  readonly query: Sent['operation']['query'];
  readonly headers: Sent['headers'];
  readonly body?: unknown;
}

/** What a generated client gives; it leaves the body of an answer without content to its own taste. */
type Given = { status: number; headers?: Headers; body: unknown };

const optionsOf = ({ operation: { parameters, query }, headers, body }: Sent): Options => ({
  path: parameters,
  query,
  headers,
  ...(body !== undefined && { body }),
});

const answerOf = ({ status, headers, body }: Given): Answer => ({
  status,
  headers: headersOf(headers ?? []),
  body: body !== null && typeof body === 'object' && Object.keys(body).length === 0 ? null : body,
});

export const heyApi: ForeignClient = {
  name: '@hey-api/openapi-ts',
  sends: 'operations',
  async open(origin) {
    const { document, program } = await generatedClients(origin);
    const { open } = (await program('hey-api')) as {
      open(base: string): (name: string, options: Options) => Promise<Given>;
    };
    const call = open(`${origin}/api`);
    return {
      send: async (method, _path, sent) => {
        const id = document.paths[sent.operation.path]?.[method.toLowerCase()]?.operationId ?? '';
        return answerOf(await call(functionName(id), optionsOf(sent)));
      },
    };
  },
};

/** `read_v2_clip_all` becomes `readV2ClipAll`. */
function functionName(operationId: string): string {
  const [first = '', ...others] = operationId.split('_').filter((word) => word !== '');
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

export const openapiFetch: ForeignClient = {
  name: 'openapi-typescript',
  sends: 'operations',
  async open(origin) {
    const { program } = await generatedClients(origin);
    const { open } = (await program('openapi-fetch')) as {
      open(base: string): (method: string, path: string, options: Options) => Promise<Given>;
    };
    const call = open(`${origin}/api`);
    return {
      send: async (method, _path, sent) => answerOf(await call(method, sent.operation.path, optionsOf(sent))),
    };
  },
};
