import { keys, users } from '../../support/identity-server.ts';
import { startModelref } from '../../unit/cli/process.ts';

/** Starts one instance of the service, which listens on a port of its own, and gives its origin. */
export async function startRegistry(
  stack: AsyncDisposableStack,
  identityUrl: string,
  environment: Record<string, string>,
): Promise<string> {
  const service = stack.use(
    await startModelref(['serve'], {
      MODELREF_REPLICATE_MODE: 'PRIMARY',
      MODELREF_PORT: '0',
      MODELREF_AUTH_URL: identityUrl,
      MODELREF_USAGE_URL: identityUrl,
      MODELREF_PENDING_QUEUE__REQUESTOR_IDS: users.requestor.id,
      MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
      ...environment,
    }),
  );
  const [, origin = ''] = await service.printed(/"url":"(http:\/\/127\.0\.0\.1:\d+)"/);
  return origin;
}

/** A category that is only read. */
const images = Array.from({ length: 40 }, (_, number) => ({
  name: `Read ${number}`,
  description: 'One of many, so that the answer is worth compressing.',
  baseline: 'stable_diffusion_xl',
  nsfw: false,
}));

/** Fills a primary with what clients read, and with models that are there before they come. */
export async function fill(origin: string, models: readonly string[] = []): Promise<void> {
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
  for (const record of images) ids.push((await post('/image_generation', keys.requestor, record)).change_id);
  for (const name of models) {
    ids.push((await post('/clip', keys.requestor, { name, description: 'Größe: 1 €' })).change_id);
  }
  const batch = await post('/pending_queue/batches', keys.approver, {
    batch_title: 'What there is to read',
    approved_ids: ids,
  });
  await post(`/pending_queue/apply_batch/${batch.batch_id}`, keys.approver, {});
}
