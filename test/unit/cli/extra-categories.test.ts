import { expect, test } from 'vitest';
import { startModelref } from './process.ts';

const switchedOn = { MODELREF_EXTRA_CATEGORIES: 'controlnet_annotator' };
const record = {
  name: 'annotator_hed',
  control_types: ['hed', 'fakescribbles'],
  config: { download: [{ file_name: 'hed.pth', file_url: 'https://files.example/hed.pth' }] },
};

/** A demo on its own port, with calls to its API. */
async function demo(environment: Record<string, string>, directory?: string) {
  const running = await startModelref(['demo'], { MODELREF_PORT: '0', ...environment }, directory);
  const [, base = ''] = await running.printed(/base URL +(\S+)\n/);
  const call = async (path: string, apikey = '', body?: unknown) => {
    const answer = await fetch(`${base}/model_references/${path}`, {
      headers: { apikey, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { running, base, call };
}

test('a category beyond the 14 exists where the setting names it, and its records outlive that', async () => {
  const first = await demo(switchedOn);
  const { call, base, running } = first;
  expect((await call('v2/model_categories')).body).toHaveLength(15);
  expect((await call('v1/controlnet_annotator')).status).toBe(404);
  const { body: proposed } = await call('v2/controlnet_annotator', 'demo-requestor', record);
  const id = proposed.change_id as number;
  const batch = { batch_title: 'Annotators', approved_ids: [id] };
  expect((await call('v2/pending_queue/batches', 'demo-approver', batch)).status).toBe(200);
  const applied = await call('v2/pending_queue/apply', 'demo-approver', { change_ids: [id] });
  expect(applied.status).toBe(200);
  const read = await call('v2/controlnet_annotator/model/annotator_hed');
  expect(read.body).toMatchObject({
    record_type: 'controlnet_annotator',
    control_types: ['hed', 'fakescribbles'],
    preprocessors: [],
  });
  const document = (await (await fetch(`${base}/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(document.paths)).toContain('/model_references/v2/controlnet_annotator');

  // Without the setting, what is stored stays, unseen; with it again, it is served again.
  for (const [environment, status] of [
    [{}, 404],
    [switchedOn, 200],
  ] as const) {
    running.child.kill('SIGTERM');
    await running.ended();
    const next = await demo(environment, running.directory);
    expect((await next.call('v2/controlnet_annotator')).status).toBe(status);
    expect((await next.call('v2/clip')).status).toBe(200);
    next.running.child.kill('SIGTERM');
    expect(await next.running.ended()).toBe(0);
  }
  await running[Symbol.asyncDispose]();
});

test('a category that nobody knows is refused at the start', async () => {
  await using serve = await startModelref(['check-config'], {
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_EXTRA_CATEGORIES: 'controlnet_annotator,lora_annotator',
  });
  expect(await serve.ended()).toBe(1);
  expect(serve.output()).toContain('MODELREF_EXTRA_CATEGORIES');
  expect(serve.output()).toContain('allowed: any of controlnet_annotator');
});
