import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../support/app.ts';
import { civitaiFile, civitaiModel, repository, weights } from '../../support/drafts.ts';
import { type EmulatedCivitai, startCivitai } from '../../support/emulators/civitai.ts';
import { textContent } from '../../support/emulators/content.ts';
import { type EmulatedHost, startEmulatedHost } from '../../support/emulators/emulated-host.ts';
import { fetcherFor } from '../../support/emulators/fetcher-for.ts';
import { type EmulatedHub, startHuggingFace } from '../../support/emulators/hugging-face.ts';
import { keys } from '../../support/identity-server.ts';

/** Headers of files of each kind, by names that real files have. */
const tensors = {
  sdxl: {
    'model.diffusion_model.input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight': [640, 2048],
  },
  loraOfKohya: { 'lora_unet_input_blocks_4_1_attn2_to_k.lora_down.weight': [4, 2048] },
  loraOfDiffusers: { 'unet.down_blocks.1.attentions.0.attn2.to_k.lora_A.weight': [4, 2048] },
  olderLora: { 'down_blocks.0.attentions.0.attn1.processor.to_q_lora.down.weight': [4, 320] },
  loHa: { 'lora_te1_text_model_encoder_layers_0_mlp_fc1.hada_w1_a': [4, 4] },
  loKr: { 'diffusion_model.double_blocks.0.img_attn.qkv.lokr_w1': [4, 4] },
  peft: { 'base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight': [8, 4096] },
  controlNet: { 'controlnet_cond_embedding.conv_in.weight': [16, 3, 3, 3], 'conv_in.weight': [320, 4, 3, 3] },
  controlNetOfLdm: {
    'control_model.input_hint_block.0.weight': [16, 3, 3, 3],
    'model.diffusion_model.input_blocks.2.1.transformer_blocks.0.attn2.to_k.weight': [320, 768],
  },
  controlNetOfFlux: {
    'controlnet_x_embedder.weight': [3072, 64],
    'controlnet_blocks.0.weight': [3072, 3072],
  },
  embedding: { emb_params: [4, 768] },
  embeddingOfSdxl: { clip_l: [4, 768], clip_g: [4, 1280] },
  upscaler: { 'body.0.rdb1.conv1.weight': [32, 64, 3, 3], 'conv_first.weight': [64, 3, 3, 3] },
  text: { 'model.layers.0.self_attn.q_proj.weight': [4096, 4096], 'lm_head.weight': [32000, 4096] },
  unet: {
    'down_blocks.1.attentions.0.transformer_blocks.0.attn2.to_k.weight': [640, 2048],
    'time_embedding.linear_1.weight': [1280, 320],
  },
  vae: { 'decoder.conv_in.weight': [512, 4, 3, 3], 'encoder.conv_in.weight': [128, 3, 3, 3] },
  strange: { something: [1] },
};

const file = (header: Record<string, readonly number[]>) => weights(header);

const toImage = { pipeline_tag: 'text-to-image', library_name: 'diffusers' };
const toText = { pipeline_tag: 'text-generation', library_name: 'transformers' };
const adapterConfig = {
  'adapter_config.json': textContent('{"peft_type": "LORA", "task_type": "CAUSAL_LM"}'),
};
const loraOfKohya = file(tensors.loraOfKohya);
const lora = file(tensors.loHa);
const loraTags = { ...toImage, tags: ['diffusers', 'lora', 'template:sd-lora'] };
const controlNet = file(tensors.controlNet);
const inversion = { ...toImage, tags: ['textual_inversion'] };
const repositories = [
  repository('lora-repo', { 'pytorch_lora_weights.safetensors': file(tensors.loraOfDiffusers) }, loraTags),
  repository('untagged-lora', { 'style.safetensors': file(tensors.loraOfKohya) }, toImage),
  repository('lora-collection', { 'a.safetensors': lora, 'b.safetensors': lora }, loraTags),
  repository('controlnet', { 'diffusion_pytorch_model.safetensors': controlNet }, toImage),
  repository(
    'controlnet-unread',
    {
      'config.json': textContent('{"_class_name": "ControlNetModel"}'),
      ...{ 'a.fp16.safetensors': controlNet, 'a.safetensors': controlNet },
    },
    toImage,
  ),
  repository('inversion', { 'learned_embeds.safetensors': file(tensors.embedding) }, inversion),
  repository('text', { 'model.safetensors': file(tensors.text) }, toText),
  repository('peft', { ...adapterConfig, 'adapter_model.safetensors': file(tensors.peft) }, toText),
  repository('peft-pytorch', { ...adapterConfig, 'adapter_model.bin': textContent('x') }, toText),
  repository('peft-library', { 'a.bin': textContent('x') }, { ...toText, library_name: 'peft' }),
  repository('merged', { 'model.safetensors': file(tensors.sdxl) }, { ...toImage, tags: ['lora'] }),
  repository(
    'pipeline',
    {
      'model_index.json': textContent('{}'),
      'unet/diffusion_pytorch_model.safetensors': file(tensors.unet),
      'vae/diffusion_pytorch_model.safetensors': file(tensors.vae),
    },
    toImage,
  ),
  repository('silent', { 'a.safetensors': file(tensors.strange) }, {}),
  repository('silent-upscaler', { 'a.safetensors': file(tensors.upscaler) }, {}),
  repository('film', { 'a.safetensors': file(tensors.strange) }, { pipeline_tag: 'text-to-video' }),
];

const kinds = Object.entries(tensors);
const atCivitai = (id: number, type: string, baseModel: string) => {
  const file = {
    ...civitaiFile(id * 100, 'a.safetensors', 'a', { primary: true }),
    sizeKB: loraOfKohya.size / 1024,
  };
  return { ...civitaiModel(id, [file], { id: id * 10, name: 'v1', baseModel }), type };
};

let [hub, civitai, plain]: [EmulatedHub?, EmulatedCivitai?, EmulatedHost?] = [];
let app: Awaited<ReturnType<typeof startTestApp>>;
beforeAll(async () => {
  hub = await startHuggingFace(...repositories);
  civitai = await startCivitai(
    atCivitai(1, 'LORA', 'SDXL 1.0'),
    atCivitai(2, 'Checkpoint', 'SDXL 1.0'),
    atCivitai(3, 'Checkpoint', 'Wan Video 14B t2v'),
  );
  for (const id of [1, 2]) civitai.contents.set(id * 100, loraOfKohya);
  civitai.contents.set(300, file(tensors.strange));
  plain = await startEmulatedHost(({ path }) => {
    const header = kinds.find(([kind]) => path.endsWith(`/${kind}.safetensors`))?.[1];
    return header
      ? { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: file(header) }
      : { status: 404, body: 'none' };
  });
  const remoteFiles = fetcherFor({ hub, civitai }, [new URL(plain.url).host]);
  app = await startTestApp({ overrides: { remoteFiles, bounds: { draftsPerMinute: 1000 } } });
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await Promise.all([hub, civitai, plain].map((host) => host?.[Symbol.asyncDispose]()));
});

const ask = async (url: string, category?: string) => {
  const body = { url, ...(category && { category }) };
  const answer = await app.send('POST', '/api/model_references/v2/drafts', { key: keys.requestor, body });
  const { category: found = null, notes = [], detail = '' } = answer.json();
  const open = notes.filter((note: { open: boolean }) => note.open);
  return {
    status: answer.statusCode,
    category: found as string | null,
    detail: detail as string,
    open: open.map(({ message }: { message: string }) => message) as string[],
  };
};

test.each([
  ['lora-repo', 'lora'],
  ['untagged-lora', 'lora'],
  ['lora-repo/blob/main/pytorch_lora_weights.safetensors', 'lora'],
  ['controlnet', 'controlnet'],
  ['inversion', 'ti'],
  ['text', 'text_generation'],
  ['text/blob/main/model.safetensors', 'text_generation'],
  ['silent-upscaler', 'esrgan'],
  ['film', 'video_generation'],
])('the repository %s is of %s, and nothing contradicts', async (path, category) => {
  expect(await ask(`https://huggingface.co/acme/${path}`)).toMatchObject({ status: 200, category, open: [] });
});

test.each([
  ['lora-collection', 'lora'],
  ['controlnet-unread', 'controlnet'],
])('of %s, whose file is still to be chosen, the page says that it is of %s', async (path, category) => {
  expect(await ask(`https://huggingface.co/acme/${path}`)).toMatchObject({
    category,
    open: [expect.stringContaining('choose one')],
  });
});

test.each([
  ['peft', 'lora', "pipeline tag 'text-generation' says text_generation"],
  ['peft-pytorch', 'lora', "pipeline tag 'text-generation' says text_generation"],
  ['peft-library', 'text_generation', "library 'peft' says lora"],
  ['merged', 'image_generation', "tag 'lora' says lora"],
])('where clues about %s disagree, it is taken as %s, and the draft asks', async (path, category, open) => {
  const told = await ask(`https://huggingface.co/acme/${path}`);
  expect(told).toMatchObject({ category, open: expect.arrayContaining([expect.stringContaining(open)]) });
  expect(told.open.join()).toContain('give the category');
});

test('a category that was given answers the question, unless nothing found fits it', async () => {
  const url = 'https://huggingface.co/acme/peft-library';
  expect(await ask(url, 'lora')).toMatchObject({ category: 'lora' });
  expect((await ask(url, 'lora')).open.join()).not.toContain('category');
  const wrong = await ask('https://huggingface.co/acme/untagged-lora', 'image_generation');
  expect(wrong).toMatchObject({
    category: 'image_generation',
    open: [expect.stringContaining('the header of the file says lora')],
  });
});

test('a part of a pipeline is said to be no whole model', async () => {
  for (const part of ['unet', 'vae']) {
    const url = `https://huggingface.co/acme/pipeline/blob/main/${part}/diffusion_pytorch_model.safetensors`;
    expect((await ask(url)).open).toContainEqual(expect.stringContaining('not a complete model'));
  }
});

test('a repository of which nothing tells the category is asked about', async () => {
  expect(await ask('https://huggingface.co/acme/silent')).toMatchObject({
    status: 400,
    detail: expect.stringContaining('give a category'),
  });
});

test.each([
  ['sdxl', 'image_generation'],
  ['loraOfKohya', 'lora'],
  ['loraOfDiffusers', 'lora'],
  ['olderLora', 'lora'],
  ['loHa', 'lora'],
  ['loKr', 'lora'],
  ['peft', 'lora'],
  ['controlNet', 'controlnet'],
  ['controlNetOfLdm', 'controlnet'],
  ['controlNetOfFlux', 'controlnet'],
  ['embedding', 'ti'],
  ['embeddingOfSdxl', 'ti'],
  ['upscaler', 'esrgan'],
  ['text', 'text_generation'],
])('the file with tensors of %s is of %s', async (kind, category) => {
  const told = await ask(`${plain!.url}/${kind}.safetensors`);
  expect(told).toMatchObject({ status: 200, category });
});

test.each(['unet', 'vae', 'strange'])('a file with tensors of %s alone tells no category', async (kind) => {
  const url = `${plain!.url}/${kind}.safetensors`;
  expect(await ask(url)).toMatchObject({ status: 400, detail: expect.stringContaining('give a category') });
  const told = await ask(url, 'image_generation');
  expect(told.open.length).toBe(kind === 'strange' ? 0 : 1);
});

test('at Civitai, tensors decide over the kind that the page says', async () => {
  expect(await ask('https://civitai.com/models/1')).toMatchObject({ category: 'lora', open: [] });
  expect(await ask('https://civitai.com/models/2')).toMatchObject({
    category: 'lora',
    open: [expect.stringContaining("type 'Checkpoint' says image_generation")],
  });
  expect(await ask('https://civitai.com/models/3')).toMatchObject({ category: 'video_generation' });
});
