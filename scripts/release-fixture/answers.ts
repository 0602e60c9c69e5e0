import { keys } from '../../test/support/identity-server.ts';

export interface RecordedAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The answer's header `ETag`; null when the answer has none. Absent in fixtures of early releases. */
  readonly etag?: string | null;
}

/**
 * The answers of a running registry to GET requests of an approver, by the path of the request. The test of
 * upgrades compares them with the answers of later versions.
 */
export type RecordedAnswers = Record<string, RecordedAnswer>;

/** Reads of what `leaveCatalogues` and `leaveLicensing` store. */
const catalogueReads = [
  '/v2/image_generation/baselines',
  '/v2/image_generation/baselines/export',
  '/v2/image_generation/baseline_history?name=cosmos_9',
  '/v2/text_generation/guidance/export',
  '/v2/text_generation/guidance/model?name=first',
  '/v2/text_generation/guidance_history?profile_id=chatml',
  '/v2/licensing/licenses',
  '/v2/licensing/assets',
  '/v2/licensing/summary',
  '/v2/licensing/models/blip/licensed',
  '/v2/licensing/export',
  '/v2/licensing/history?license_id=House-1.0',
];

export async function answersOf(url: string, categories: readonly string[]): Promise<RecordedAnswers> {
  const answers: RecordedAnswers = {};
  const root = '/api/model_references';
  const ask = async (path: string) => {
    const answer = await fetch(url + root + path, { headers: { apikey: keys.approver } });
    const text = await answer.text();
    answers[root + path] = {
      status: answer.status,
      body: text === '' ? null : JSON.parse(text),
      etag: answer.headers.get('etag'),
    };
  };
  /** Records no answer where an earlier release has no such path. */
  const askIfPresent = async (path: string) => {
    await ask(path);
    if (answers[root + path]?.status === 404) delete answers[root + path];
  };
  for (const category of categories) {
    for (const version of ['v2', 'v1']) await ask(`/${version}/${category}`);
    await ask(`/v2/metadata/${category}`);
    const { body } = answers[`${root}/v2/${category}`] as RecordedAnswer;
    const [name] = Object.keys(body as object);
    if (name !== undefined) await ask(`/v2/${category}/model/${encodeURIComponent(name)}`);
  }
  for (const table of ['aliases', 'families', 'groups']) await ask(`/v2/text_generation/${table}`);
  for (const version of ['v2', 'v1']) {
    for (const list of ['changes?limit=500', 'audit/batches', 'audit/current'])
      await ask(`/${version}/pending_queue/${list}`);
  }
  const { body: changes } = answers[`${root}/v2/pending_queue/changes?limit=500`] as RecordedAnswer;
  for (const { change_id } of (changes as { items: { change_id: number }[] }).items) {
    await askIfPresent(`/v2/pending_queue/changes/${change_id}/conversation`);
  }
  const requests = `${root}/v2/requests`;
  await askIfPresent('/v2/requests');
  const listed = (answers[requests]?.body as { items: { request_id: number }[] } | undefined)?.items ?? [];
  for (const { request_id } of listed) {
    for (const part of ['', '/seconds', '/steps']) await ask(`/v2/requests/${request_id}${part}`);
  }
  for (const path of catalogueReads) await askIfPresent(path);
  await ask('/v2/feed?limit=500');
  return answers;
}
