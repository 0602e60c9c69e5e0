import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { pickleDirectory, safetensorsOf } from '../model-headers.ts';
import type { EmulatedCivitai } from './civitai.ts';
import type { CivitaiModel } from './civitai-answers.ts';
import { type Content, textContent } from './content.ts';
import type { EmulatedHub } from './hugging-face.ts';
import type { HubFile, HubRepository } from './hugging-face-answers.ts';

/**
 * Makes pages about the models of live records on the emulated Civitai and Hugging Face, such as the real
 * hosts could have. A page shows a record's values in the host's spelling, units and nesting, among other
 * members. `pageOfImageRecord` returns the link to the page that it made. `pageOfTextRecord` returns the link
 * with what the page states, or null if the record's `url` is not on Hugging Face.
 *
 * Tests on these pages show that the service finds the values that a page states. They do not show how
 * complete real pages are.
 */

interface ImageRecord extends JsonObject {
  name: string;
  baseline: string;
  version: string;
  description: string;
  nsfw: boolean;
  config: { download: { file_name: string; file_url: string; sha256sum: string }[] };
}

/**
 * Civitai's names for each of our baselines. The page of a record shows one of these names, chosen by the
 * record's name.
 */
const baseModels: Readonly<Record<string, readonly string[]>> = {
  stable_diffusion_1: ['SD 1.5', 'SD 1.4', 'SD 1.5 LCM', 'SD 1.5 Hyper'],
  stable_diffusion_2_768: ['SD 2.1 768', 'SD 2.0 768', 'SD 2.1'],
  stable_diffusion_xl: ['SDXL 1.0', 'SDXL Lightning', 'SDXL Turbo', 'Pony', 'Illustrious', 'NoobAI'],
  stable_cascade: ['Stable Cascade'],
  flux_1: ['Flux.1 S'],
};

export function pageOfImageRecord(
  record: ImageRecord,
  { hub, civitai }: { hub: EmulatedHub; civitai: EmulatedCivitai },
): string {
  const homepage = String(record.homepage ?? '');
  if (homepage.includes('civitai.com/models/')) return civitaiPage(record, homepage, civitai);
  const repository = /huggingface\.co\/([\w.-]+\/[\w.-]+)/.exec(homepage)?.[1];
  if (repository) return hubPage(record, repository, hub);
  return hubFile(record, hub);
}

function civitaiPage(record: ImageRecord, homepage: string, civitai: EmulatedCivitai): string {
  const url = new URL(homepage);
  const modelId = Number(/\/models\/(\d+)/.exec(url.pathname)?.[1]);
  const given = url.searchParams.get('modelVersionId');
  const versionId = given === null ? 3_000_000 + digest(record.name) : Number(given);
  const fileId = 5_000_000 + digest(`${record.name} file`);
  const { sha256sum, file_name } = record.config.download[0]!;
  const isPickle = /\.ckpt$/.test(file_name);
  const hash = sha256sum.toUpperCase();
  const version = {
    id: versionId,
    name: digest(record.name) % 2 === 0 ? record.version.replace(/^(?=\d)/, 'v') : record.version,
    baseModel: chosen(baseModels[record.baseline] ?? ['Other'], record.name),
    status: 'Published',
    nsfwLevel: 31,
    trainedWords: record.trigger,
    description: '<p>Better <em>hands</em>.</p>',
    usageControl: 'Download',
    files: [
      {
        id: fileId,
        name: file_name.replace(/_/g, ' '),
        sizeKB: sizeOf(record) / 1024,
        type: 'Model',
        primary: true,
        metadata: { format: isPickle ? 'PickleTensor' : 'SafeTensor', size: 'pruned', fp: 'fp16' },
        pickleScanResult: 'Success',
        hashes: {
          AutoV2: hash.slice(0, 10),
          SHA256: hash,
          CRC32: hash.slice(-8),
          BLAKE3: hash.split('').reverse().join(''),
        },
      },
    ],
  };
  const older = { id: versionId - 1, name: 'v0.1', baseModel: 'Other', files: [] };
  const known = civitai.models.get(modelId)?.modelVersions ?? [];
  const same = known.find(({ id }) => id === versionId);
  const others = known.filter(({ id, name }) => id !== versionId && name !== older.name);
  const model: CivitaiModel & JsonObject = {
    id: modelId,
    name: record.name,
    type: 'Checkpoint',
    nsfw: record.nsfw,
    poi: false,
    description: `<h2>About</h2><p>${escaped(record.description)}</p><script>track()</script>`,
    tags: ['base model', ...(record.tags as string[]), String(record.style)],
    creator: { username: 'somebody', image: null },
    modelVersions: [
      ...others,
      same ? { ...same, files: [...same.files, ...version.files.map(notPrimary)] } : version,
      older,
    ],
  } as never;
  civitai.models.set(modelId, model);
  civitai.contents.set(fileId, contentOf(record));
  // Several records name one page, even one version: the page alone does not say which file is meant.
  if (same) return `https://civitai.com/api/download/models/${versionId}?fileId=${fileId}`;
  return `https://civitai.com/models/${modelId}/slug?modelVersionId=${versionId}`;
}

function notPrimary<T extends object>(file: T): T & { primary: false } {
  return { ...file, primary: false };
}

/**
 * Makes a repository on the emulated Hub that holds the model twice: in parts, for the diffusers library, and
 * whole, in one file. Gives the link to the whole file.
 */
function hubPage(record: ImageRecord, id: string, hub: EmulatedHub): string {
  const { file_name } = record.config.download[0]!;
  const width = { stable_diffusion_1: 768, stable_diffusion_2_768: 1024, stable_diffusion_xl: 2048 }[
    record.baseline
  ];
  put(hub, {
    id,
    commit: createHash('sha1').update(id).digest('hex'),
    files: {
      ...hub.repositories.get(id)?.files,
      'README.md': textContent(
        `---\nlicense: creativeml-openrail-m\ntags:\n- stable-diffusion\n---\n# Model\n\n${record.description}\n`,
      ),
      'model_index.json': textContent('{"_class_name": "StableDiffusionPipeline"}'),
      'unet/config.json': textContent(JSON.stringify({ cross_attention_dim: width, sample_size: 96 })),
      'unet/diffusion_pytorch_model.bin': {
        size: 3_438_366_373,
        beginning: new Uint8Array(),
        sha256: hashOf(`${id} unet`),
      },
      [file_name]: fileOf(record),
    },
    about: {
      pipeline_tag: 'text-to-image',
      library_name: 'diffusers',
      tags: ['diffusers', 'stable-diffusion', ...nsfwTag(record.nsfw)],
    },
  });
  return `https://huggingface.co/${id}/blob/main/${encodeURIComponent(file_name)}`;
}

/**
 * Puts the model's file into a repository on the emulated Hub, which says nothing else about the model. Gives
 * the address of the file.
 */
function hubFile(record: ImageRecord, hub: EmulatedHub): string {
  const { file_url } = record.config.download[0]!;
  const [, id = '', path = ''] =
    /huggingface\.co\/([\w.-]+\/[\w.-]+)\/resolve\/main\/([^?]+)/.exec(file_url) ?? [];
  put(hub, {
    id,
    commit: createHash('sha1').update(id).digest('hex'),
    files: { ...hub.repositories.get(id)?.files, [decodeURIComponent(path)]: fileOf(record) },
  });
  return file_url;
}

function fileOf(record: ImageRecord): HubFile {
  return { ...contentOf(record), sha256: record.config.download[0]!.sha256sum.toLowerCase() };
}

/**
 * The content of the model's file: its size, and the bytes from which its format and baseline can be read.
 * For safetensors these are the first bytes, otherwise the end of the zip file.
 */
function contentOf(record: ImageRecord): Content {
  const size = sizeOf(record);
  if (/\.safetensors$/.test(record.config.download[0]!.file_name)) {
    return { size, beginning: safetensorsOf(tensorsOf(record.baseline), { format: 'pt' }) };
  }
  // Keys and values of ten cross attentions, among other tensors.
  const width = record.baseline === 'stable_diffusion_1' ? 768 : 1024;
  const storages = [
    ...Array.from({ length: 20 }, () => 320 * width * 2),
    ...Array.from({ length: 900 }, (_, index) => 640 + index),
  ];
  return {
    size,
    beginning: new TextEncoder().encode('PK\u0003\u0004'),
    ending: pickleDirectory(storages, size),
  };
}

function tensorsOf(baseline: string): Record<string, number[]> {
  const own = 'model.diffusion_model.';
  const block = (at: string, width: number) => ({
    [`${own}input_blocks.${at}.transformer_blocks.0.attn2.to_k.weight`]: [640, width],
  });
  const others = Object.fromEntries(
    Array.from({ length: 1500 }, (_, index) => [`${own}output_blocks.${index}.0.in_layers.0.weight`, [320]]),
  );
  const vae = { 'first_stage_model.decoder.conv_in.weight': [512, 4, 3, 3] };
  if (baseline === 'stable_diffusion_xl') return { ...block('4.1', 2048), ...others, ...vae };
  if (baseline === 'stable_diffusion_2_768') return { ...block('2.1', 1024), ...others, ...vae };
  if (baseline === 'stable_cascade')
    return { 'clf.1.weight': [16, 2048, 1, 1], 'clip_mapper.weight': [1, 1], ...others };
  if (baseline === 'flux_1') {
    return {
      [`${own}double_blocks.0.img_attn.norm.key_norm.scale`]: [128],
      [`${own}img_in.weight`]: [3072, 64],
      ...others,
    };
  }
  return { ...block('2.1', 768), ...others, ...vae };
}

interface TextRecord extends JsonObject {
  name: string;
  parameters: number;
}

/**
 * Chat templates that a page may show, by the name of their prompt format. Each contains the marks that are
 * typical of its format.
 */
const templates: Readonly<Record<string, string>> = {
  ChatML:
    "{% for m in messages %}{{'<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>'}}{% endfor %}",
  'Llama 3': "{{ '<|start_header_id|>' + m['role'] + '<|end_header_id|>' }}",
  Mistral: "{{ bos_token }}{{ '[INST] ' + m['content'] + ' [/INST]' }}",
  'Mistral V3': "{{ '[AVAILABLE_TOOLS] [' }}{{ '[INST] ' + m['content'] + '[/INST]' }}",
  'Mistral V3 Tekken': "{{ '[AVAILABLE_TOOLS][' }}{{ '[INST]' + m['content'] + '[/INST]' }}",
  'Mistral V7 Tekken': "{{ '[SYSTEM_PROMPT]' + system + '[/SYSTEM_PROMPT]' }}",
  'Gemma 4': "{{ '<|turn>' + role }}",
  Gemma: "{{ '<start_of_turn>' + role }}",
  Alpaca: "{{ '### Instruction:\\n' + m['content'] }}",
  Metharme: "{{ '<|user|>' + m['content'] + '<|model|>' }}",
  'GLM-4': "{{ '[gMASK]<sop>' }}",
  CommandR: "{{ '<|START_OF_TURN_TOKEN|><|USER_TOKEN|>' }}",
};

/**
 * Gives the spelling under which `templates` lists a prompt format. Live records spell some formats in
 * several ways.
 */
export function spelledOnce(format: string): string {
  const known: Readonly<Record<string, string>> = {
    Llama3: 'Llama 3',
    'Llama 3 Instruct': 'Llama 3',
    'Llama 3 Chat': 'Llama 3',
  };
  const trimmed = format.trim();
  return known[trimmed] ?? trimmed.replace(/^Mistral v7 tekken$/i, 'Mistral V7 Tekken');
}

/**
 * A page about a text model: its link, and the baseline and prompt format that it states, or null where it
 * states none.
 */
export interface TextPage {
  readonly url: string;
  readonly baseline: string | null;
  readonly format: string | null;
}

export function pageOfTextRecord(record: TextRecord, hub: EmulatedHub): TextPage | null {
  const id = /huggingface\.co\/([\w.-]+\/[\w.-]+)/.exec(String(record.url ?? ''))?.[1];
  if (id === undefined) return null;
  const turn = digest(record.name);
  const live = String(record.baseline ?? '').replace(/^https:\/\/huggingface\.co\//, '');
  // Curators left some baselines empty. Today's pages of such models mostly name a base model; every sixth
  // here does not.
  const baseline = live !== '' ? live : turn % 6 === 0 ? null : chosen(Object.keys(usualBases), record.name);
  const ofBase = baseline === null ? null : (usualBases[baseline] ?? null);
  const format = record.instruct_format ? spelledOnce(String(record.instruct_format)) : ofBase;
  const template = format === null ? undefined : templates[format];
  // Authors write one name or a list; the host makes tags of both.
  const named = turn % 3 === 0 ? baseline : [baseline];
  // Exact counts differ a little from the round number that curators write.
  const total = Math.round(record.parameters * (1 + ((turn % 9) - 4) / 100));
  put(hub, {
    id,
    commit: createHash('sha1').update(id).digest('hex'),
    files: {
      'README.md': textContent(
        `---\nlicense: other\n---\n# ${record.name}\n\n${record.description || 'A merge.'}\n`,
      ),
      'config.json': textContent('{"max_position_embeddings": 32768}'),
    },
    about: {
      pipeline_tag: 'text-generation',
      library_name: 'transformers',
      tags: [
        'transformers',
        ...(record.tags as string[]),
        ...(baseline === null ? [] : [`base_model:${baseline}`, `base_model:finetune:${baseline}`]),
      ],
      cardData: { license: ['other'], ...(baseline === null || turn % 5 === 0 ? {} : { base_model: named }) },
      config: {
        architectures: ['MistralForCausalLM'],
        tokenizer_config:
          template === undefined
            ? {}
            : { chat_template: turn % 4 === 0 ? [{ name: 'default', template }] : template },
      },
      safetensors: { parameters: { BF16: total }, total },
    },
  });
  return { url: `https://huggingface.co/${id}`, baseline, format: template === undefined ? null : format };
}

const usualBases: Readonly<Record<string, string | null>> = {
  'mistralai/Mistral-Nemo-Instruct-2407': 'Mistral V3 Tekken',
  'meta-llama/Llama-3.1-8B-Instruct': 'Llama 3',
  'Qwen/Qwen2.5-14B': 'ChatML',
  'google/gemma-2-9b-it': 'Gemma',
  // Base models have no template, nor have models made from them.
  'EleutherAI/pythia-12b': null,
};

function put(hub: EmulatedHub, repository: HubRepository): void {
  hub.repositories.set(repository.id, repository);
}

function nsfwTag(nsfw: boolean): string[] {
  return nsfw ? ['not-for-all-audiences'] : [];
}

function sizeOf({ size_on_disk_bytes: size }: JsonObject): number {
  return typeof size === 'number' ? size : 2_132_625_894;
}

function chosen<T>(items: readonly T[], name: string): T {
  return items[digest(name) % items.length]!;
}

function digest(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % 1_000_000;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');
}
