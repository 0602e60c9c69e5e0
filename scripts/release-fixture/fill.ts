/**
 * Fills the database of a running release through its HTTP API: makes writes of every kind in every category,
 * and leaves proposed changes in every status. Every release since 0.1.0 has most of the calls; a newer call
 * is made only when the release's OpenAPI document lists it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { keys } from '../../test/support/identity-server.ts';
import { legacyCategoryNames, minimalBody, minimalLegacyBody } from '../../test/support/least-bodies.ts';

type Body = Record<string, unknown>;

const root = '/api/model_references';

interface Caller {
  /** Proposes a write with the requestor's API key; gives the id of the proposed change. */
  propose(method: string, path: string, body?: Body): Promise<number>;
  /** Approves the changes with these ids; gives the id of the batch that they form. */
  approve(...ids: number[]): Promise<number>;
  apply(...ids: number[]): Promise<void>;
  call(method: string, path: string, key: string, body?: Body): Promise<Body>;
}

/**
 * Fills the database of a deployment whose canonical format is v2: with models, families, aliases and changes
 * in the queue.
 */
export async function fillV2(url: string, categories: readonly string[]): Promise<void> {
  const to = caller(url, 'v2');
  const { propose, approve, apply, call } = to;
  const all: number[] = [];
  for (const category of categories) {
    for (const name of category === 'clip' ? ['first', 'second', 'last'] : ['first', 'last']) {
      const body = { ...minimalBody(category, name), description: `the ${name} "ü😀"` };
      all.push(await propose('POST', `/v2/${category}`, body));
    }
  }
  await approve(...all);
  await apply(...all);

  const sha256 = 'a'.repeat(64);
  const config = {
    download: [{ file_name: 'a.ckpt', file_url: 'https://models.example/a.ckpt', sha256sum: sha256 }],
  };
  const rich = [
    await propose('POST', '/v2/image_generation', {
      ...minimalBody('image_generation', 'Straße XL'),
      baseline: 'SDXL',
      nsfw: true,
      tags: ['b', 'a'],
      style: 'anime',
      trigger: ['tri', 'gger'],
      requirements: { min_steps: 8, cfg_scale: 1.5 },
      size_on_disk_bytes: 6_938_078_334,
      config,
    }),
    await propose('POST', '/v2/text_generation', {
      ...minimalBody('text_generation', 'north/Writer-7B-Q4'),
      nsfw: true,
      version: '2.1',
      baseline: 'mistral',
      tags: ['chat'],
      instruct_format: 'ChatML',
      settings: { temperature: 0.7 },
    }),
    await propose('POST', '/v2/controlnet', {
      ...minimalBody('controlnet', 'lines'),
      controlnet_style: 'control_canny',
      config,
    }),
    await propose('POST', '/v2/lora', { ...minimalBody('lora', 'patch'), baseline: 'SDXL', trigger: ['x'] }),
  ];
  await approve(...rich);
  await apply(...rich);

  // Updates, and models that are deleted and created again: at the end of a category, where a place becomes
  // free.
  const later: number[] = [];
  for (const category of categories) {
    later.push(
      await propose('PUT', `/v2/${category}/model/first`, {
        ...minimalBody(category, 'first'),
        description: 'newer',
      }),
      await propose('DELETE', `/v2/${category}/model/last`),
    );
  }
  later.push(
    await propose('PUT', '/v2/text_generation/model/north%2FWriter-7B-Q4', {
      ...minimalBody('text_generation', 'north/Writer-7B-Q4'),
      nsfw: false,
      version: '3',
    }),
  );
  await approve(...later);
  await apply(...later);
  const again = [
    await propose('POST', '/v2/clip', { ...minimalBody('clip', 'last'), description: 'it came again' }),
    await propose('POST', '/v2/blip', minimalBody('blip', 'in its place')),
    await propose('PUT', '/v2/clip/model/second', {
      ...minimalBody('clip', 'second'),
      description: 'for a while',
    }),
  ];
  const reverted = await approve(...again);
  await apply(...again);
  await call('POST', `/v2/pending_queue/audit/batches/${reverted}/revert`, keys.approver, {});

  const [canonical, member] = ['Writer-7B', 'Writer'];
  await call('PUT', `/v2/text_generation/aliases/${canonical}`, keys.requestor, {
    aliases: ['Scribe', 'Schreiber-ß'],
  });
  await call('PUT', '/v2/text_generation/families/Writers', keys.requestor, { members: [canonical, member] });
  await call('PUT', '/v2/text_generation/families/Gone', keys.requestor, { members: ['first'] });
  await call('DELETE', '/v2/text_generation/families/Gone', keys.requestor);
  await call('PUT', `/v2/text_generation/group/${canonical}/name_schema`, keys.requestor, {
    separator: '-',
    part_order: ['base', 'size', 'quant'],
  });
  await leaveQueue(to, 'v2', minimalBody);
  if (await hasPath(url, '/pending_queue/changes/{change_id}/comments')) await leaveConversations(to);
  if (await hasPath(url, '/v2/requests/{request_id}/decide')) await leaveRequests(to);
  if (await hasPath(url, '/image_generation/baselines/change-sets')) await leaveCatalogues(to);
  if (await hasPath(url, '/v2/licensing/licenses')) await leaveLicensing(to);
}

/**
 * Fills the database of a deployment whose canonical format is legacy: with models and changes in the queue.
 * Makes every write through v1.
 */
export async function fillLegacy(url: string): Promise<void> {
  const to = caller(url, 'v1');
  const { propose, approve, apply } = to;
  const all: number[] = [];
  for (const category of legacyCategoryNames) {
    for (const name of category === 'clip' ? ['first', 'second', 'last'] : ['first', 'last']) {
      const body = {
        ...minimalLegacyBody(category, name),
        description: `the ${name} "ü😀"`,
        odd: { a: [1] },
      };
      all.push(await propose('POST', `/v1/${category}`, body));
    }
  }
  // Fields of a text model that v1 did not always show.
  const text = { ...minimalLegacyBody('text_generation', 'north/Writer-7B-Q4'), version: '2.1', nsfw: true };
  all.push(await propose('POST', '/v1/text_generation', text));
  await approve(...all);
  await apply(...all);
  const later: number[] = [
    await propose('PUT', '/v1/text_generation', { ...text, version: '3', nsfw: false, description: 'newer' }),
    await propose('PUT', '/v1/text_generation', {
      ...minimalLegacyBody('text_generation', 'first'),
      nsfw: true,
    }),
  ];
  for (const category of legacyCategoryNames)
    later.push(await propose('DELETE', `/v1/${category}/model/last`));
  await approve(...later);
  await apply(...later);
  const gone = await propose('DELETE', '/v1/text_generation/model/north%2FWriter-7B-Q4');
  const reverted = await approve(gone);
  await apply(gone);
  await to.call('POST', `/v2/pending_queue/audit/batches/${reverted}/revert`, keys.approver, {});
  await leaveQueue(to, 'v1', minimalLegacyBody);
}

/**
 * Leaves changes in every status in the queue, and a batch of which only one change was applied. Also
 * proposes a change and deletes it from the queue again, so that one change id is missing there.
 */
async function leaveQueue(
  { propose, approve, apply, call }: Caller,
  version: 'v1' | 'v2',
  bodyOf: (category: string, name: string) => Body,
): Promise<void> {
  const create = (name: string) =>
    propose('POST', `/${version}/clip`, { ...bodyOf('clip', name), description: name });
  const [one, two, three] = [
    await create('applied of a split'),
    await create('approved'),
    await create('approved too'),
  ];
  await approve(one, two, three);
  await apply(one);
  const rejected = await create('rejected');
  await call('POST', `/${version}/pending_queue/batches`, keys.approver, {
    batch_title: 'a rejection',
    rejected_ids: [rejected],
    reject_reason: 'not "this" one',
  });
  await create('purged');
  await call('POST', `/${version}/pending_queue/purge`, keys.approver, {
    model_name: 'purged',
    statuses: ['pending'],
  });
  await create('Große Straße');
  await propose('DELETE', `/${version}/clip/model/second`);
}

/** Returns whether the release's OpenAPI document has a path that ends so. */
async function hasPath(url: string, end: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/openapi.json`);
  if (!answer.ok) return false;
  const { paths } = (await answer.json()) as { paths: object };
  return Object.keys(paths).some((path) => path.endsWith(end));
}

/**
 * Leaves four changes in the queue: one with comments that was revised, one that an approver wants revised,
 * one that its proposer withdrew, and one whose approval was taken back.
 */
async function leaveConversations({ propose, approve, call }: Caller): Promise<void> {
  const create = (name: string) => propose('POST', '/v2/clip', { ...minimalBody('clip', name) });
  const change = (id: number, step = '') => `/v2/pending_queue/changes/${id}${step}`;
  const revised = await create('of two versions');
  await call('POST', change(revised, '/comments'), keys.approver, { text: 'Which "ViT" is it? ü😀' });
  await call('POST', change(revised, '/request_changes'), keys.approver, { text: 'Say it in the text.' });
  await call('PUT', change(revised), keys.requestor, {
    record: { ...minimalBody('clip', 'of two versions'), description: 'ViT-L' },
    expected_version: 1,
  });
  await call('POST', change(revised, '/comments'), keys.requestor, { text: 'Said.' });
  const asked = await create('waits for another version');
  await call('POST', change(asked, '/request_changes'), keys.approver, { text: 'Another one, please.' });
  await call('POST', change(await create('taken back'), '/withdraw'), keys.requestor, {});
  const unapproved = await create('approved for a while');
  await approve(unapproved);
  await call('POST', change(unapproved, '/unapprove'), keys.approver, {});
}

/**
 * Leaves requests for models: one that an applied change fulfilled, one that was declined, a hidden one, one
 * that is a duplicate of another, and an open one with a comment and seconds.
 */
async function leaveRequests({ propose, approve, apply, call }: Caller): Promise<void> {
  const ask = async (name: string): Promise<number> => {
    const body = { category: 'clip', name, why: 'It is "wanted" ü😀' };
    return (await call('POST', '/v2/requests', keys.requestor, body)).request_id as number;
  };
  const on = (id: number, step: string, key: string, body: Body) =>
    call('POST', `/v2/requests/${id}/${step}`, key, body);
  const fulfilled = await ask('asked for');
  const change = await propose('POST', '/v2/clip', minimalBody('clip', 'asked for'));
  await on(fulfilled, 'changes', keys.requestor, { change_id: change });
  await approve(change);
  await apply(change);
  const open = await ask('still missing');
  await on(open, 'seconds', keys.approver, { why: 'We need it, too.' });
  await on(open, 'comments', keys.approver, { text: 'Where are its files?' });
  const decide = (id: number, body: Body) => on(id, 'decide', keys.approver, body);
  await decide(open, { decision: 'accept' });
  await decide(await ask('the same again'), { decision: 'duplicate', duplicate_of: open });
  await decide(await ask('not wanted'), { decision: 'decline', reason: 'Its license forbids it.' });
  await decide(await ask('hidden'), { decision: 'hide', reason: 'An insult.' });
}

/**
 * Leaves entries in the catalogues of image baselines and of guidance: an applied change set of each kind, a
 * model that names the new baseline, a model with guidance, and a waiting change set of each.
 */
async function leaveCatalogues({ propose, approve, apply }: Caller): Promise<void> {
  const baselines = '/v2/image_generation/baselines/change-sets';
  const guidance = '/v2/text_generation/guidance/change-sets';
  const upsert = (name: string, kudos: number) => ({
    operation: 'upsert',
    name,
    record: { name, alternative_names: [name.replaceAll('_', ' ')], horde_policy: { kudos } },
    expected_before: null,
  });
  const contract = (profile_id: string) => ({
    operation: 'create',
    profile_id,
    profile: {
      kind: 'prompt_contract',
      profile_id,
      display_name: 'ChatML "ü😀"',
      summary: 'Turns between `<|im_start|>` and `<|im_end|>`.',
      interaction_modes: ['chat'],
      stop_sequences: ['<|im_end|>'],
    },
    expected_before: null,
  });
  const model_name = 'first';
  const applied = [
    await propose('POST', baselines, { title: 'Cosmos 9 "ü😀"', changes: [upsert('cosmos_9', 12)] }),
    await propose('POST', '/v2/image_generation', {
      ...minimalBody('image_generation', 'of the new baseline'),
      baseline: 'cosmos_9',
    }),
    await propose('POST', guidance, {
      title: 'ChatML',
      profile_changes: [contract('chatml')],
      assignment_changes: [
        {
          model_name,
          assignment: { model_name, primary_profile_id: 'chatml', supplemental_profile_ids: [] },
          expected_before: null,
        },
      ],
    }),
  ];
  await approve(...applied);
  await apply(...applied);
  await propose('POST', baselines, { title: 'Cosmos 10', changes: [upsert('cosmos_10', 14)] });
  await propose('POST', guidance, { title: 'Another', profile_changes: [contract('another')] });
}

/** Leaves a licence definition, a deprecated one, an asset, and a model that states a licence. */
async function leaveLicensing({ propose, approve, apply, call }: Caller): Promise<void> {
  const licensing = {
    license_expression: 'House-1.0 AND MIT',
    commercial_use: 'allowed_with_conditions',
    redistribution: 'allowed',
    evidence: [{ source: 'https://models.example/license' }],
  };
  for (const license_id of ['House-1.0', 'Former-1.0']) {
    await call('POST', '/v2/licensing/licenses', keys.nobody, {
      license_id,
      name: `The ${license_id} "ü😀"`,
      canonical_url: 'https://models.example/license',
      commercial_use: 'allowed_with_conditions',
      redistribution: 'allowed',
      deprecated: license_id === 'Former-1.0',
    });
  }
  await call('POST', '/v2/licensing/assets', keys.nobody, {
    asset_kind: 'custom_node',
    asset_identifier: 'owner/node',
    display_name: 'A node',
    licensing,
  });
  const change = await propose('POST', '/v2/blip', { ...minimalBody('blip', 'licensed'), licensing });
  await approve(change);
  await apply(change);
}

function caller(url: string, version: 'v1' | 'v2'): Caller {
  const call: Caller['call'] = async (method, path, key, body) => {
    const answer = await fetch(url + root + path, {
      method,
      headers: { apikey: key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Body);
  };
  return {
    call,
    propose: async (method, path, body) =>
      (await call(method, path, keys.requestor, body)).change_id as number,
    approve: async (...ids) => {
      const body = { batch_title: `a batch of ${ids.length}`, approved_ids: ids };
      return (await call('POST', `/${version}/pending_queue/batches`, keys.approver, body))
        .batch_id as number;
    },
    apply: async (...ids) => {
      await call('POST', `/${version}/pending_queue/apply`, keys.approver, { change_ids: ids });
      // The audit trail counts in seconds: after the pause, writes have a later time.
      await pause(1000);
    },
  };
}
