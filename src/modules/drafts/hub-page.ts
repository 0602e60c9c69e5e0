import { itemsOf, membersOf, numberOf, sha256Of, textOf, textsOf, wholeNumberOf } from './untrusted.ts';

/** A model's page at Hugging Face, as far as drafts ask. */
export interface HubPage {
  readonly id: string;
  /** 40 hex digits. */
  readonly commit: string | null;
  readonly gated: boolean;
  readonly pipeline: string | null;
  readonly library: string | null;
  readonly tags: readonly string[];
  readonly licence: string | null;
  /** Ids of the models it was made of. */
  readonly bases: readonly string[];
  /** finetune, merge, quantized, adapter. */
  readonly relation: string | null;
  readonly architectures: readonly string[];
  readonly modelType: string | null;
  readonly chatTemplate: string | null;
  /** Numbers in the tensors of its safetensors files, by their kind. */
  readonly parameters: Readonly<Record<string, number>>;
  readonly parametersTotal: number | null;
  readonly gguf: {
    readonly parameters: number | null;
    readonly context: number | null;
    readonly architecture: string | null;
  };
  readonly files: readonly HubFileEntry[];
}

export interface HubFileEntry {
  readonly path: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

const repositoryId = /^[\w.-]{1,96}\/[\w.-]{1,96}$/;

/** Reads the body of `/api/models/…`; null when it is none. */
export function hubPage(body: unknown): HubPage | null {
  const model = membersOf(body);
  const id = textOf(model.id ?? model.modelId, 200);
  if (id === null || !repositoryId.test(id)) return null;
  const card = membersOf(model.cardData);
  const config = membersOf(model.config);
  const gguf = membersOf(model.gguf);
  const tags = textsOf(model.tags, 300, 200);
  const { bases, relation } = basesOf(tags, textsOf(card.base_model, 20, 200));
  const safetensors = membersOf(model.safetensors);
  return {
    id,
    commit: /^[0-9a-f]{40}$/.test(String(model.sha)) ? String(model.sha) : null,
    gated: model.gated !== false && model.gated !== undefined && model.gated !== null,
    pipeline: textOf(model.pipeline_tag ?? card.pipeline_tag, 60),
    library: textOf(model.library_name, 60),
    tags,
    licence: textsOf(card.license_name ?? card.license, 5, 80).join(', ') || null,
    bases,
    relation,
    architectures: textsOf(config.architectures, 10, 100),
    modelType: textOf(config.model_type, 60),
    chatTemplate:
      templateOf(membersOf(config.tokenizer_config).chat_template) ?? templateOf(gguf.chat_template),
    parameters: Object.fromEntries(
      Object.entries(membersOf(safetensors.parameters)).filter(([, count]) => wholeNumberOf(count) !== null),
    ) as Record<string, number>,
    parametersTotal: wholeNumberOf(safetensors.total),
    gguf: {
      parameters: wholeNumberOf(gguf.total),
      context: wholeNumberOf(gguf.context_length),
      architecture: textOf(gguf.architecture, 60),
    },
    files: itemsOf(model.siblings, 5_000).flatMap((sibling) => fileOf(sibling) ?? []),
  };
}

function basesOf(tags: readonly string[], fromCard: readonly string[]): Pick<HubPage, 'bases' | 'relation'> {
  const inTags = tags.flatMap((tag) => {
    const [, relation, base = ''] =
      /^base_model:(?:(finetune|merge|quantized|adapter):)?([^:]+)$/.exec(tag) ?? [];
    return repositoryId.test(base) ? [{ base, relation: relation ?? null }] : [];
  });
  // Authors paste addresses too.
  const stated = fromCard.map((base) =>
    base.replace(/^https?:\/\/huggingface\.co\//, '').replace(/\/+$/, ''),
  );
  const bases = new Set([
    ...stated.filter((base) => repositoryId.test(base)),
    ...inTags.map(({ base }) => base),
  ]);
  return { bases: [...bases], relation: inTags.find(({ relation }) => relation !== null)?.relation ?? null };
}

/** The template; of a list of named ones that called `default`. */
function templateOf(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value;
  const named = itemsOf(value, 20).map(membersOf);
  const chosen = named.find(({ name }) => name === 'default') ?? named[0];
  return typeof chosen?.template === 'string' ? chosen.template : null;
}

function fileOf(sibling: unknown): HubFileEntry | null {
  const { rfilename, size, lfs } = membersOf(sibling);
  if (typeof rfilename !== 'string' || rfilename === '' || rfilename.length > 500) return null;
  const large = membersOf(lfs);
  return {
    path: rfilename,
    bytes: wholeNumberOf(large.size) ?? numberOf(size, 1, Number.MAX_SAFE_INTEGER),
    sha256: sha256Of(large.sha256),
  };
}

/** The category of what the page shows; null: nothing tells. */
export function hubCategory(page: HubPage): 'text_generation' | 'image_generation' | null {
  const { pipeline, library, architectures, tags, files, gguf } = page;
  if (['text-to-image', 'image-to-image'].includes(pipeline ?? '') || library === 'diffusers')
    return 'image_generation';
  if (tags.some((tag) => /^stable-diffusion|^diffusers/.test(tag))) return 'image_generation';
  if (files.some(({ path }) => path === 'model_index.json')) return 'image_generation';
  const speaks = ['text-generation', 'text2text-generation', 'image-text-to-text', 'any-to-any'].includes(
    pipeline ?? '',
  );
  if (speaks || gguf.parameters !== null) return 'text_generation';
  return architectures.some((name) => /ForCausalLM|LMHeadModel|ForConditionalGeneration/.test(name))
    ? 'text_generation'
    : null;
}
