import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSamples, sampleModels } from '../../../src/app/demo/load-samples.ts';
import type { Overrides } from '../../../src/app/foundation.ts';
import { bounds } from '../../../src/kernel/bounds.ts';
import { RegistryError } from '../../../src/kernel/errors.ts';
import type { Identity } from '../../../src/kernel/identity.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { sampleUsage } from '../../../src/modules/insight/usage-history.ts';
import { joinReferenceFiles } from '../../../src/modules/transfer/reference-files.ts';
import type { SourceModel } from '../../../src/modules/transfer/reference-source.ts';
import type { UsageSource } from '../../../src/outside/usage-client.ts';
import { categories, categoryNames } from '../../../src/records/categories/index.ts';
import type { RecordedExamples } from '../../../src/serving/openapi/examples.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { GitRemote } from '../bridge-setup.ts';
import { startCivitai } from '../emulators/civitai.ts';
import { emulatedHosts, fetcherFor } from '../emulators/fetcher-for.ts';
import { startHuggingFace } from '../emulators/hugging-face.ts';
import { openEventSource } from '../event-source.ts';
import { eventually } from '../eventually.ts';
import { keys } from '../identity-server.ts';
import { makeDatabase } from '../make-database.ts';
import { type Asked, Recorder } from './recorder.ts';

/**
 * The time at which the recorded requests begin, in Unix seconds: 2026-01-01 12:00 UTC. `later` moves the
 * clock on by half an hour.
 */
const start = 1_767_268_800;
const halfHour = 1800;

const requestor = { userId: '48213', username: 'modelkeeper#48213' };
const approver = { userId: '20371', username: 'curator#20371' };
const identity: Identity = {
  authenticate: async (key) => {
    if (key === keys.requestor) return requestor;
    if (key === keys.approver) return approver;
    throw new RegistryError('invalid_key', 'Invalid API key');
  },
};

const [v2, v1, queue] = [
  '/model_references/v2',
  '/model_references/v1',
  '/model_references/v2/pending_queue',
];
const image = 'image_generation';
const name = 'stable_diffusion';
const model = `${v2}/${image}/model/${name}`;
const text = `${v2}/text_generation`;
const textName = 'mistralai/Mistral-7B-Instruct-v0.3';
const sha256 = 'ad2a33c361c1f593c4a1fb32ea81afce2b5bb7d1983c6b94793a26a3b54b08a0';

/** Private key that signs the examples of checkpoints, and nothing else. */
const signingKey = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f
-----END PRIVATE KEY-----
`;

const usageOf = (day: number, month: number, total: number) => ({
  day: new Map([[name, day]]),
  month: new Map([[name, month]]),
  total: new Map([[name, total]]),
});
const usage: UsageSource = {
  read: async () => ({
    data: {
      status: [{ name, count: 23, jobs: 12, queued: 24_117_248, eta: 8, performance: 1_842_301.5 }],
      stats: usageOf(5210, 164_300, 9_871_204),
      workers: [],
    },
    ageSeconds: 4,
    stale: false,
  }),
  health: () => ({ degraded: false, consecutive_failures: 0, seconds_until_retry: null }),
};
const brokenUsage: UsageSource = { ...usage, read: () => Promise.reject(new Error('a defect')) };

/**
 * Sends a fixed series of requests to new registries, and gives the requests and answers as examples. The
 * registries have a clock that only this series moves, so the examples are the same each time.
 */
export async function recordExamples(): Promise<RecordedExamples> {
  const recorder = new Recorder();
  for (const part of [registry, refusals, legacyWrites, filesAndDrafts, bridge]) {
    await using undo = new AsyncDisposableStack();
    await part(recorder, undo);
  }
  return tidied(recorder.examples);
}

/** The sample models that are imported into the registry. A download without a hash gets a made-up one. */
const samples = sampleModels().map((model): SourceModel => {
  const hash = createHash('sha256').update(model.name).digest('hex');
  const downloads = (model.record as { config?: { download?: JsonObject[] } }).config?.download ?? [];
  const config = { download: downloads.map((each) => ({ sha256sum: hash, ...each })) };
  return { ...model, record: { ...(model.record as JsonObject), config } };
});
const filesWith = (models: SourceModel[]) => ({ ...joinReferenceFiles([]), models });

/**
 * Proposes, approves and applies records. The apply job gets a fixed id, so that examples show the same one
 * each time.
 */
async function seed(app: TestApp, category: string, ...records: unknown[]): Promise<void> {
  const change_ids: number[] = [];
  for (const record of records) change_ids.push(await app.propose('POST', `/${category}`, record));
  await app.approve(...change_ids);
  const body = { change_ids, job_id: `apply-${category}` };
  await app.send('POST', `/api${queue}/apply`, { key: keys.approver, body });
}

interface Registry {
  readonly app: TestApp;
  later(): void;
}

/** Opens a registry on a database of its own, with made-up accounts and usage. */
async function open(
  undo: AsyncDisposableStack,
  settings: Partial<Settings> = {},
  overrides: Overrides = {},
): Promise<Registry> {
  const database = await makeDatabase('SQLite');
  undo.defer(database.remove);
  let now = start;
  const app = undo.use(
    await startTestApp({
      settings: {
        databaseUrl: database.url,
        requestorIds: [requestor.userId],
        approverIds: [approver.userId],
        auditSigningKey: signingKey,
        ...settings,
      },
      overrides: { identity, usage, clock: { now: () => now }, ...overrides },
    }),
  );
  return {
    app,
    later: () => {
      now += halfHour;
    },
  };
}

/** Records the use of a registry in normal operation: reads, proposals, reviews and notifications. */
async function registry(recorder: Recorder, undo: AsyncDisposableStack): Promise<void> {
  const { app, later } = await open(undo, {
    // Nobody listens there.
    webhooks: [{ url: 'http://127.0.0.1:9/hook', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }],
    webhooksAllowPrivate: true,
  });
  const { catalog, clock } = app.service.context;
  const { text_generation: texts = [], ...others } = Object.groupBy(
    samples,
    ({ definition }) => definition.name,
  );
  await loadSamples(app.store, clock.now(), filesWith(Object.values(others).flatMap((each) => each ?? [])));
  await catalog.refresh(categoryNames);
  // Their groups are filled in when they are proposed.
  await seed(app, 'text_generation', ...texts.map(({ record }) => record));
  await seed(app, 'lora', {
    name: 'Detail Tweaker',
    description: 'More detail, or less with a negative weight.',
    baseline: 'stable_diffusion_1',
    trigger: ['detailed'],
  });
  await seed(app, 'ti', {
    name: 'EasyNegative',
    description: 'For the negative prompt.',
    baseline: 'stable_diffusion_1',
    trigger: ['easynegative'],
  });
  const get = (path: string, asked: Asked = {}) => recorder.ask(app, 'GET', path, asked);
  const send = (method: string, path: string, body?: unknown, key: 'requestor' | 'approver' = 'requestor') =>
    recorder.ask(app, method, path, { key, body });

  await readRecords(recorder, app);
  for (const path of ['/', '/heartbeat', '/replicate_mode']) await get(path);
  await get(`${v2}/me/roles`);
  const held = async () => true;
  await sampleUsage({ store: app.store, catalog, source: usage, clock, categories, days: 1, held });
  const statistics = `/model_references/statistics/${image}`;
  for (const path of [
    `${v2}/${image}/search?limit=1`,
    `${v2}/search?limit=1`,
    `${v2}/find?limit=1`,
    `${v2}/${image}/popular`,
    `${model}/usage`,
    statistics,
    `${statistics}/with-stats`,
    `${statistics}/deletion-risk?limit=1`,
  ])
    await get(path);

  // A proposal, talked about, revised, approved, applied.
  const record = await get(model);
  const better = { ...record, description: 'Stable Diffusion 1.5, in the packing of its new home.' };
  await recorder.ask(app, 'PUT', `${model}?dry_run=true`, { key: 'requestor', body: better });
  await recorder.ask(app, 'POST', `${v2}/${image}/rename?dry_run=true`, {
    key: 'requestor',
    body: { from: name, to: 'Stable Diffusion 1.5' },
  });
  const { change_id } = await send('PUT', model, better);
  const change = `${queue}/changes/${change_id}`;
  recorder.parameter('change_id', change_id);
  recorder.parameter('change_ids', [change_id]);
  for (const version of [v2, v1]) await get(`${version}/pending_queue/changes/${change_id}`);
  await get(`${v2}/${image}/pending`);
  await get(`${queue}/changes?limit=1`);
  await get(`${queue}/counts`);
  await get(`${queue}/policies`);
  await get(`${change}/diff`);
  await get(`${queue}/diffs?change_ids=${change_id}&change_ids=999`);
  later();
  const comment = await send(
    'POST',
    `${change}/comments`,
    { text: 'Where does the checksum come from? https://example.org/weights' },
    'approver',
  );
  recorder.parameter('comment_id', comment.event_id);
  await get(`${queue}/audit/current?limit=1`);
  await send(
    'POST',
    `${change}/request_changes`,
    { text: 'Please name the address of the file itself.', expected_version: 1 },
    'approver',
  );
  later();
  await send('PUT', change, { record: { ...better, version: '1.5.1' }, expected_version: 1 });
  await get(`${change}/conversation`, { key: 'requestor' });
  await streamed(recorder, app, `${queue}/inbox/stream`, 'requestor');
  await streamed(recorder, app, `${v1}/pending_queue/inbox/stream`, 'requestor');
  const inbox = await get(`${queue}/inbox?limit=1`, { key: 'requestor' });
  await send('POST', `${queue}/inbox/read`, { ids: [inbox.items[0].id] });
  const rejected = await app.propose('PUT', `/${image}/model/${name}`, { ...better, nsfw: true });
  later();
  const { batch_id } = await send(
    'POST',
    `${queue}/batches`,
    {
      batch_title: 'January clean-up',
      approved_ids: [change_id],
      rejected_ids: [rejected],
      reject_reason: 'The download is no longer there.',
    },
    'approver',
  );
  recorder.parameter('batch_id', batch_id);
  await send(
    'POST',
    `${queue}/purge`,
    { statuses: ['rejected'], categories: [image], dry_run: true },
    'approver',
  );
  later();
  await send(
    'POST',
    `${queue}/apply`,
    { change_ids: [change_id], job_id: 'apply-17', allow_mixed_batch: false },
    'approver',
  );
  const deletion = await app.propose('DELETE', `/${image}/model/${encodeURIComponent('SDXL 1.0')}`);
  await app.approve(deletion);
  await send('POST', `${queue}/changes/${deletion}/apply`, { job_id: 'apply-18' }, 'approver');
  await recorder.ask(app, 'POST', `${queue}/bring_back?dry_run=true`, {
    key: 'requestor',
    body: { category: image, model_name: 'SDXL 1.0' },
  });

  // What is known afterwards.
  const batch = `${queue}/audit/batches/${batch_id}`;
  for (const path of [`${queue}/audit/batches`, batch, `${batch}/net_changes`]) await get(path);
  await get(`${model}/history`);
  await get(`${v2}/feed?since=0&limit=1`);
  await streamed(recorder, app, `${v2}/feed/stream?since=0`);
  await send('POST', `${batch}/revert?dry_run=true`, undefined, 'approver');
  await send('POST', `${batch}/revert`, undefined, 'approver');
  for (const path of ['', '/key']) await get(`/audit/checkpoint${path}`);
  for (const path of ['status', 'webhooks?limit=1']) await get(`${v2}/operations/${path}`);
  await send(
    'POST',
    `${v2}/operations/webhooks/replay`,
    { state: 'waiting', target: 'http://127.0.0.1:9/hook' },
    'approver',
  );
  for (const path of ['last_updated', 'metadata', image, `${image}/last_updated`])
    await get(`${v2}/metadata/${path}`);

  await groupsAndNames(recorder, app);
  await refusedByQueue(recorder, app, { applied: change_id });
}

async function readRecords(recorder: Recorder, app: TestApp): Promise<void> {
  recorder.parameter('model_category_name', image);
  recorder.parameter('model_name', name);
  for (const version of [v2, v1]) await recorder.ask(app, 'GET', `${version}/model_categories`);
  await recorder.ask(app, 'GET', `${v2}/reference_categories`);
  // Each category has a path of its own; this one stands for categories that come later.
  const category = (await app.get(`/api${v2}/${image}`)).json();
  recorder.keep('GET', `${v2}/{model_category_name}`, { status: 200, value: category });
  for (const category of categories) {
    const listed = await recorder.ask(app, 'GET', `${v2}/${category.name}`);
    const first = category.name === 'text_generation' ? textName : (Object.keys(listed)[0] as string);
    await recorder.ask(app, 'GET', `${v2}/${category.name}/model/${encodeURIComponent(first)}`);
    recorder.parameter(`${category.name} model_name`, first);
    if (category.legacy) await recorder.ask(app, 'GET', `${v1}/${category.name}`);
  }
}

/** Records the first event of a stream. */
async function streamed(
  recorder: Recorder,
  app: TestApp,
  path: string,
  key?: keyof typeof keys,
): Promise<void> {
  if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const source = await openEventSource(
    `http://127.0.0.1:${port}/api${path}`,
    key ? { apikey: keys[key] } : {},
  );
  const event = await eventually(() => {
    const [found] = source.text().match(/(?:^|\n)((?:[a-z]+: .*\n)*data: .*\n\n)/) ?? [];
    if (found === undefined) throw new Error(`no event yet: ${source.text()}`);
    return found.trimStart();
  });
  source.cut();
  recorder.keep('GET', path, { status: 200, value: event });
}

async function groupsAndNames(recorder: Recorder, app: TestApp): Promise<void> {
  const get = (path: string) => recorder.ask(app, 'GET', `${text}/${path}`);
  const send = (method: string, path: string, body?: unknown) =>
    recorder.ask(app, method, `${text}/${path}`, { key: 'requestor', body });
  const { suggested_group: group } = await get(`parse_name?name=${encodeURIComponent(textName)}`);
  recorder.parameter('name', textName);
  recorder.parameter('group name', group);
  for (const parameter of ['group_name', 'canonical']) recorder.parameter(parameter, group);
  recorder.parameter('family_name', 'mistral');
  await send('POST', 'compose_name', {
    base_name: 'Mistral',
    size: '7B',
    author: 'mistralai',
    variant: 'Instruct',
    version: 'v0.3',
    separator: '-',
  });
  await get('resolve?name=mistral-7b-instruct-v0.3');
  await recorder.ask(app, 'GET', `${text}/resolve?name=mistral-7b-instrukt`, { status: 404 });
  const { groups } = await get('groups');
  const other = groups.find((each: string) => each !== group);
  await send('PUT', `group/${group}/name_schema`, {
    separator: '-',
    part_order: ['base', 'size', 'variant', 'version'],
    author_included: true,
    common_author: 'mistralai',
    template: '{author}/{base}-{size}-{variant}-{version}',
    extra_parts: [],
  });
  const aliases = `aliases/${group}`;
  await send('PUT', aliases, { aliases: ['Mistral-Instruct'] });
  await send('POST', `${aliases}/add`, { alias: 'Mistral-Chat' });
  await send('POST', `${aliases}/remove`, { alias: 'Mistral-Chat' });
  await send('PUT', 'families/mistral', { members: [group, other] });
  await send('POST', 'families/mistral/remove', { group_name: other });
  await send('POST', 'families/mistral/add', { group_name: other });
  for (const path of [
    'distinct_baselines',
    'groups/summary',
    'groups/health',
    `group/${group}`,
    'aliases',
    'families',
    'families/detect',
  ])
    await get(path);
  await send('PUT', `group/${group}/common_fields?dry_run=true`, {
    nsfw: false,
    tags: ['instruct'],
    style: 'generalist',
  });
  await send('PUT', `group/${group}/common_fields`, { nsfw: false, tags: ['instruct'], style: 'chat' });
  await send('PUT', `${encodeURIComponent(textName)}/name_exception`, {
    reason: 'Published under this name by its author.',
  });
}

/** Records the errors with which a registry in normal operation refuses requests. */
async function refusedByQueue(
  recorder: Recorder,
  app: TestApp,
  { applied }: { applied: number },
): Promise<void> {
  const refuse = (status: number, method: string, path: string, asked: Asked = {}) =>
    recorder.ask(app, method, path, { key: 'approver', ...asked, status });
  const record = { name, baseline: 'stable_diffusion_1', nsfw: false };
  await refuse(400, 'PUT', model, { body: { ...record, name: 'another' } });
  await refuse(400, 'POST', `${queue}/changes/${applied}/withdraw`, {
    key: 'requestor',
    as: 'Refused400_pending_queue',
  });
  await refuse(400, 'PUT', `${text}/group/common_fields?name=Mistral`, {
    body: {},
    as: 'Refused400_common_fields',
  });
  await refuse(400, 'GET', `${v2}/${image}/search?source=elsewhere`, { as: 'Refused400_search' });
  await refuse(400, 'GET', '/model_references/statistics/clip/with-stats', { as: 'Refused400_statistics' });
  await recorder.ask(app, 'POST', `${v2}/${image}`, { body: record, key: 'unknown', status: 401 });
  const missing = {
    model_category_name: `${v2}/metadata/image_generations`,
    change_id: `${queue}/changes/999`,
    batch_id: `${queue}/audit/batches/999`,
    group_name: `${text}/group/Mistrel`,
    canonical: `${text}/aliases/Mistrel`,
    family_name: `${text}/families/mistrel`,
  };
  for (const [place, path] of Object.entries(missing))
    await refuse(404, 'GET', path, { as: `Refused404_${place}` });
  await refuse(404, 'GET', `${v2}/${image}/model/stable_diffusoin`);
  await refuse(409, 'POST', `${v2}/${image}`, { body: record });
  await refuse(412, 'PUT', model, { body: record, headers: { 'if-match': '"5f57f48c"' } });
  await refuse(413, 'POST', `${v2}/${image}`, {
    body: { ...record, description: 'x'.repeat(bounds.proposalBytes) },
  });
  await refuse(414, 'GET', `${queue}/changes/${'1'.repeat(10_000)}`);
  await refuse(415, 'POST', `${v2}/${image}`, {
    body: 'name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await refuse(422, 'POST', `${v2}/${image}`, { body: { description: 'A model without a name.' } });
  for (const body of [record, { ...record, nsfw: true }]) {
    const headers = { 'idempotency-key': 'b7f3' };
    if (body === record) await app.send('PUT', `/api${model}`, { key: keys.approver, body, headers });
    else await refuse(422, 'PUT', model, { body, headers });
  }
  const waiting = await app.propose('DELETE', `/${image}/model/${encodeURIComponent('FLUX.1 [schnell]')}`);
  await refuse(400, 'POST', `${queue}/apply`, {
    body: { change_ids: [waiting] },
    as: 'Refused_ApplyPendingChangesResponse',
  });
}

async function refusals(recorder: Recorder, undo: AsyncDisposableStack): Promise<void> {
  const { app } = await open(undo, {}, { bounds: { waitingChanges: 1 }, usage: brokenUsage });
  await seed(app, image, { name, baseline: 'stable_diffusion_1', nsfw: false });
  await recorder.ask(app, 'GET', `${v2}/feed?since=9-2c24810dc6c11f49`, { status: 410 });
  await app.propose('POST', '/clip', { name: 'first' });
  await recorder.ask(app, 'POST', `${v2}/clip`, { key: 'requestor', body: { name: 'second' }, status: 429 });
  await recorder.ask(app, 'GET', `${v2}/${image}/popular`, { status: 500 });
  const copy = await open(undo, { replicateMode: 'REPLICA' });
  await recorder.ask(copy.app, 'POST', `${v2}/clip`, {
    key: 'requestor',
    body: { name: 'second' },
    status: 503,
  });
}

/** Records a registry whose canonical format is the legacy one, and whose approvers write directly. */
async function legacyWrites(recorder: Recorder, undo: AsyncDisposableStack): Promise<void> {
  const { app } = await open(undo, { canonicalFormat: 'legacy', queueEnabled: false });
  await loadSamples(app.store, start, filesWith(samples));
  await app.service.context.catalog.refresh(categoryNames);
  await recorder.ask(app, 'GET', `${v1}/metadata/metadata`);
  for (const { name: category, legacy } of categories) {
    if (!legacy) continue;
    const [record] = Object.values((await app.get(`/api${v1}/${category}`)).json());
    await recorder.ask(app, 'PUT', `${v1}/${category}`, { key: 'approver', body: record });
  }
}

/** Records checks of files at their hosts, drafts of records made from a link, and requests for models. */
async function filesAndDrafts(recorder: Recorder, undo: AsyncDisposableStack): Promise<void> {
  const commit = '3f9c0b6a1d2e4f5061728394a5b6c7d8e9f00112';
  const hub = undo.use(
    await startHuggingFace({
      id: 'acme/models',
      commit,
      files: { 'model.safetensors': { size: 2_132_625_894, beginning: new Uint8Array(), sha256 } },
    }),
  );
  const civitai = undo.use(
    await startCivitai({
      id: 140737,
      name: 'Albedo',
      type: 'Checkpoint',
      nsfw: false,
      modelVersions: [{ id: 329420, name: 'v2.1', baseModel: 'SDXL 1.0', files: [] }],
    }),
  );
  const remoteFiles = fetcherFor({ hub, civitai });
  undo.defer(() => remoteFiles.close());
  const { app } = await open(
    undo,
    { fileChecks: true, fileChecksPerMinute: 6_000, ...emulatedHosts({ hub, civitai }) },
    { remoteFiles, fileChecksEveryMs: 20 },
  );
  await seed(app, image, {
    name,
    description: 'Mine.',
    baseline: 'stable_diffusion_1',
    nsfw: false,
    config: {
      download: [
        {
          file_name: 'model.safetensors',
          file_url: 'https://huggingface.co/acme/models/resolve/main/model.safetensors',
          sha256sum: sha256,
        },
      ],
    },
  });
  await eventually(async () => {
    const { changes } = (await app.get(`/api${v2}/files/changes`)).json();
    if (changes.length === 0) throw new Error('the file was not looked at yet');
  });
  recorder.parameter('sha256', sha256);
  for (const path of [
    'files',
    'files/marks',
    'files/changes',
    `files/by-hash/${sha256}`,
    `${image}/model/${name}/files`,
  ])
    await recorder.ask(app, 'GET', `${v2}/${path}`);
  await recorder.ask(app, 'POST', `${v2}/files/repairs`, {
    key: 'requestor',
    body: { files: [{ category: image, model_name: name }], kinds: ['pin'] },
  });
  await recorder.ask(app, 'POST', `${v2}/drafts`, {
    key: 'requestor',
    body: { url: 'https://civitai.com/models/140737?modelVersionId=329420' },
  });
  const requests = `${v2}/requests`;
  const wish = { category: 'clip', name: 'A text encoder', why: 'For long prompts.' };
  await recorder.ask(app, 'POST', `${requests}/look`, {
    key: 'requestor',
    body: { category: wish.category, name: wish.name },
  });
  await recorder.ask(app, 'POST', requests, { key: 'requestor', body: wish });
  recorder.parameter('request_id', 1);
  await recorder.ask(app, 'POST', `${requests}/1/seconds`, { key: 'approver', body: { why: 'Me too.' } });
  await recorder.ask(app, 'POST', `${requests}/1/comments`, {
    key: 'approver',
    body: { text: 'Which licence?' },
  });
  await recorder.ask(app, 'POST', `${requests}/1/decide`, { key: 'approver', body: { decision: 'accept' } });
  const change_id = await app.propose('POST', '/clip', { name: wish.name });
  await recorder.ask(app, 'POST', `${requests}/1/changes`, { key: 'requestor', body: { change_id } });
  await recorder.ask(app, 'DELETE', `${requests}/1/seconds`, { key: 'approver' });
  for (const path of ['', '/hidden', '/1', '/1/seconds', '/1/steps'])
    await recorder.ask(app, 'GET', `${requests}${path}`, { key: 'approver' });
}

/**
 * Records the bridge to a public repository whose newest commit removes so much that an approver has to
 * accept the commit.
 */
async function bridge(recorder: Recorder, undo: AsyncDisposableStack): Promise<void> {
  const remote = new GitRemote();
  undo.defer(() => remote.remove());
  const directory = await mkdtemp(join(tmpdir(), 'modelref-examples-'));
  undo.defer(() => rm(directory, { recursive: true, force: true }));
  const clips = (...names: string[]) =>
    JSON.stringify(Object.fromEntries(names.map((each) => [each, { name: each, type: 'clip', config: {} }])));
  remote.commit({ 'clip.json': clips('ViT-L/14', 'ViT-B/32', 'ViT-H-14') }, { message: 'Added three' });
  const { app } = await open(undo, {
    bridge: [
      {
        kind: 'image',
        url: `file://${remote.path}`,
        branch: 'main',
        policy: 'trust',
        out: 'none',
        github: null,
      },
    ],
    bridgeDirectory: directory,
    bridgeIntervalSeconds: 86_400,
  });
  const path = `${v2}/operations/bridge`;
  const status = async () => (await app.get(`/api${path}`, { key: keys.approver })).json().repositories[0];
  await eventually(async () => {
    if ((await status()).synced_at === null) throw new Error('not synced yet');
  });
  const commit = remote.commit({ 'clip.json': clips('ViT-L/14') }, { message: 'Removed two' });
  await recorder.ask(app, 'POST', `${path}/sync`, { key: 'approver', body: { repository: 'image' } });
  await eventually(async () => {
    if ((await status()).question === null) throw new Error('not asked yet');
  });
  await recorder.ask(app, 'GET', path, { key: 'approver' });
  await recorder.ask(app, 'POST', `${path}/accept`, {
    key: 'approver',
    body: { repository: 'image', commit },
  });
}

/**
 * Members of answers that differ from machine to machine or from run to run, each with the value that the
 * examples show in its place.
 */
const fixed: Readonly<Record<string, unknown>> = {
  version: '1.0.0',
  // Checks of the parts come by real time, which a busy machine takes more of.
  since: start,
  // Nobody takes the deliveries: how often that was tried is a matter of time.
  state: 'failed',
  attempts: 12,
  next_attempt_at: start,
  last_status: 500,
  last_error: null,
  updated_at: start,
};

function tidied(examples: RecordedExamples): RecordedExamples {
  const { OperationsStatus, WebhookDeliveries, ...others } = examples.components;
  const steady = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, member) => (key in fixed ? fixed[key] : member)));
  const machine = steady({ OperationsStatus, WebhookDeliveries });
  const text = JSON.stringify({ ...examples, components: { ...others, ...machine } })
    .replaceAll(
      /file:[^"]*modelref-git-[^"]*/g,
      'https://github.com/Haidra-Org/AI-Horde-image-model-reference.git',
    )
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '8f14e45f-ceea-467f-a9d4-3d2f1c0b7a56')
    .replaceAll(/(?<=apply-\d+-)[0-9a-f]{32}/g, 'cc103b6bb3164512b33a731f6e971d67');
  return JSON.parse(text);
}
