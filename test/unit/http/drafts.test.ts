import { describe, expect, test } from 'vitest';
import { draftWorlds } from '../../support/drafts.ts';
import type { CivitaiModel } from '../../support/emulators/civitai-answers.ts';
import { sha256Of, textContent } from '../../support/emulators/content.ts';
import type { HubRepository } from '../../support/emulators/hugging-face-answers.ts';
import { keys } from '../../support/identity-server.ts';
import { safetensorsOf } from '../../support/model-headers.ts';

const v2 = '/api/model_references/v2';
const sha256 = 'C236A776D04C4095'.repeat(4);
const sdxl = { 'model.diffusion_model.input_blocks.4.1.transformer_blocks.0.attn2.to_k.weight': [640, 2048] };
const sd1 = { 'model.diffusion_model.input_blocks.2.1.transformer_blocks.0.attn2.to_k.weight': [320, 768] };

const nova: CivitaiModel & Record<string, unknown> = {
  id: 1240874,
  name: 'Nova Flat XL',
  type: 'Checkpoint',
  nsfw: false,
  description:
    '<h1>Nova</h1><p>Flat <b>colours</b> &amp; more.</p><script>alert(1)</script><p>Clip skip: 2</p>',
  tags: ['anime', 'base model', 'illustration of nothing'],
  modelVersions: [
    {
      id: 2610015,
      name: 'v9.0',
      baseModel: 'Illustrious',
      ...{ trainedWords: ['flat color', ''], nsfwLevel: 31 },
      files: [
        {
          id: 77,
          name: 'novaFlatXL v90.safetensors',
          sizeKB: 6_775_883.160_156_25,
          type: 'Model',
          primary: true,
          hashes: { SHA256: sha256 },
        },
      ],
    },
    { id: 1000000, name: 'v8.0', baseModel: 'SDXL 1.0', files: [] },
  ],
};

const large = (beginning: Uint8Array, size: number) => ({
  beginning,
  size,
  sha256: sha256Of({ beginning, size: beginning.length }),
});
const chat: HubRepository = {
  id: 'acme/Example-12B-v2',
  commit: 'c'.repeat(40),
  files: {
    'README.md': textContent(
      '---\nlicense: apache-2.0\n---\n# Example\n\n![x](y.png)\n\nA [model](https://x) for **tests**.\n',
    ),
    'config.json': textContent('{"max_position_embeddings": 131072}'),
    'generation_config.json': textContent('{"temperature": 0.7, "top_p": 9, "do_sample": true}'),
    'model-00001-of-00002.safetensors': large(new Uint8Array(9), 24_000_000_000),
  },
  about: {
    pipeline_tag: 'text-generation',
    library_name: 'transformers',
    tags: [
      'transformers',
      'roleplay',
      'base_model:mistralai/Mistral-Nemo-Base-2407',
      'base_model:finetune:mistralai/Mistral-Nemo-Base-2407',
    ],
    cardData: { license: 'apache-2.0', base_model: ['mistralai/Mistral-Nemo-Base-2407'] },
    config: {
      architectures: ['MistralForCausalLM'],
      tokenizer_config: { chat_template: '{{ "<|im_start|>" }}' },
    },
    safetensors: { parameters: { BF16: 12_247_782_400 }, total: 12_247_782_400 },
  },
};
const images: HubRepository = {
  id: 'acme/images',
  commit: 'd'.repeat(40),
  files: {
    'one.safetensors': large(safetensorsOf(sdxl), 5_000_000),
    'two.safetensors': large(
      safetensorsOf(sd1, { 'modelspec.architecture': 'stable-diffusion-v1' }),
      4_000_000,
    ),
    'unet/diffusion_pytorch_model.safetensors': large(safetensorsOf(sd1), 3_000_000),
  },
  about: { pipeline_tag: 'text-to-image', tags: ['diffusers', 'not-for-all-audiences'] },
};

const usual = draftWorlds();

/** The hosts with these pages, and the service that reads them. */
async function world(worldOf = usual) {
  const made = await worldOf([chat, images], [nova]);
  const beginning = safetensorsOf({ ...sdxl, 'first_stage_model.decoder.conv_in.weight': [1] });
  made.civitai.contents.set(77, { beginning });
  return {
    ...made,
    propose: (body: object, query = '', category = 'image_generation', key: string = keys.requestor) =>
      made.app.send('POST', `${v2}/${category}${query}`, { key, body }),
    /** The findings about a change, as its list shows them, or another view of it. */
    findingsOf: async (id: number, view = '') => {
      const path = `${v2}/pending_queue/changes/${id}${view}`;
      return (await made.app.get(path, { key: keys.approver })).json().findings;
    },
  };
}

test('a page of Civitai becomes a record that can be proposed as it is', async () => {
  const { ask, propose, civitai } = await world();
  const { status, body } = await ask({
    url: 'https://civitai.com/models/1240874/nova-flat-xl?modelVersionId=2610015',
  });
  expect(status).toBe(200);
  expect(body.record).toEqual({
    name: 'Nova Flat XL',
    description: 'Nova\nFlat colours & more.\nClip skip: 2',
    version: '9.0',
    config: {
      download: [
        {
          file_name: 'novaFlatXL_v90.safetensors',
          file_url: 'https://civitai.com/api/download/models/2610015?fileId=77',
          sha256sum: sha256.toLowerCase(),
          size_bytes: 6_938_504_356,
        },
      ],
    },
    size_on_disk_bytes: 6_938_504_356,
    baseline: 'stable_diffusion_xl',
    tags: ['anime', 'illustration of nothing'],
    trigger: ['flat color'],
    homepage: 'https://civitai.com/models/1240874?modelVersionId=2610015',
    nsfw: false,
    style: 'anime',
    requirements: { clip_skip: 2 },
  });
  expect(body.category).toBe('image_generation');
  expect(body.sources.baseline).toEqual({ source: 'civitai:modelVersions.baseModel', certainty: 'certain' });
  const messages = body.notes.map(({ message }: { message: string }) => message);
  expect(messages).toContainEqual(
    expect.stringContaining('Contains a VAE: yes. Contains a text encoder: no'),
  );
  expect(messages).toContainEqual(expect.stringContaining('explicit'));
  expect(messages).toContainEqual(expect.stringContaining('the file is truncated'));
  expect(civitai.requests.length + civitai.storage.requests.length).toBeLessThanOrEqual(4);
  expect((await propose(body.record)).statusCode).toBe(202);
});

test('a repository of a text model becomes a record', async () => {
  const { ask, hub } = await world();
  const { body } = await ask({ url: 'https://huggingface.co/acme/Example-12B-v2' });
  expect(body).toMatchObject({
    category: 'text_generation',
    record: {
      name: 'acme/Example-12B-v2',
      description: 'A model for tests.',
      version: 'v2',
      url: 'https://huggingface.co/acme/Example-12B-v2',
      baseline: 'mistralai/Mistral-Nemo-Base-2407',
      parameters: 12_247_782_400,
      instruct_format: 'ChatML',
      settings: { temperature: 0.7 },
      tags: ['roleplay'],
      text_model_group: 'Example',
      nsfw: false,
    },
    sources: {
      instruct_format: { source: 'huggingface:chat_template', certainty: 'certain' },
      'settings.temperature': { certainty: 'likely' },
    },
  });
  expect(body.record.settings).toEqual({ temperature: 0.7 });
  const messages = body.notes.map(({ message }: { message: string }) => message);
  expect(messages).toEqual(
    expect.arrayContaining([expect.stringContaining('apache-2.0'), expect.stringContaining('131072')]),
  );
  expect(hub.bytesSent + hub.cdn.bytesSent).toBeLessThan(2 * 1024 * 1024);
});

/** A version whose first file of two is the one that most people take. */
const twoFiles: CivitaiModel & Record<string, unknown> = {
  id: 2000,
  name: 'Two Files',
  type: 'Checkpoint',
  nsfw: false,
  modelVersions: [
    {
      id: 2002,
      name: 'v1',
      baseModel: 'SDXL 1.0',
      files: [
        ['pruned', 'fp16', 'A', 'Model'],
        ['full', 'fp32', 'B', 'Model'],
        ['full', 'fp16', 'C', 'VAE'],
      ].map(([size, fp, digit = '', type = ''], index) => ({
        id: 81 + index,
        name: `${size}-${fp}.safetensors`,
        sizeKB: 100 * (index + 1),
        type,
        primary: index === 0,
        metadata: { format: 'SafeTensor', size, fp },
        hashes: { SHA256: digit.repeat(64) },
      })),
    },
  ],
};

test('the selectors of a download draft the file that it gives', async () => {
  const { ask, civitai } = await world();
  civitai.models.set(2000, twoFiles);
  for (const [query, digit, id] of [
    ['?type=Model&format=SafeTensor&size=full&fp=fp32', 'b', 82],
    ['?size=full', 'b', 82],
    ['?type=Model', 'a', 81],
    ['', 'a', 81],
    ['?fileId=82', 'b', 82],
  ] as const) {
    const { body } = await ask({ url: `https://civitai.com/api/download/models/2002${query}` });
    const file_url = `https://civitai.com/api/download/models/2002?fileId=${id}`;
    expect(body.record.config.download, query).toMatchObject([{ sha256sum: digit.repeat(64), file_url }]);
  }
});

test('selectors that no file fits draft none, and those of another kind of file are asked about', async () => {
  const { ask, civitai } = await world();
  civitai.models.set(2000, twoFiles);
  const download = 'https://civitai.com/api/download/models/2002';
  expect(await ask({ url: `${download}?size=full&fp=bf16` })).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining('has no file of size=full, fp=bf16') },
  });
  const { body } = await ask({ url: `${download}?type=VAE` });
  expect(body.notes).toContainEqual({
    field_path: 'config.download.0',
    message: expect.stringContaining("of type 'VAE'"),
    open: true,
  });
});

test('no more than 2 MiB are read for a link, however long a header says that it is', async () => {
  const { ask, civitai } = await world();
  const blocks = Array.from(
    { length: 30_000 },
    (_, index) => [`block.${index}.with.a.long.name.weight`, [1]] as const,
  );
  const beginning = safetensorsOf(Object.fromEntries(blocks));
  expect(beginning.length).toBeGreaterThan(2.5 * 1024 * 1024);
  civitai.contents.set(77, { beginning });
  const { status, body } = await ask({ url: 'https://civitai.com/models/1240874' });
  expect(status).toBe(200);
  expect(body.notes).toContainEqual({
    field_path: 'config.download.0',
    message: expect.stringContaining('more than the limit for a link'),
    open: false,
  });
  expect(civitai.storage.requests).toHaveLength(1);
});

test('where page and tensors disagree, it says so', async () => {
  const { ask, civitai } = await world();
  civitai.contents.set(77, { beginning: safetensorsOf(sd1) });
  const { body } = await ask({ url: 'urn:air:sdxl:checkpoint:civitai:1240874@2610015' });
  expect(body.notes).toContainEqual({
    field_path: 'baseline',
    message: expect.stringContaining("the tensors of the file say 'stable_diffusion_1'"),
    open: true,
  });
  const other = await ask({ url: 'https://huggingface.co/acme/images/blob/main/two.safetensors' });
  expect(other.body.record).toMatchObject({ baseline: 'stable_diffusion_1', nsfw: true });
});

test('what is there already is said: the same file, the same page, other versions, names that look alike', async () => {
  const { ask, app } = await world();
  const record = (name: string, version: string, more: object) => ({
    ...{ name, version, baseline: 'stable_diffusion_xl', nsfw: false },
    ...more,
  });
  await app.seed(
    'image_generation',
    record('Other', '1', {
      config: { download: [{ file_name: 'a', file_url: 'https://x/a', sha256sum: sha256 }] },
    }),
    record('Nova flat-XL', '8.0', { homepage: 'https://civitai.com/models/1240874?modelVersionId=1000000' }),
    record('Nova again', '9.0', { homepage: 'https://civitai.com/models/1240874/nova' }),
  );
  const { body } = await ask({ url: 'https://civitai.com/models/1240874' });
  expect(body.duplicates).toMatchObject([
    { name: 'Other', kind: 'same_file' },
    {
      name: 'Nova flat-XL',
      kind: 'other_version',
      newer: true,
      message: expect.stringMatching('newer version'),
    },
    { name: 'Nova again', kind: 'same_page' },
  ]);
});

test('of a text model, other versions of the same size are said, and which is the newer one', async () => {
  const { ask, app } = await world();
  const names = ['acme/Example-12B-v1', 'acme/Example-12B-v3', 'acme/Example-8B-v1', 'acme/Other-12B-v1'];
  await app.seed('text_generation', ...names.map((name) => ({ name, parameters: 12_000_000_000 })));
  const { body } = await ask({ url: 'acme/Example-12B-v2' });
  const of = ({ name, kind, newer }: Record<string, unknown>) => ({ name, kind, newer });
  expect(body.duplicates.map(of)).toEqual([
    { name: 'acme/Example-12B-v1', kind: 'other_version', newer: true },
    { name: 'acme/Example-12B-v3', kind: 'other_version', newer: false },
  ]);
});

test('pasted JSON of either host, and legacy records, need nobody', async () => {
  const { ask, hub, civitai } = await world();
  const download = [{ file_name: 'old.ckpt', file_path: '', file_url: 'https://x/old.ckpt' }];
  const legacy = {
    old: {
      ...{ name: 'old', baseline: 'stable diffusion 1', type: 'ckpt', inpainting: false, description: 'x' },
      ...{ version: '1', style: 'anime', nsfw: false },
      config: { files: [{ path: 'old.ckpt', sha256sum: sha256 }], download },
    },
  };
  const answers = [
    await ask({ text: JSON.stringify(nova) }),
    await ask({ text: JSON.stringify({ id: chat.id, siblings: [], ...chat.about }) }),
    await ask({ text: JSON.stringify(legacy), category: 'image_generation' }),
  ];
  expect(answers.map(({ body }) => [body.category, body.record?.name, body.record?.baseline])).toEqual([
    ['image_generation', 'Nova Flat XL', 'stable_diffusion_xl'],
    ['text_generation', chat.id, 'mistralai/Mistral-Nemo-Base-2407'],
    ['image_generation', 'old', 'stable_diffusion_1'],
  ]);
  expect([...hub.requests, ...civitai.requests]).toEqual([]);
});

const refusals: [object, number, string][] = [
  [{}, 400, 'either url or text'],
  [{ url: 'https://x/a.ckpt', text: '{}' }, 400, 'not both'],
  [{ url: 'https://example.org/a/page' }, 400, 'allowed: a page or download of a Civitai model'],
  [{ url: 'http://127.0.0.1/a.safetensors' }, 400, 'give a category'],
  [{ url: 'http://127.0.0.1/a.safetensors', category: 'image_generation' }, 200, ''],
  [{ url: 'https://civitai.com/models/5' }, 404, 'Model 5 at Civitai was not found'],
  [{ url: 'https://civitai.com/models/1240874?modelVersionId=3' }, 404, 'has no version 3'],
  [{ url: 'https://huggingface.co/acme/none' }, 404, 'was not found or is not public'],
  [{ url: 'https://huggingface.co/acme/images/blob/main/none.ckpt' }, 404, 'has no file none.ckpt'],
  [{ text: 'nonsense' }, 400, "Unsupported link 'nonsense'"],
  [{ text: '{"a":1}' }, 400, 'Unsupported JSON'],
  [{ text: '{"a":' }, 400, 'neither a link nor a JSON object'],
  [{ url: 'https://huggingface.co/acme/images', category: 'nope' }, 422, ''],
];

test('what is no link, or leads to nothing, is refused with what is allowed', async () => {
  const { ask } = await world();
  for (const [request, status, text] of refusals) {
    const { status: answered, body } = await ask(request);
    const told = { request, status: answered, text: JSON.stringify(body) };
    expect(told).toEqual({ request, status, text: expect.stringContaining(text) });
  }
});

test('a host that fails, refuses or lies gives an error or a note, and no crash', async () => {
  const { ask, hub, civitai } = await world();
  const url = 'https://civitai.com/models/1240874';
  const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>login</html>' };
  for (const [fault, detail] of [
    [{ status: 500, body: 'oops' }, 'answered 500'],
    [html, 'not JSON'],
  ] as const) {
    civitai.fault = () => fault;
    expect(await ask({ url })).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining(detail) },
    });
  }
  civitai.fault = () => ({ status: 200, body: { size: 50_000_000, beginning: new Uint8Array() } });
  expect((await ask({ url })).status).toBe(503);
  // Of 50 MB; what waits in the buffers of both sockets counts as sent.
  expect(civitai.bytesSent).toBeLessThan(16 * 1024 * 1024);
  civitai.fault = () => null;
  civitai.access.set(2610015, 'login');
  const { body } = await ask({ url });
  expect(body.notes).toContainEqual({
    field_path: 'config.download.0',
    message: expect.stringContaining('it requires an account'),
    open: false,
  });
  hub.fault = ({ path: asked }) =>
    asked.startsWith('/api/') ? { status: 429, headers: { 'retry-after': '40' } } : null;
  expect(await ask({ url: 'https://huggingface.co/acme/images' })).toMatchObject({
    status: 503,
    headers: { 'retry-after': '40' },
  });
});

const wrongAnswers = [
  'null',
  '5',
  '"text"',
  '[]',
  '[[[]]]',
  '{}',
  '{"id":5,"modelId":null,"modelVersions":"no","siblings":{"a":1},"tags":7,"cardData":[1],"config":null}',
  '{"id":"acme/images","sha":[],"gated":{},"siblings":[null,5,{"rfilename":7,"lfs":"x"}],"safetensors":{"total":"many"}}',
  '{"id":1240874,"name":{},"nsfw":"maybe","modelVersions":[null,[],{"id":2610015,"files":[{"hashes":9,"sizeKB":"4"}]}]}',
  `{"id":1240874,"name":"${'x'.repeat(300_000)}","modelVersions":[{"id":2610015,"files":[]}]}`,
  `{"id":"acme/images","tags":[${Array(20_000).fill('"t"').join()}],"siblings":[]}`,
  '['.repeat(100_000),
];

test('an answer of any type and size gives a draft of bounded size, or is said to be none', async () => {
  const { ask, hub, civitai } = await world();
  for (const body of wrongAnswers) {
    for (const host of [hub, civitai]) host.fault = () => ({ status: 200, body });
    for (const url of ['https://civitai.com/models/1240874', 'https://huggingface.co/acme/images']) {
      const answer = await ask({ url });
      const told = { url, body: body.slice(0, 100), status: answer.status };
      expect([200, 400, 404, 503], JSON.stringify(told)).toContain(answer.status);
      expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
    }
  }
});

describe('each account', () => {
  const two = draftWorlds({ draftsPerMinute: 2 });
  test('has its share', async () => {
    const { ask } = await world(two);
    const url = 'https://huggingface.co/acme/images';
    const statuses = [];
    for (const key of [keys.requestor, keys.requestor, keys.requestor, keys.approver]) {
      statuses.push((await ask({ url }, key)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
    expect((await ask({ url })).headers['retry-after']).toMatch(/^\d+$/);
    expect((await ask({ text: JSON.stringify(nova) })).status).toBe(429);
  });
});

describe.each([null, keys.nobody])('with the key %s', (key) => {
  const two = draftWorlds({}, { visitorDraftsPerHour: 2 });
  test('links to both hosts are drafted', async () => {
    const url = 'https://civitai.com/models/1240874';
    const answers: [object, number][] = [
      [{ url: 'https://huggingface.co/acme/images' }, 200],
      [{ url: 'https://files.example/model.safetensors' }, 400],
      [{ url: 'https://example.com' }, 400],
      [{ text: JSON.stringify(nova) }, 400],
      [{ text: `See ${url}.` }, 200],
      [{ url }, 429],
    ];
    const { ask, app, requests } = await world(two);
    for (const [body, status] of answers)
      expect([body, (await ask(body, key)).status]).toEqual([body, status]);
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.filter(({ withoutToken }) => !withoutToken)).toEqual([]);
    const stored = await app.store.read(({ db }) => db.selectFrom('made_drafts').selectAll().execute());
    expect(stored).toEqual([]);
    // A requestor behind the same address has a share of their own.
    expect((await ask({ url })).status).toBe(200);
    expect((await ask({ url }, 'a key of nobody')).status).toBe(401);
  });
});

describe('drafts', () => {
  const closed = draftWorlds({}, { visitorDraftsPerHour: 0 });
  test('can be kept to requestors', async () => {
    const { ask } = await world(closed);
    const url = 'https://civitai.com/models/1240874';
    const statuses = [];
    for (const key of [null, keys.nobody, keys.requestor]) statuses.push((await ask({ url }, key)).status);
    expect(statuses).toEqual([401, 401, 200]);
  });
});

test('what a draft knows is stored with the change, and shown to whoever reviews it', async () => {
  const { ask, app, propose, findingsOf } = await world();
  const { body } = await ask({ url: 'https://civitai.com/models/1240874?modelVersionId=2610015' });
  const notes: { field_path: string | null; message: string; open: boolean }[] = body.notes;
  expect(notes.length).toBeGreaterThan(1);
  const told = (findings: { rule: string; message: string }[]) =>
    findings.filter(({ rule }) => rule.startsWith('draft_')).map(({ message }) => message);
  const dry = await propose(body.record, '?dry_run=true');
  expect(told(dry.json().findings)).toEqual(expect.arrayContaining(notes.map(({ message }) => message)));
  const id = await app.propose('POST', '/image_generation', { ...body.record, baseline: 'flux_1' });
  // Notes on what was edited since are no news of it.
  const stand = notes.filter(({ field_path, open }) => open || field_path !== 'baseline');
  const shown = told(await findingsOf(id));
  expect(shown).toEqual(expect.arrayContaining(stand.map(({ message }) => message)));
  expect(told(await findingsOf(id, '/diff'))).toEqual(shown);
  const change = await app.get(`${v2}/pending_queue/changes/${id}`, { key: keys.approver });
  expect(change.json().request_metadata.draft.notes.length).toBe(shown.length);
  // Of somebody else's record of the same file, it says nothing.
  const theirs = await propose({ ...body.record, name: 'Theirs' }, '', 'image_generation', keys.approver);
  expect(told(await findingsOf(theirs.json().change_id))).toEqual([]);
});

test('an open question of a draft is a warning, and a guess that was edited none any more', async () => {
  const { ask, app, findingsOf } = await world();
  const url = 'https://huggingface.co/acme/images/blob/main/one.safetensors';
  const { body } = await ask({ url, category: 'controlnet' });
  const open = body.notes.filter((note: { open: boolean }) => note.open);
  expect(open.length).toBeGreaterThan(0);
  const guesses = Object.entries<{ certainty: string; source: string }>(body.sources)
    .filter(([, { certainty }]) => certainty === 'guess')
    .map(([field_path]) => field_path);
  expect(guesses).toContain('name');
  const proposed = async (record: object) => findingsOf(await app.propose('POST', '/controlnet', record));
  const found = await proposed(body.record);
  expect(found).toContainEqual({
    rule: 'draft_question',
    severity: 'warning',
    field_path: open[0].field_path,
    message: open[0].message,
  });
  const guess = { rule: 'draft_note', field_path: 'name' };
  expect(found).toContainEqual(expect.objectContaining(guess));
  expect(await proposed({ ...body.record, name: 'A name of its own' })).not.toContainEqual(
    expect.objectContaining(guess),
  );
});

test('a file that was proposed by hand is looked at when somebody is shown the proposal', async () => {
  const { app, hub, propose, findingsOf } = await world();
  const file_url = `https://huggingface.co/acme/images/resolve/${images.commit}/one.safetensors`;
  const download = [{ file_name: 'one.safetensors', file_url, sha256sum: 'f'.repeat(64) }];
  const record = { name: 'By hand', config: { download } };
  const isWrong = {
    rule: 'file_mismatch',
    severity: 'critical',
    field_path: 'config.download.0.sha256sum',
    message: expect.stringMatching(/^The host has the SHA-256 .*; the record says f{64}\./),
  };
  const dry = await propose(record, '?dry_run=true', 'controlnet');
  expect(dry.json().findings).toContainEqual(isWrong);
  const asked = hub.requests.length;
  const id = await app.propose('POST', '/controlnet', record);
  for (const view of ['', '/diff']) expect(await findingsOf(id, view)).toContainEqual(isWrong);
  // Once is enough.
  expect(hub.requests).toHaveLength(asked);
  const lost = file_url.replace('one.', 'lost.');
  const other = { name: 'Lost', config: { download: [{ ...download[0], file_url: lost }] } };
  const lostId = await app.propose('POST', '/controlnet', other);
  expect(hub.requests).toHaveLength(asked);
  const found = expect.objectContaining({ rule: 'file_not_found' });
  expect(await findingsOf(lostId, '/diff')).toContainEqual(found);
});

test('a host that does not answer holds nobody up', async () => {
  const { hub, app, findingsOf } = await world();
  hub.fault = () => 'silence' as const;
  const file_url = 'https://huggingface.co/acme/images/resolve/main/slow';
  const record = { name: 'slow', config: { download: [{ file_name: 'x', file_url }] } };
  const findings = await findingsOf(await app.propose('POST', '/controlnet', record));
  expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(['missing_sha256']);
});
