import { keys } from './identity-server.ts';

type Send = <T>(method: string, path: string, body?: unknown, key?: string) => Promise<T>;
type RecordBody = Record<string, unknown>;

function sender(origin: string): Send {
  return async <T>(method: string, path: string, body?: unknown, key: string = keys.requestor) => {
    const answer = await fetch(`${origin}/api/model_references/v2${path}`, {
      method,
      headers: { apikey: key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (answer.status === 204 ? null : await answer.json()) as T;
  };
}

/**
 * Fills a registry with a day's work: applied batches, an open batch, and proposals that wait for review.
 * Returns the addresses of console pages that show this work, by a name for each page.
 *
 * @param isUsed whether an image model is used a lot; the day's changes of image models concern only such
 */
export async function fillDay(
  origin: string,
  isUsed: (name: string) => boolean,
): Promise<Record<string, string>> {
  const send = sender(origin);
  const images = await send<Record<string, RecordBody>>('GET', '/image_generation');
  const texts = await send<Record<string, RecordBody>>('GET', '/text_generation');
  const presentable = Object.keys(images).filter((name) => images[name]?.nsfw === false && isUsed(name));
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = presentable;
  const at = (category: string, name: string) => `/${category}/model/${encodeURIComponent(name)}`;
  const change = async (method: string, path: string, body?: unknown) =>
    (await send<{ change_id: number }>(method, path, body)).change_id;
  const edit = (name: string, fields: RecordBody) =>
    change('PUT', at('image_generation', name), { ...images[name], ...fields });
  const decide = async (title: string, approved_ids: number[], rejected_ids: number[] = []) => {
    const reasons = rejected_ids.length > 0 ? { reject_reason: 'The checksum is of another file.' } : {};
    const body = { batch_title: title, approved_ids, rejected_ids, ...reasons };
    return send<{ batch_id: number }>('POST', '/pending_queue/batches', body, keys.approver);
  };
  const applied = async (title: string, ids: number[], rejected: number[] = []) => {
    const { batch_id } = await decide(title, ids, rejected);
    await send('POST', `/pending_queue/apply_batch/${batch_id}`, undefined, keys.approver);
  };

  await applied('Longer descriptions', [
    await edit(first, {
      description: `${images[first]?.description} For photographs as well as for drawings.`,
    }),
    await edit(second, { description: `${images[second]?.description} Knows many styles.` }),
  ]);
  await applied(
    'A new model',
    [
      await change('POST', '/image_generation', {
        ...images[third],
        name: 'Stable Sketch XL',
        tags: ['sketch'],
      }),
      await edit(third, { nsfw: true, tags: ['anime', 'booru'] }),
    ],
    [await edit(fourth, { baseline: 'flux_1' })],
  );
  const download = ((images[fifth]?.config ?? {}) as { download?: RecordBody[] }).download?.map((file) => ({
    ...file,
    file_url: String(file.file_url).replace('https:', 'http:'),
    sha256sum: 'FIXME',
  }));
  const critical = await edit(fifth, {
    config: { download },
    description: 'Icons for apps, on one file more.',
  });
  const newer = await edit(first, { description: 'Short.' });
  await edit(first, { description: 'Another opinion.', baseline: 'stable_diffusion_xl' });
  await applied('Short ones', [newer]);
  const deletion = await change('DELETE', at('image_generation', sixth));
  for (const name of Object.keys(texts).slice(0, 9)) {
    await change('PUT', at('text_generation', name), { ...texts[name], description: 'Writes stories.' });
  }
  await decide('Styles', [await edit(second, { style: 'artistic' }), await edit(fourth, { nsfw: true })]);

  const groups = Map.groupBy(Object.values(texts), ({ text_model_group }) => String(text_model_group));
  const [largest = ''] = [...groups].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const group = encodeURIComponent(largest);
  const relatives = [...groups.keys()].filter((name) => name.startsWith('Qwen2')).slice(0, 4);
  await send('PUT', `/text_generation/aliases/${group}`, { aliases: [`${largest}-old`, `${largest}_`] });
  await send('PUT', '/text_generation/families/Qwen2', { members: relatives });
  const name = encodeURIComponent(first);
  return {
    overview: '/',
    'browse-table': '/browse/image_generation?view=table',
    'browse-cards': '/browse/image_generation?view=cards&nsfw=no',
    'browse-groups': '/browse/text_generation?view=groups&q=llama&open=*',
    search: '/search?q=qwen',
    model: `/model/image_generation?name=${name}`,
    'review-queue': '/review',
    'review-change': `/review?change=${critical}`,
    'review-deletion': `/review?change=${deletion}`,
    'review-open-batch': '/review/open-batch',
    'review-batches': '/review/batches',
    'review-batch': '/review/batches/2',
    propose: '/propose',
    'propose-create': '/propose/image_generation',
    'propose-edit': `/propose/image_generation/edit?name=${name}`,
    'propose-json': `/propose/image_generation/edit?name=${name}&view=json`,
    'propose-delete': `/propose/image_generation/delete?name=${name}`,
    'my-changes': '/changes',
    'my-change': `/changes/${critical}`,
    inbox: '/inbox',
    groups: '/groups',
    group: `/groups/group?name=${group}`,
    'group-edit': `/groups/group/edit?name=${group}`,
    families: '/groups/families',
    aliases: '/groups/aliases',
    'insight-statistics': '/insight',
    'insight-deletion-risk': '/insight/deletion-risk?preset=deletion_candidates',
    'insight-files': '/insight/files',
    operate: '/operate',
  };
}
