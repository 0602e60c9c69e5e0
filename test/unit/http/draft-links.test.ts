import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  civitaiFile,
  civitaiModel,
  draftWorlds,
  type Note,
  repository,
  tensors,
  weights,
} from '../../support/drafts.ts';
import { type EmulatedHost, type Fault, startEmulatedHost } from '../../support/emulators/emulated-host.ts';

const draftWorld = draftWorlds();

let files: Record<string, ReturnType<typeof weights>>;
beforeAll(() => {
  files = {
    'a.safetensors': weights(tensors.sdxl, 'a'),
    'x-Q4_K_M.gguf': { ...weights(tensors.none, 'q4'), size: 4_000_000 },
    'x-Q8_0.gguf': { ...weights(tensors.none, 'q8'), size: 8_000_000 },
    'sub/b.sft': weights(tensors.sdxl, 'b'),
  };
});

const world = async (others: string[] = []) =>
  draftWorld(
    [repository('x', files)],
    [
      civitaiModel(10, [civitaiFile(1001, 'a.safetensors', 'a', { primary: true })]),
      civitaiModel(11, [civitaiFile(1101, 'b.safetensors', 'b')]),
    ],
    others,
  );

const ofVersion = [
  'https://civitai.com/models/10?modelVersionId=101',
  'https://civitai.red/models/10/a-name?modelVersionId=101',
  'https://civitai.com/api/download/models/101',
  'https://civitai.green/api/download/models/101?fileId=1001',
  'https://civitai.com/api/v1/model-versions/101',
  'https://civitai.com/model-versions/101',
  'urn:air:sdxl:checkpoint:civitai:10@101',
];
const isPage = (path: string) => path === '/api/v1/models/10';
const tenMegabytes = { status: 200, body: { size: 10_000_000, beginning: new Uint8Array([0x7b]) } };
const otherModel = JSON.stringify({ id: 10, name: 'Other', modelVersions: [{ id: 999, files: [] }] });

const away: [string, (world: Awaited<ReturnType<typeof draftWorld>>) => void, string][] = [
  ['not there', ({ civitai }) => civitai.away.models.add(10), 'could not be read'],
  ['behind', ({ civitai }) => civitai.away.versions.add(101), 'does not list version 101'],
  ...Object.entries({
    'out of order': { status: 503 },
    challenging: { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>' },
    'a text': { status: 200, body: 'x' },
    'of 10 MB': tenMegabytes,
    'broken off': { status: 200, body: '{"id":10,"modelVersions":[]}', cutAfter: 5 },
    redirected: { status: 302, headers: { location: 'https://elsewhere.example/models/10' } },
  } satisfies Record<string, Fault>).map(([name, fault]): (typeof away)[number] => [
    name,
    ({ civitai }) => {
      civitai.fault = ({ path }) => (isPage(path) ? fault : null);
    },
    'could not be read',
  ]),
  [
    'that of other versions',
    ({ civitai }) => {
      civitai.fault = ({ path }) => (isPage(path) ? { status: 200, body: otherModel } : null);
    },
    'does not list version 101',
  ],
];

test.each(away)(
  'a page that is %s does not stop the draft of a version that is there',
  async (_, set, said) => {
    const made = await world();
    set(made);
    const file_url = 'https://civitai.com/api/download/models/101?fileId=1001';
    const record = {
      ...{ version: '2.0', baseline: 'stable_diffusion_xl' },
      config: { download: [{ file_url, sha256sum: 'a'.repeat(64) }] },
    };
    for (const url of ofVersion) {
      const { status, body } = await made.ask({ url });
      const drafted = { status: 200, body: { category: 'image_generation', record } };
      expect({ url, status, body }).toMatchObject(drafted);
      expect(body.notes.map(({ message }: Note) => message).join('\n')).toContain(said);
    }
  },
);

test('where neither page nor version is there, or the version is of another model, nothing is drafted', async () => {
  const { ask, civitai } = await world();
  civitai.away.models.add(10);
  const refused = {
    'https://civitai.com/models/10': 'Model 10 at Civitai was not found',
    'https://civitai.com/models/10?modelVersionId=109': 'Model 10 at Civitai was not found',
    'https://civitai.com/models/10?modelVersionId=111': 'that is one of model 11',
    'https://civitai.com/models/11?modelVersionId=101': 'that is one of model 10',
    'https://civitai.com/models/11?modelVersionId=119': 'Model 11 at Civitai has no version 119',
  };
  for (const [url, detail] of Object.entries(refused)) {
    expect({ url, ...(await ask({ url })) }).toMatchObject({
      url,
      status: 404,
      body: { detail: expect.stringContaining(detail) },
    });
  }
  // An answer for another version is none.
  const other = { id: 555, modelId: 10, files: [], model: { name: 'x' } };
  civitai.fault = ({ path }) =>
    path.endsWith('/model-versions/101') ? { status: 200, body: JSON.stringify(other) } : null;
  expect((await ask({ url: ofVersion[2] })).status).toBe(503);
});

const at = (path: string) => `https://huggingface.co/acme/x/resolve/${'e'.repeat(40)}/${path}`;

test.each<[string, string | null, string[]?]>([
  ['hf://acme/x/a.safetensors', 'a.safetensors'],
  ['hf://models/acme/x@main/sub/b.sft', 'sub/b.sft'],
  ['acme/x::a.safetensors', 'a.safetensors'],
  ['acme/x:sub/b.sft', 'sub/b.sft'],
  ['acme/x::sub', 'sub/b.sft'],
  ['acme/x:Q4_K_M', 'x-Q4_K_M.gguf'],
  ['hf.co/acme/x:Q8_0', 'x-Q8_0.gguf'],
  ['ollama run hf.co/acme/x:q8_0', 'x-Q8_0.gguf'],
  ['acme/x/a.safetensors', 'a.safetensors'],
  ['huggingface/acme/x', null],
  ['huggingface/acme/x:a.safetensors', 'a.safetensors'],
  ['hf download acme/x a.safetensors --local-dir models', 'a.safetensors'],
  ['$ huggingface-cli download --quiet acme/x \\\n  sub/b.sft --revision=main', 'sub/b.sft'],
  ['hf download acme/x a.safetensors x-Q8_0.gguf', 'a.safetensors', [at('x-Q8_0.gguf').replace('e'.repeat(40), 'main')]],
  ['hf download acme/x --include "*.gguf"', null],
  ['{"name": "X", "type": "checkpoint", "filename": "x.safetensors", "url": "https://huggingface.co/acme/x/resolve/main/a.safetensors"}', 'a.safetensors'],
  ['{"repo_id": "acme/x", "filename": "sub/b.sft"}', 'sub/b.sft'],
  ['{"name": "X", "base": "sdxl", "source": "acme/x::a.safetensors"}', 'a.safetensors'],
  ['{"models": [{"note": "none"}, {"url": "https://huggingface.co/acme/x/blob/main/a.safetensors"}, {"url": "https://civitai.com/models/10"}]}', 'a.safetensors', ['https://civitai.com/models/10']],
  ['{"X": {"url": "hf://acme/x/a.safetensors"}}', 'a.safetensors'],
  ['<https://huggingface.co/acme/x>', null],
  ['[X](https://huggingface.co/acme/x/blob/main/a.safetensors), very flat', 'a.safetensors'],
  ['Please add:\n- acme/x\n- https://civitai.com/models/10\n', null, ['https://civitai.com/models/10']],
])('%s drafts %s', async (text, path, further_links = []) => {
  const { ask } = await world();
  const { status, body } = await ask({ text, category: 'image_generation' });
  expect({ status, body }).toMatchObject({ status: 200, body: { further_links } });
  const urls = body.record.config?.download.map(({ file_url }: { file_url: string }) => file_url) ?? [];
  expect(urls).toEqual(path === null ? [] : [at(path)]);
  if (path === null) expect(body.choices.length).toBe(4);
}); // biome-ignore format: one case a line

test('the hash of a list is compared with the host’s', async () => {
  const { ask } = await world();
  const entry = (url: string, sha256: string) =>
    ask({ text: JSON.stringify({ url, sha256 }), category: 'lora' });
  const same = await entry('hf://acme/x/a.safetensors', files['a.safetensors']!.sha256.toUpperCase());
  const other = await entry('hf://acme/x/a.safetensors', 'c'.repeat(64));
  const asked = ({ body }: typeof same) =>
    body.notes
      .filter(({ message }: Note) => message.includes('The pasted list'))
      .map(({ open }: Note) => open);
  expect([asked(same), asked(other)]).toEqual([[], [true]]);
  expect(other.body.record.config.download[0].sha256sum).toBe(files['a.safetensors']!.sha256);
});

test.each([
  ['https://modelscope.cn/models/acme/Some-Model-XL/summary', []],
  ['www.modelscope.cn/models/acme/Some-Model-XL', []],
  ['https://modelscope.ai/models/acme/Some-Model-XL/files', []],
  ['https://hf-mirror.com/acme/x/tree/main', ['https://huggingface.co/acme/x/tree/main']],
  ['hf-mirror.com/acme/x', ['https://huggingface.co/acme/x']],
])('%s drafts the link without facts, and says why', async (url, choices) => {
  const { ask, hub } = await world();
  expect(await ask({ url })).toMatchObject({ status: 400 });
  const { body } = await ask({ url, category: 'image_generation' });
  expect(Object.keys(body.record).toSorted()).toEqual(['homepage', 'name']);
  expect(body.notes).toContainEqual(
    expect.objectContaining({ open: true, message: expect.stringContaining('are not read') }),
  );
  expect(body.choices.map((choice: { url: string }) => choice.url)).toEqual(choices);
  expect(hub.requests).toEqual([]);
});

test('no host states facts in the name of another one, and no other host is called', async () => {
  const evil: EmulatedHost = await startEmulatedHost(() => ({
    status: 200,
    body: JSON.stringify({ id: 10, modelId: 10, name: 'Evil', modelVersions: [], files: [], siblings: [] }),
  }));
  onTestFinished(() => evil[Symbol.asyncDispose]());
  const { ask, civitai, hub } = await world([new URL(evil.url).host]);
  const headers = { location: `${evil.url}/x`, 'content-type': 'text/plain' };
  for (const host of [civitai, hub]) host.fault = () => ({ status: 302, headers });
  for (const url of [...ofVersion, 'https://civitai.com/models/10', 'acme/x']) {
    expect({ url, ...(await ask({ url })) }).toMatchObject({ status: 503 });
  }
  expect(evil.requests).toEqual([]);
});
