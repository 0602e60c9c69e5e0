import { expect, it } from 'vitest';
import { accessibilityProblemsInEveryLook, type ConsoleUnderTest } from '../support/console.ts';
import { type ConsoleApi, consoleApi } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { keys } from '../support/identity-server.ts';

type Fields = Readonly<Record<string, unknown>>;

const pathOf = (name: string) => `/image_generation/model/${encodeURIComponent(name)}`;

let site: ConsoleUnderTest;
let api: ConsoleApi;
consoleForTests((started) => {
  site = started;
  api = consoleApi(site);
});

async function propose(method: string, path: string, body?: object): Promise<number> {
  const answer = await api.send(method, path, body, keys.requestor);
  expect([path, answer.status]).toEqual([path, 202]);
  return (answer.body as { change_id: number }).change_id;
}

async function edit(name: string, description: string): Promise<number> {
  const { body } = await api.send('GET', pathOf(name));
  return propose('PUT', pathOf(name), { ...(body as Fields), description });
}

const rename = (from: string, to: string) => propose('POST', '/image_generation/rename', { from, to });

it('a reviewer sees what a rename takes away, before approving it', async () => {
  const id = await rename('Picture Model 3', 'Painted Model 3');
  const waiting = await edit('Picture Model 3', 'Waits as well.');
  const page = await site.visit(`/review/changes/${id}`, keys.approver);
  const change = page.getByRole('article');
  await change.getByText('rename', { exact: true }).waitFor();
  await change.getByRole('heading', { name: 'Picture Model 3 → Painted Model 3' }).waitFor();
  await change.getByText('who asks for ‘Picture Model 3’ finds none once this is applied').waitFor();
  await change.getByText('High risk, because').waitFor();
  await change.getByText('What is applied before the rename, or together with it, is kept.').waitFor();
  await change.getByText(`#${waiting} update: The rename keeps it`).waitFor();
  await change.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('rename Picture Model 3 → Painted Model 3').waitFor();
  await dialog.getByText('1 model is renamed: its old name is gone').waitFor();
});

it('an edit of a renamed model is revised to the new name in one click', async () => {
  const id = await edit('Picture Model 4', 'Edited before the rename.');
  await api.apply(await rename('Picture Model 4', 'Painted Model 4'));

  const desk = await site.visit(`/review/changes/${id}`, keys.approver);
  await desk
    .getByText(/It cannot be applied: model 'Picture Model 4' of image_generation was renamed to/)
    .waitFor();
  await desk.getByText('Ask for changes, or reject it.').waitFor();

  const own = await site.visit(`/changes/${id}`, keys.requestor);
  await own.getByText('‘Picture Model 4’ is called ‘Painted Model 4’ now').waitFor();
  expect(await accessibilityProblemsInEveryLook(own)).toEqual([]);
  await own.getByRole('button', { name: 'Revise it to ‘Painted Model 4’' }).click();
  await own.getByRole('link', { name: 'Painted Model 4' }).waitFor();
  await own.getByText('‘Picture Model 4’ is called').waitFor({ state: 'detached' });

  await api.apply(id);
  const { body } = await api.send('GET', pathOf('Painted Model 4'));
  expect(body).toMatchObject({
    description: 'Edited before the rename.',
    renamed_from: ['Picture Model 4'],
  });
  expect((await api.send('GET', pathOf('Picture Model 4'))).status).toBe(404);
});
