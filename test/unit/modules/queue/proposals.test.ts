import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openQueue, proposal, type Queue } from '../../../support/queue.ts';
import { temporaryStore } from '../../../support/temporary-store.ts';

let queue: Queue;
beforeEach(async () => {
  queue = await openQueue(await temporaryStore(onTestFinished));
});

describe('a proposed create', () => {
  test('is queued as pending, normalised, and leaves the live records alone', async () => {
    const change = await queue.propose('create', 'clip', 'ViT-L/14', {
      pretrained_name: 'openai',
      unknown: 1,
    });
    expect(change).toMatchObject({
      change_id: 1,
      category: 'clip',
      model_name: 'ViT-L/14',
      operation: 'create',
      payload: {
        record_type: 'clip',
        name: 'ViT-L/14',
        metadata: { schema_version: '2.0.0' },
        config: { download: [] },
        model_classification: { domain: 'image', purpose: 'feature_extractor' },
        pretrained_name: 'openai',
      },
      requested_by: '11',
      requested_username: 'rita#11',
      requested_at: 1_700_000_000,
      status: 'pending',
      resource_kind: 'model_reference',
      resource_id: null,
      updated_at: 1_700_000_000,
      request_metadata: { route: 'create_test' },
      related_models: null,
    });
    expect(await queue.live('clip', 'ViT-L/14')).toBeNull();
    expect(queue.catalog.snapshot('v2', 'clip').records).toEqual([]);
  });

  test('of a live model is a conflict; queued ones do not count', async () => {
    await queue.propose('create', 'clip', 'a');
    await queue.write('create', 'clip', 'a');
    await expect(queue.propose('create', 'clip', 'a')).rejects.toMatchObject({
      code: 'conflict',
      message: "Model 'a' already exists in category 'clip'. Use PUT to update existing models.",
    });
    await expect(queue.propose('create', 'blip', 'a')).resolves.toMatchObject({ status: 'pending' });
  });

  test('carries notes and request metadata beside the route', async () => {
    const change = await queue.proposals.propose({
      ...proposal('create', 'clip', 'a'),
      notes: 'for a reason',
      requestMetadata: { batch_id: 'uuid' },
    });
    expect(change.notes).toBe('for a reason');
    expect(change.request_metadata).toEqual({ route: 'create_test', batch_id: 'uuid' });
  });
});

describe('a proposed update', () => {
  test('shows who created the live record, and when, and replaces all else', async () => {
    await queue.write('create', 'clip', 'a', { description: 'first', pretrained_name: 'p' });
    queue.time.seconds += 10;
    const change = await queue.propose('update', 'clip', 'a', {
      description: 'second',
      metadata: { created_at: 1 },
    });
    expect(change.payload).toEqual({
      record_type: 'clip',
      name: 'a',
      description: 'second',
      metadata: { schema_version: '2.0.0', created_at: 1_700_000_000, created_by: 'rita#11' },
      config: { download: [] },
      model_classification: { domain: 'image', purpose: 'feature_extractor' },
    });
  });

  test('remembers the hash of the record it is based on', async () => {
    await queue.write('create', 'clip', 'a');
    const live = await queue.live('clip', 'a');
    const change = await queue.propose('update', 'clip', 'a', { description: 'd' });
    const stored = await queue.stored(change.change_id);
    expect(stored).toMatchObject({ payload_format: 'v2', base_hash: live?.v2_hash });
    expect(change).not.toHaveProperty('base_hash');
  });
});

describe('a proposed delete', () => {
  test('carries the live record', async () => {
    await queue.write('create', 'clip', 'a', { description: 'd' });
    const change = await queue.propose('delete', 'clip', 'a');
    expect(JSON.stringify(change.payload)).toBe((await queue.live('clip', 'a'))?.v2);
  });
});

describe('text models', () => {
  test('get their group, in the place of that field, and name the models that follow', async () => {
    const body = { parameters: 7_000_000_000, name_schema_exception: 'old name' };
    const change = await queue.propose('create', 'text_generation', 'org/New-7B-Q4', body);
    expect(change.payload).toMatchObject({ parameters: 7_000_000_000, text_model_group: 'New' });
    expect(Object.keys(change.payload ?? {}).slice(-2)).toEqual([
      'text_model_group',
      'name_schema_exception',
    ]);
    expect(change.related_models).toEqual(['aphrodite/org/New-7B-Q4', 'koboldcpp/New-7B-Q4']);
  });

  test('keep the group they come with', async () => {
    const body = { parameters: 1, text_model_group: '' };
    const change = await queue.propose('create', 'text_generation', 'org/New-7B', body);
    expect(change.payload?.text_model_group).toBe('');
  });

  test('alone: elsewhere such a name is a name', async () => {
    await expect(queue.propose('create', 'clip', 'koboldcpp/x')).resolves.toMatchObject({
      related_models: null,
    });
  });
});

describe('legacy proposals', () => {
  test('are queued in the legacy form', async () => {
    const body = { baseline: 'stable diffusion 1', nsfw: false, something: 'only legacy knows' };
    const proposed = proposal('create', 'image_generation', 'x', body, 'legacy');
    const change = await queue.proposals.propose(proposed);
    expect(change.payload).toMatchObject({ name: 'x', something: 'only legacy knows' });
    expect(await queue.stored(change.change_id)).toMatchObject({ payload_format: 'legacy', base_hash: null });
  });

  test('of text models cannot have an address as name', async () => {
    const create = (format: 'v2' | 'legacy') =>
      queue.proposals.propose(
        proposal('create', 'text_generation', 'https://x/y', { parameters: 1 }, format),
      );
    await expect(create('legacy')).rejects.toMatchObject({
      code: 'invalid_name',
      message:
        "Model name 'https://x/y' is a URL: legacy records of text_generation cannot have such a name.",
    });
    await expect(create('v2')).resolves.toMatchObject({ status: 'pending' });
  });

  test('do not see models of categories without a legacy form', async () => {
    await queue.write('create', 'lora', 'x');
    const remove = (format: 'v2' | 'legacy') =>
      queue.proposals.propose(proposal('delete', 'lora', 'x', {}, format));
    await expect(remove('legacy')).rejects.toMatchObject({
      code: 'not_found',
      message: "Model 'x' not found in category 'lora'",
    });
    await expect(remove('v2')).resolves.toMatchObject({ operation: 'delete' });
  });

  test('of a delete carry the live legacy record', async () => {
    await queue.write('create', 'image_generation', 'x', { baseline: 'stable_diffusion_1', nsfw: false });
    const change = await queue.proposals.propose(proposal('delete', 'image_generation', 'x', {}, 'legacy'));
    const live = await queue.live('image_generation', 'x');
    expect(JSON.stringify(change.payload)).toBe(live?.legacy);
    expect(await queue.stored(change.change_id)).toMatchObject({ base_hash: live?.legacy_hash });
  });
});

describe('proposals', () => {
  test('with a name that cannot be one are refused', async () => {
    await expect(queue.propose('create', 'clip', 'a\\b')).rejects.toMatchObject({ code: 'invalid_name' });
  });
});
