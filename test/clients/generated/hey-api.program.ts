/** Compiled beside what `@hey-api/openapi-ts` makes of the document. */
import { type Client, createClient, createConfig } from './hey-api/client/index.js';
import type {
  ClipModelRecord,
  ControlnetStyle,
  ErrorDetail,
  GenericModelRecord,
  KnownImageGenerationBaseline,
  ModelDomain,
  ModelPurpose,
  ModelStyle,
  OperationType,
} from './hey-api/index.js';
import * as sdk from './hey-api/index.js';

interface Options {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Called = (
  options: Options & { client: Client },
) => Promise<{ data?: unknown; error?: unknown; response?: Response }>;

/** Calls a generated function by its name. */
export function open(baseUrl: string) {
  const client = createClient(createConfig({ baseUrl }));
  return async (name: string, options: Options) => {
    const { data, error, response } = await (sdk as unknown as Record<string, Called>)[name]!({
      client,
      ...options,
    });
    return { status: response?.status ?? 0, headers: response?.headers, body: data ?? error ?? null };
  };
}

/** Uses the generated types: a program that does not fit them does not compile. */
export async function typed(baseUrl: string, apikey: string): Promise<Record<string, unknown>> {
  const client = createClient(createConfig({ baseUrl }));
  const { data: images } = await sdk.readV2ImageGenerationAll({ client });
  const first = Object.values(images ?? {})[0];
  const baseline: KnownImageGenerationBaseline | string | undefined = first?.baseline;
  const style: ModelStyle | string | null | undefined = first?.style;
  const domain: ModelDomain | undefined = first?.model_classification?.domain;
  const purpose: ModelPurpose | undefined = first?.model_classification?.purpose;

  const record: ClipModelRecord = { name: 'Typed', config: { download: [] } };
  const { data: change, error } = await sdk.createV2Clip({
    client,
    body: record,
    query: { dry_run: true },
    headers: { apikey },
  });
  if (error !== undefined) throw new Error(JSON.stringify(error));
  const operation = 'diff' in change ? change.diff.operation : change.operation;

  const wrong = await sdk.createV2Clip({ client, body: {} as ClipModelRecord, headers: { apikey } });
  const problems = wrong.error?.detail;
  const problem: ErrorDetail | undefined = typeof problems === 'object' ? problems[0] : undefined;

  const { data: feed } = await sdk.readV2Feed({ client });
  const event = feed?.events[0];
  const generic: GenericModelRecord | null | undefined = event?.v2;
  const { data: metadata } = await sdk.readV2CategoryMetadata({
    client,
    path: { model_category_name: 'clip' },
  });
  const last: OperationType | null | undefined = metadata?.last_operation_type;
  const { data: controlnets } = await sdk.readV2ControlnetAll({ client });
  const control: ControlnetStyle | string | null | undefined = Object.values(controlnets ?? {})[0]
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
