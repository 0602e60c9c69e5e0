import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyStore } from '../../../../src/modules/history/verify.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { keys, users } from '../../../support/identity-server.ts';
import { asking } from './request-setup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
const { send, ask, asked, decide, second, items } = asking(() => app);

it('hides one comment, with its event, and shows it again', async () => {
  const id = await asked({ name: 'talked of' });
  await send('POST', `/${id}/comments`, keys.requestor, { text: 'bad words' });
  await send('POST', `/${id}/comments`, keys.requestor, { text: 'good words' });
  const comment = (await items(`/${id}/steps`)).find(
    ({ text }: { text: string }) => text === 'bad words',
  ).event_id;
  const hide = { comment, reason: 'unlawful' };
  expect((await decide(id, 'hide_comment', { comment })).statusCode).toBe(400);
  expect((await decide(id, 'hide_comment', { reason: 'which?' })).statusCode).toBe(400);
  expect((await decide(id, 'hide_comment', { ...hide, comment: comment - 1 })).statusCode).toBe(400);
  expect((await decide(id, 'hide_comment', hide)).statusCode).toBe(200);
  expect((await decide(id, 'hide_comment', hide)).statusCode).toBe(400);
  const said = async () =>
    (await items(`/${id}/steps`)).map(({ action, text }: { action: string; text: string }) => [action, text]);
  expect(await said()).toEqual([
    ['ask', null],
    ['comment', null],
    ['comment', 'good words'],
    ['hide_comment', 'unlawful'],
  ]);
  expect((await verifyStore(app.store)).problems).toEqual([]);
  await decide(id, 'unhide_comment', { comment });
  expect((await decide(id, 'unhide_comment', { comment })).statusCode).toBe(400);
  expect((await said())[1]).toEqual(['comment', 'bad words']);
  expect((await verifyStore(app.store)).problems).toEqual([]);
});

it('hides why somebody wants it, and leaves the second', async () => {
  const [id, other] = [await asked({ name: 'wanted' }), await asked({ name: 'the same' })];
  await second(id, keys.requestor, { why: 'bad words' });
  const why = async (of: number) =>
    (await items(`/${of}/seconds?user_id=${users.requestor.id}`)).map((each: { why: string }) => each.why);
  expect(await why(id)).toEqual(['bad words']);
  expect(await why(other)).toEqual([]);
  const hide = { user_id: users.requestor.id, reason: 'unlawful' };
  expect((await decide(other, 'hide_comment', hide)).statusCode).toBe(400);
  await decide(id, 'duplicate', { duplicate_of: other });
  expect(await why(other)).toEqual(['bad words']);
  for (const each of [id, other]) expect((await decide(each, 'hide_comment', hide)).statusCode).toBe(200);
  expect([await why(id), await why(other)]).toEqual([[null], [null]]);
  expect((await verifyStore(app.store)).problems).toEqual([]);
});

it('hides why the account that asked wants it, wherever it is shown, also when it no longer wants it', async () => {
  const id = await asked({ name: 'unwanted', why: 'bad words' });
  await second(id, keys.requestor);
  const hide = { user_id: users.nobody.id, reason: 'unlawful' };
  expect((await decide(id, 'hide_comment', hide)).json().why).toBeNull();
  expect((await decide(id, 'hide_comment', hide)).statusCode).toBe(400);
  for (const shown of ['', `/${id}`, `/${id}/seconds`, `/${id}/steps`])
    expect((await send('GET', shown)).body).not.toContain('bad words');

  const left = await asked({ name: 'left', why: 'bad words' });
  await second(left, keys.requestor);
  await send('DELETE', `/${left}/seconds`, keys.nobody);
  expect((await decide(left, 'hide_comment', hide)).statusCode).toBe(200);
  for (const shown of ['', `/${left}/steps`])
    expect((await send('GET', shown)).body).not.toContain('bad words');
  expect((await verifyStore(app.store)).problems).toEqual([]);
});

it('is not asked for again where it was hidden after it was withdrawn, however often others were withdrawn', async () => {
  const link = 'https://huggingface.co/acme/bad/resolve/main/bad.safetensors';
  const id = await asked({ name: 'bad', link });
  await send('DELETE', `/${id}/seconds`, keys.nobody);
  await decide(id, 'hide', { reason: 'unlawful' });
  for (let times = 0; times < 20; times += 1) {
    const other = await asked({ name: 'other' }, keys.approver);
    await send('DELETE', `/${other}/seconds`, keys.approver);
  }
  const again = await ask({ category: 'clip', name: 'other', link });
  expect([again.statusCode, again.json().detail]).toEqual([
    409,
    'This model was requested before and declined; approvers accept no new request for it.',
  ]);
});

it('takes names and links of the greatest length', async () => {
  // Of different characters: what a database compresses well counts as short there.
  const long = Array.from({ length: 1_900 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000)),
  );
  const link = `https://huggingface.co/acme/long/resolve/main/${long.join('')}`;
  const id = await asked({ name: long.slice(0, 200).join(''), link });
  const again = await ask({ category: 'clip', name: 'another', link });
  expect(again.json().detail).toBe(`Request ${id} already asks for this model: second it instead.`);
  expect((await verifyStore(app.store)).problems).toEqual([]);
});
