/** Compiled beside what `openapi-typescript` makes of the document. */
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript.js';

type Schemas = components['schemas'];

interface Options {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Untyped {
  request(
    method: string,
    path: string,
    options: { params: Pick<Options, 'path' | 'query'>; headers: Options['headers']; body?: unknown },
  ): Promise<{ data?: unknown; error?: unknown; response: Response }>;
}

/** Sends what is said of an operation. */
export function open(baseUrl: string) {
  const client = createClient<paths>({ baseUrl }) as unknown as Untyped;
  return async (method: string, path: string, { path: parameters, query, headers, body }: Options) => {
    const { data, error, response } = await client.request(method.toLowerCase(), path, {
      params: { path: parameters, query },
      headers,
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, body: data ?? error ?? null };
  };
}

/** Uses the generated types: a program that does not fit them does not compile. */
export async function typed(baseUrl: string, apikey: string): Promise<Record<string, unknown>> {
  const client = createClient<paths>({ baseUrl });
  const { data: images } = await client.GET('/model_references/v2/image_generation');
  const first = Object.values(images ?? {})[0];
  const baseline: Schemas['KNOWN_IMAGE_GENERATION_BASELINE'] | string | undefined = first?.baseline;
  const style: Schemas['MODEL_STYLE'] | string | null | undefined = first?.style;
  const domain: Schemas['MODEL_DOMAIN'] | undefined = first?.model_classification?.domain;
  const purpose: Schemas['MODEL_PURPOSE'] | undefined = first?.model_classification?.purpose;

  const proposed = await client.POST('/model_references/v2/clip', {
    params: { query: { dry_run: true } },
    headers: { apikey },
    body: { name: 'Typed', record_type: 'clip' } as Schemas['ClipModelRecord'],
  });
  if (!proposed.data) throw new Error(JSON.stringify(proposed.error));
  const operation = 'diff' in proposed.data ? proposed.data.diff.operation : proposed.data.operation;

  const wrong = await client.POST('/model_references/v2/clip', {
    headers: { apikey },
    body: {} as Schemas['ClipModelRecord'],
  });
  const problems = wrong.error?.detail;
  const problem: Schemas['ErrorDetail'] | undefined = typeof problems === 'object' ? problems[0] : undefined;

  const { data: feed } = await client.GET('/model_references/v2/feed');
  const generic: Schemas['GenericModelRecord'] | null | undefined = feed?.events[0]?.v2;
  const { data: metadata } = await client.GET('/model_references/v2/metadata/{model_category_name}', {
    params: { path: { model_category_name: 'clip' } },
  });
  const last: Schemas['OperationType'] | null | undefined = metadata?.last_operation_type;
  const { data: controlnets } = await client.GET('/model_references/v2/controlnet');
  const control: Schemas['CONTROLNET_STYLE'] | string | null | undefined = Object.values(controlnets ?? {})[0]
    ?.controlnet_style;
  return {
    baseline,
    style,
    domain,
    purpose,
    operation,
    missing: problem?.loc,
    kind: generic?.record_type,
    last,
    control,
  };
}
