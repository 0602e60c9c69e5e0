import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Overrides } from '../../src/app/foundation.ts';
import type { GuardedFetcher } from '../../src/outside/guarded/guarded-fetcher.ts';
import type { RemoteRequest } from '../../src/outside/remote-files.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { startTestApp, type TestApp } from './app.ts';
import { startCivitai } from './emulators/civitai.ts';
import type { CivitaiFile, CivitaiModel } from './emulators/civitai-answers.ts';
import { type Content, sha256Of } from './emulators/content.ts';
import { fetcherFor } from './emulators/fetcher-for.ts';
import { startHuggingFace } from './emulators/hugging-face.ts';
import type { HubRepository } from './emulators/hugging-face-answers.ts';
import { keys } from './identity-server.ts';
import { safetensorsOf } from './model-headers.ts';

/** Tensor names of real files, by what they are. */
export const tensors = {
  sdxl: {
    'model.diffusion_model.input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight': [640, 2048],
    'first_stage_model.decoder.conv_in.weight': [512, 4, 3, 3],
    'conditioner.embedders.0.transformer.weight': [768, 768],
  },
  bare: { 'model.diffusion_model.input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight': [640, 2048] },
  lora: { 'lora_unet_input_blocks_4_1_attn2_to_k.lora_down.weight': [4, 2048] },
  unet: { 'down_blocks.1.attentions.0.transformer_blocks.0.attn2.to_k.weight': [640, 2048] },
  vae: { 'decoder.conv_in.weight': [512, 4, 3, 3], 'encoder.conv_in.weight': [128, 3, 3, 3] },
  encoder: { 'text_model.encoder.layers.0.mlp.fc1.weight': [3072, 768] },
  none: {},
} satisfies Record<string, Record<string, readonly number[]>>;

/** A safetensors file with these tensors, as the emulators serve it. */
export function weights(header: Record<string, readonly number[]>, mark = ''): Content & { sha256: string } {
  const beginning = safetensorsOf(header, { mark });
  const bytes = Object.values(header).reduce((sum, shape) => sum + 2 * shape.reduce((a, b) => a * b, 1), 0);
  const size = beginning.length + bytes;
  return { beginning, size, sha256: sha256Of({ beginning, size: beginning.length }) };
}

export function repository(
  name: string,
  files: HubRepository['files'],
  about: HubRepository['about'] = { pipeline_tag: 'text-to-image', library_name: 'diffusers' },
): HubRepository {
  return { id: `acme/${name}`, commit: 'e'.repeat(40), files, about };
}

/** A file of a Civitai version, with the size of `content` and a hash of the digit. */
export function civitaiFile(id: number, name: string, digit: string, more: Partial<CivitaiFile> = {}) {
  const sizeKB = weights(tensors.sdxl).size / 1024;
  return { id, name, sizeKB, type: 'Model', hashes: { SHA256: digit.repeat(64).toUpperCase() }, ...more };
}

export function civitaiModel(id: number, files: readonly CivitaiFile[], more: object = {}): CivitaiModel {
  const modelVersions = [{ id: id * 10 + 1, name: 'v2.0', baseModel: 'SDXL 1.0', files, ...more }];
  return { id, name: `Model ${id}`, type: 'Checkpoint', nsfw: false, modelVersions };
}

export type Note = { field_path: string | null; message: string; open: boolean };

interface DraftAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what is tested
  readonly body: any;
  readonly headers: Record<string, unknown>;
}

/**
 * Starts one service for the tests of a file. Returns a function that emulates, for the rest of a test, the Hugging
 * Face and the Civitai that the service reads, and returns them with the requests that the service sends.
 */
export function draftWorlds(
  bounds: Overrides['bounds'] = { draftsPerMinute: 1000 },
  settings: Partial<Settings> = {},
) {
  let app: TestApp;
  let remoteFiles: GuardedFetcher;
  let requests: RemoteRequest[] = [];
  const open = (request: RemoteRequest) => {
    requests.push(request);
    return remoteFiles.open(request);
  };
  beforeAll(async () => {
    app = await startTestApp({ settings, overrides: { remoteFiles: { open }, bounds } });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const ask = async (body: object, key: string | null = keys.requestor): Promise<DraftAnswer> => {
    const answer = await app.send('POST', '/api/model_references/v2/drafts', {
      ...(key !== null && { key }),
      body,
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  return async (repositories: HubRepository[], models: CivitaiModel[], others: string[] = []) => {
    const [hub, civitai] = await Promise.all([startHuggingFace(...repositories), startCivitai(...models)]);
    const fetcher = fetcherFor({ hub, civitai }, others);
    remoteFiles = fetcher;
    requests = [];
    onTestFinished(async () => {
      await Promise.all([fetcher.close(), hub[Symbol.asyncDispose](), civitai[Symbol.asyncDispose]()]);
    });
    return { hub, civitai, app, ask, requests };
  };
}

/**
 * Lists the fields of a draft that differ from the truth without any note about them. A value that is absent
 * or says that it is not known is not wrong.
 */
export function silentlyWrong(
  draft: {
    record: Record<string, unknown>;
    notes: readonly Note[];
    sources: Record<string, { certainty: string }>;
  },
  truth: Readonly<Record<string, unknown>>,
): string[] {
  const valueAt = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], draft.record);
  return Object.entries(truth).flatMap(([path, right]) => {
    const value = valueAt(path);
    const isWrong = value !== undefined && value !== 'FIXME' && value !== right;
    const isSaid =
      draft.sources[path]?.certainty === 'guess' ||
      draft.notes.some(({ field_path: at }) => at !== null && (path === at || path.startsWith(`${at}.`)));
    return isWrong && !isSaid ? [`${path}: ${String(value)}`] : [];
  });
}
