import { keys, startIdentityServer, users } from '../support/identity-server.ts';
import { startModelref } from '../unit/cli/process.ts';

/** The service as a process, beside an identity service, with records to read. Gone when disposed of. */
export interface ServedProcess extends AsyncDisposable {
  readonly origin: string;
}

/** A category that is only read. */
const images = Object.fromEntries(
  Array.from({ length: 40 }, (_, number) => {
    const name = `Read ${number}`;
    const description = 'One of many, so that the answer is worth compressing.';
    return [name, { name, description, baseline: 'stable_diffusion_xl', nsfw: false }];
  }),
);

export async function serve(): Promise<ServedProcess> {
  const identity = await startIdentityServer();
  const service = await startModelref(['serve'], {
    MODELREF_REPLICATE_MODE: 'PRIMARY',
    MODELREF_PORT: '0',
    MODELREF_AUTH_URL: identity.url,
    MODELREF_USAGE_URL: identity.url,
    MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
  });
  const [, origin = ''] = await service.printed(/"url":"(http:\/\/127\.0\.0\.1:\d+)"/);
  await fill(origin);
  return {
    origin,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await identity.close();
    },
  };
}

async function fill(origin: string): Promise<void> {
  const api = `${origin}/api/model_references/v2`;
  const post = async (path: string, key: string, body: unknown) => {
    const answer = await fetch(api + path, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, number>;
  };
  const ids: (number | undefined)[] = [];
  for (const record of Object.values(images)) {
    ids.push((await post('/image_generation', keys.requestor, record)).change_id);
  }
  ids.push((await post('/clip', keys.requestor, { name: 'Taken' })).change_id);
  const batch = await post('/pending_queue/batches', keys.approver, {
    batch_title: 'What there is to read',
    approved_ids: ids,
  });
  await post(`/pending_queue/apply_batch/${batch.batch_id}`, keys.approver, {});
}
