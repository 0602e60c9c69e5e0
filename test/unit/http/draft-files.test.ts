import { expect, test } from 'vitest';
import {
  civitaiFile,
  civitaiModel,
  draftWorlds,
  type Note,
  repository,
  silentlyWrong,
  tensors,
  weights,
} from '../../support/drafts.ts';
import type { CivitaiFile } from '../../support/emulators/civitai-answers.ts';
import { type Content, textContent } from '../../support/emulators/content.ts';
import type { HubFile } from '../../support/emulators/hugging-face-answers.ts';
import { pickleDirectory } from '../../support/model-headers.ts';

const draftWorld = draftWorlds();

interface Expected {
  /** The downloads of the draft: `file name`, or `file name (purpose)`. */
  readonly files: readonly string[];
  /** A part of each message of an open note about files. */
  readonly asks?: readonly string[];
  readonly notes?: readonly string[];
  /** The names of the files that are offered. */
  readonly choices?: readonly string[];
}

interface Download {
  readonly file_name: string;
  readonly file_url: string;
  readonly file_purpose?: string;
  readonly sha256sum: string;
  readonly size_bytes?: number;
}

/** Checks a draft. `right` gives the hash and size of the file at an address; null when it is no model's file. */
function checked(
  draft: {
    record: { config?: { download: Download[] } };
    notes: Note[];
    choices: { file_name: string }[];
    sources: Record<string, { certainty: string }>;
  },
  { files, asks = [], notes = [], choices = [] }: Expected,
  right: (url: string) => { sha256: string; bytes: number } | null,
): void {
  const downloads = draft.record.config?.download ?? [];
  const shown = downloads.map(({ file_name: name, file_purpose: of }) => (of ? `${name} (${of})` : name));
  const open = draft.notes
    .filter((note) => note.open && note.field_path?.startsWith('config.'))
    .map(({ message }) => message);
  expect({ files: shown, open, choices: draft.choices.map(({ file_name }) => file_name) }).toEqual({
    files,
    open: asks.map((text) => expect.stringContaining(text)),
    choices,
  });
  const said = draft.notes.map(({ message }) => message).join('\n');
  for (const text of notes) expect(said).toContain(text);
  const truth = downloads.flatMap(({ file_url }, at) => {
    const { sha256 = 'none', bytes = -1 } = right(file_url) ?? {};
    return [
      [`config.download.${at}.sha256sum`, sha256],
      [`config.download.${at}.size_bytes`, bytes],
    ];
  });
  expect(silentlyWrong(draft as never, Object.fromEntries(truth))).toEqual([]);
  const total = downloads.reduce((sum, { size_bytes = Number.NaN }) => sum + size_bytes, 0);
  const { size_on_disk_bytes: stated } = draft.record as { size_on_disk_bytes?: number };
  expect(stated).toBe(downloads.length === 0 || Number.isNaN(total) ? undefined : total);
  // No hash of an archive is ever called the model's.
  for (const { file_url, sha256sum } of downloads)
    if (right(file_url) === null) expect(sha256sum).toBe('FIXME');
}

const file = civitaiFile;
const main = (name = 'model.safetensors', more: Partial<CivitaiFile> = {}) =>
  file(1, name, '1', { primary: true, ...more });
const vae = (more: Partial<CivitaiFile> = {}) => file(2, 'v.vae.safetensors', '2', { type: 'VAE', ...more });
const encoder = file(3, 'clip.safetensors', '3', { type: 'Text Encoder' });
const shards = (...numbers: number[]) =>
  numbers.map((index) => file(10 + index, `m-0000${index}-of-00003.safetensors`, String(index)));
const part = (index: number) => `m-0000${index}-of-00003.safetensors`;
const zipSize = Math.round(main().sizeKB * 1024);
const zip = {
  beginning: new TextEncoder().encode('PK\u0003\u0004model.safetensors'),
  ending: pickleDirectory([], zipSize),
};
const pytorch = { ...zip, ending: pickleDirectory([1000], zipSize) };
const whole = weights(tensors.sdxl);
const bare = weights(tensors.bare);

type Contents = Record<number, Pick<Content, 'beginning' | 'ending'>>;
test.each<[string, CivitaiFile[], Contents, string | number, Expected]>([
  ['one whole model', [main()], { 1: whole }, '', { files: ['model.safetensors'], notes: ['Memory: at least 3.6 MiB', 'F16'] }],
  ['a zip alone', [main('model.zip')], { 1: zip }, '', { files: ['model.zip'], asks: ['ends in .zip', 'It is not the file of a model'].slice(0, 1) }],
  ['a RAR alone', [main('model.rar')], {}, '', { files: ['model.rar'], asks: ['ends in .rar'] }],
  ['a page', [main('model.html')], {}, '', { files: ['model.html'], asks: ['ends in .html'] }],
  ['a program', [main('setup.EXE')], {}, '', { files: ['setup.EXE'], asks: ['ends in .exe'] }],
  ['a zip first', [main('model.zip'), file(4, 'm.safetensors', '4')], { 4: whole }, '', { files: ['m.safetensors'], notes: ["Civitai offers 'model.zip' first"] }],
  ['a zip that was asked for', [main('model.zip'), file(4, 'm.safetensors', '4')], {}, 1, { files: ['model.zip'], asks: ['ends in .zip', 'choose one'], choices: ['m.safetensors'] }],
  ['a zip with another name', [main()], { 1: zip }, '', { files: ['model.safetensors'], asks: ['is an archive'] }],
  ['a RAR with another name', [main('model.ckpt')], { 1: { beginning: new TextEncoder().encode('Rar!\u001a') } }, '', { files: ['model.ckpt'], asks: ['is an archive'] }],
  ['a program with another name', [main()], { 1: { beginning: new TextEncoder().encode('MZ\u0090') } }, '', { files: ['model.safetensors'], asks: ['a program for Windows'] }],
  ['a file of PyTorch, which is a zip', [main('model.ckpt')], { 1: pytorch }, '', { files: ['model.ckpt'], notes: ['a Python pickle'] }],
  ['no tensors', [main()], { 1: weights(tensors.none) }, '', { files: ['model.safetensors'], asks: ['has no tensors'] }],
  ['a VAE first', [vae(), file(1, 'm.safetensors', '1')], { 1: whole }, '', { files: ['m.safetensors'] }],
  ['a primary VAE', [vae({ primary: true }), file(1, 'm.safetensors', '1')], { 1: whole }, '', { files: ['m.safetensors'], notes: ["Civitai offers 'v.vae.safetensors' first"] }],
  ['a VAE that was asked for', [main(), vae()], { 2: weights(tensors.vae) }, 2, { files: ['v.vae.safetensors'], asks: ["of type 'VAE'", 'not a complete model'], choices: ['model.safetensors'] }],
  ['a VAE alone', [vae()], {}, '', { files: ['v.vae.safetensors'], asks: ["of type 'VAE'"] }],
  ['training data beside it', [file(5, 'data.zip', '5', { type: 'Training Data' }), main()], { 1: whole }, '', { files: ['model.safetensors'] }],
  ['shards', shards(2, 1, 3), {}, '', { files: [1, 2, 3].map(part) }],
  ['a shard that was asked for', shards(1, 2, 3), {}, 12, { files: [1, 2, 3].map(part) }],
  ['shards that are not all there', shards(3, 1), {}, '', { files: [1, 3].map(part), asks: ['these are missing: 2'] }],
  ['a denoiser with VAE and encoder beside it', [main(), vae(), encoder], { 1: bare }, '', { files: ['model.safetensors', 'v.vae.safetensors (vae)', 'clip.safetensors (text_encoders)'], asks: ['Added'], notes: ['and further files'] }],
  ['a whole model with another VAE beside it', [main(), vae(), encoder], { 1: whole }, '', { files: ['model.safetensors'] }],
  ['a model of an unknown kind, with a VAE beside it', [main(), vae()], { 1: weights({ strange: [1000, 1000] }) }, '', { files: ['model.safetensors'], asks: ['It is unknown whether'] }],
  ['zeros in its place', [main()], { 1: { beginning: new Uint8Array() } }, '', { files: ['model.safetensors'], asks: ['of another kind: unknown'] }],
  ['a pickle in its place', [main()], { 1: pytorch }, '', { files: ['model.safetensors'], asks: ['a Python pickle'] }],
  ['a hash of 63 digits', [main('model.safetensors', { hashes: { SHA256: 'A'.repeat(63) } })], { 1: whole }, '', { files: ['model.safetensors'], notes: ['reports no SHA-256'] }],
  ['a hash in mixed case', [main('model.safetensors', { hashes: { SHA256: '1'.repeat(64) } })], { 1: whole }, '', { files: ['model.safetensors'] }],
  ['a BLAKE3 in place of the hash', [main('model.safetensors', { hashes: { BLAKE3: 'B'.repeat(64), AutoV2: 'B'.repeat(10) } })], { 1: whole }, '', { files: ['model.safetensors'], notes: ['reports no SHA-256'] }],
  ['a name that hides its ending', [main('model\u202e.safetensors\u0000\n')], { 1: whole }, '', { files: ['model_.safetensors'] }],
  ['a name that leads out of the folder', [main('../../evil/model.safetensors')], { 1: whole }, '', { files: ['model.safetensors'] }],
  ['1,000 files', [main(), ...Array.from({ length: 999 }, (_, at) => file(100 + at, `f${at}.safetensors`, '7'))], {}, 1050, { files: ['f950.safetensors'] }],
])('Civitai: %s', async (_, files, contents, asked, expected) => {
  const sized = files.map((each) => {
    const { size } = (contents[each.id] ?? {}) as Partial<Content>;
    return size === undefined ? each : { ...each, sizeKB: size / 1024 };
  });
  const { ask, civitai } = await draftWorld([], [civitaiModel(10, sized)]);
  for (const { id } of files) civitai.contents.set(id, contents[id] ?? whole);
  const url = `https://civitai.com/api/download/models/101${asked === '' ? '' : `?fileId=${asked}`}`;
  const { status, body } = await ask({ url, category: 'image_generation' });
  expect({ status, body }).toMatchObject({ status: 200 });
  checked(body, expected, (address) => {
    const found = sized.find(({ id }) => address === `https://civitai.com/api/download/models/101?fileId=${id}`);
    const [content] = found ? [contents[found.id]] : [];
    if (!found || /\.(zip|rar|html|exe)$/i.test(found.name) || content === zip || /Rar!/.test(String.fromCharCode(...(content?.beginning.subarray(0, 4) ?? [])))) return null;
    return { sha256: found.hashes?.SHA256?.toLowerCase() ?? '', bytes: Math.round(found.sizeKB * 1024) };
  });
}); // biome-ignore format: one case a line

test('a version of 1,000 files offers 50 of them', async () => {
  const many = Array.from({ length: 1000 }, (_, at) => file(100 + at, `f${at}.safetensors`, '7'));
  const { ask } = await draftWorld([], [civitaiModel(10, many)]);
  const { body } = await ask({ url: 'https://civitai.com/models/10' });
  expect(body.choices.length).toBe(50);
});

test('a size that the host of the file denies is asked about', async () => {
  const { ask, civitai } = await draftWorld(
    [],
    [civitaiModel(10, [main('model.safetensors', { sizeKB: 5000 })])],
  );
  civitai.contents.set(1, whole);
  const { body } = await ask({ url: 'https://civitai.com/models/10' });
  expect(body.notes).toContainEqual({
    field_path: 'config.download.0.size_bytes',
    message: `The page says that the file has 5120000 bytes, its host sends ${whole.size}.`,
    open: true,
  });
});

test.each([
  [{ availability: 'EarlyAccess' }, 'Early access for a time that Civitai does not state'],
  [{ earlyAccessEndsAt: '2099-01-02T03:04:05.000Z' }, 'Early access until 2099-01-02'],
  [{ paidAccess: { endsAt: '2099-03-01T00:00:00Z' } }, 'Early access until 2099-03-01'],
  [{ earlyAccessEndsAt: '2020-01-02T03:04:05.000Z' }, null],
  [{ earlyAccessEndsAt: 'soon', earlyAccessConfig: 5 }, null],
])('early access by %j', async (more, said) => {
  const { ask } = await draftWorld([], [civitaiModel(10, [main()], more)]);
  const { body } = await ask({ url: 'https://civitai.com/models/10' });
  const found = body.notes.filter(({ message }: Note) => message.startsWith('Early access'));
  expect(found.map(({ message }: Note) => message)).toEqual(
    said === null ? [] : [expect.stringContaining(said)],
  );
});

const s = (name: keyof typeof tensors, mark = '') => weights(tensors[name], mark);
const gguf = {
  beginning: new TextEncoder().encode('GGUF\u0003\u0000\u0000\u0000'),
  size: 9_000_000,
  sha256: 'd'.repeat(64),
};
const set = (count: number, folder = '', name: keyof typeof tensors = 'bare') =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${folder}m-${String(at + 1).padStart(5, '0')}-of-${String(count).padStart(5, '0')}.safetensors`,
      s(name, `${folder}${at}`),
    ]),
  );
const [one, two, three] = [1, 2, 3].map((at) => `m-0000${at}-of-00003.safetensors`) as [
  string,
  string,
  string,
];
const split = {
  'split_files/diffusion_models/x_fp8.safetensors': s('bare', 'x'),
  'split_files/text_encoders/clip_l.safetensors': s('encoder', 'l'),
  'split_files/text_encoders/t5xxl_fp16.safetensors': s('encoder', 't16'),
  'split_files/text_encoders/t5xxl_fp8.safetensors': s('encoder', 't8'),
  'split_files/vae/ae.safetensors': s('vae', 'ae'),
  'split_files/loras/fast.safetensors': s('lora'),
};
const diffusers = {
  'model_index.json': textContent('{}'),
  'unet/diffusion_pytorch_model.safetensors': s('unet', 'u'),
  'vae/diffusion_pytorch_model.safetensors': s('vae', 'v'),
  'text_encoder/model.safetensors': s('encoder', 'e'),
  'safety_checker/model.safetensors': s('encoder', 's'),
};
const inSplit = [
  'x_fp8.safetensors',
  'ae.safetensors (vae)',
  'clip_l.safetensors (text_encoders)',
  't5xxl_fp8.safetensors (text_encoders)',
];
const inUnet = [
  'unet_diffusion_pytorch_model.safetensors',
  'vae_diffusion_pytorch_model.safetensors (vae)',
  'model.safetensors (text_encoders)',
];

test.each<[string, Record<string, HubFile>, string, Expected]>([
  ['one whole model', { 'a.safetensors': s('sdxl') }, '', { files: ['a.safetensors'], notes: ['Memory: at least 3.6 MiB'] }],
  ['one with the ending .sft', { 'a.sft': s('sdxl') }, '', { files: ['a.sft'] }],
  ['a link to it', { 'a.sft': s('sdxl'), 'b.safetensors': s('sdxl', 'b') }, 'blob/main/a.sft', { files: ['a.sft'] }],
  ['shards', set(3), '', { files: [one, two, three], notes: ['and further files'] }],
  ['a link to a shard', { ...set(3), 'b.safetensors': s('sdxl') }, `blob/main/${three}`, { files: [one, two, three] }],
  ['a download of a shard', set(3), `resolve/main/${two}?download=true`, { files: [one, two, three] }],
  ['shards of which one is missing', { [one]: s('bare', '1'), [three]: s('bare', '3') }, '', { files: [one, three], asks: ['these are missing: 2'] }],
  ['two sets of shards', { ...set(3), ...set(2, 'other-') }, '', { files: [], asks: ['has 2 files that fit'], choices: [one, 'other-m-00001-of-00002.safetensors'] }],
  ['the parts of ComfyUI', split, '', { files: inSplit, asks: ['t5xxl_fp16'] }],
  ['a link to its denoiser', split, 'blob/main/split_files/diffusion_models/x_fp8.safetensors', { files: inSplit, asks: ['Check that they belong'] }],
  ['a link to its VAE', split, 'blob/main/split_files/vae/ae.safetensors', { files: ['ae.safetensors'], asks: ['not a complete model', 'has 1 files that fit'], choices: ['split_files/diffusion_models/x_fp8.safetensors'] }],
  ['a link to its text encoder', split, 'resolve/main/split_files/text_encoders/clip_l.safetensors', { files: ['clip_l.safetensors'], asks: ['not a complete model', 'choose one'], choices: ['split_files/diffusion_models/x_fp8.safetensors'] }],
  ['a pipeline of diffusers', diffusers, '', { files: inUnet, asks: ['Added', 'not a complete model'] }],
  ['its unet in shards', { ...diffusers, 'unet/diffusion_pytorch_model.safetensors': textContent(''), ...set(3, 'transformer/', 'unet') }, 'tree/main', { files: [], asks: ['2 files that fit'], choices: ['unet/diffusion_pytorch_model.safetensors', `transformer/${one}`] }],
  ['denoisers in two precisions', { 'unet/a.fp16.safetensors': s('unet', '16'), 'unet/a.safetensors': s('unet', '32') }, '', { files: [], asks: ['has 2 files that fit'], choices: ['unet/a.fp16.safetensors', 'unet/a.safetensors'] }],
  ['a denoiser alone', { 'unet/x.safetensors': s('bare') }, '', { files: ['x.safetensors'], asks: ['not a complete model'] }],
  ['a VAE beside a denoiser, by its name', { 'flux.safetensors': s('bare'), 'ae.safetensors': s('vae') }, '', { files: ['flux.safetensors', 'ae.safetensors (vae)'], asks: ['Added'] }],
  ['a VAE beside a whole model', { 'model.safetensors': s('sdxl'), 'vae/diffusion_pytorch_model.safetensors': s('vae') }, '', { files: ['model.safetensors'] }],
  ['a model that is called after its VAE', { 'thing-baked-vae.safetensors': { ...s('sdxl'), size: 2_000_000_000 } }, '', { files: ['thing-baked-vae.safetensors'], asks: ['truncated or of another kind'] }],
  ['a LoRA beside a VAE', { 'l.safetensors': s('lora'), 'vae/x.safetensors': s('vae') }, '', { files: ['l.safetensors'] }],
  ['a GGUF of the denoiser', { 'x-Q4_0.gguf': gguf, 'ae.safetensors': s('vae') }, '', { files: ['x-Q4_0.gguf', 'ae.safetensors (vae)'], asks: ['Added'] }],
  ['a zip alone', { 'model.zip': { ...textContent('PK'), sha256: 'e'.repeat(64) } }, '', { files: [], asks: ['no complete model file'] }],
  ['a link to a zip', { 'model.zip': { ...textContent('PK'), sha256: 'e'.repeat(64) }, 'a.safetensors': s('sdxl') }, 'blob/main/model.zip', { files: ['a.safetensors'], asks: ["leads to 'model.zip'"] }],
  ['no tensors', { 'a.safetensors': s('none') }, '', { files: ['a.safetensors'], asks: ['has no tensors'] }],
  ['a page in its place', { 'a.safetensors': { ...textContent('<html>log in'), sha256: 'f'.repeat(64) } }, '', { files: ['a.safetensors'], notes: ['returns a page'] }],
  ['paths that lead elsewhere', { '../../evil/a.safetensors': s('sdxl', '1'), 'b\u202e.safetensors': s('sdxl', '2'), 'a.safetensors': s('sdxl') }, '', { files: ['a.safetensors'] }],
  ['5,000 shards', Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`m-${String(at + 1).padStart(5, '0')}-of-05000.safetensors`, { beginning: new Uint8Array(), size: 10, sha256: 'a'.repeat(64) }])), '', { files: Array.from({ length: 200 }, (_, at) => `m-${String(at + 1).padStart(5, '0')}-of-05000.safetensors`), asks: ['has 4000 files, of which 200', 'these are missing: 4001, 4002', 'another kind'] }],
])('Hugging Face: %s', async (_, files, path, expected) => {
  const { ask, hub } = await draftWorld([repository('x', files)], []);
  const { status, body } = await ask({ url: `https://huggingface.co/acme/x/${path}`, category: 'image_generation' });
  expect({ status, body }).toMatchObject({ status: 200 });
  const at = `https://huggingface.co/acme/x/resolve/${'e'.repeat(40)}/`;
  checked(body, expected, (url) => {
    const found = files[decodeURIComponent(url.slice(at.length))];
    return found ? { sha256: found.sha256 ?? '', bytes: found.size } : null;
  });
  expect(hub.requests.length).toBeLessThan(8);
}); // biome-ignore format: one case a line

test('a text model in shards states the memory of its weights, also by a link to one shard', async () => {
  const about = {
    pipeline_tag: 'text-generation',
    library_name: 'transformers',
    safetensors: { parameters: { BF16: 12_247_782_400, F32: 1_000, F4_X: 7 }, total: 12_247_783_400 },
  };
  const { ask } = await draftWorld([repository('Chat-12B', set(3, '', 'encoder'), about)], []);
  for (const url of ['acme/Chat-12B', `https://huggingface.co/acme/Chat-12B/blob/main/${two}`]) {
    const { body } = await ask({ url });
    expect(body.category).toBe('text_generation');
    expect(body.notes).toContainEqual({
      field_path: null,
      open: false,
      message:
        'Memory: at least 22.8 GiB for the weights as they are stored (BF16, F32). This is a lower bound: running the model takes more.',
    });
  }
});
