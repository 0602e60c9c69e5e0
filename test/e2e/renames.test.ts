import { expect, it } from 'vitest';
import { problemsInEveryAppearance, startConsole } from '../support/console.ts';
import { consoleApi, send } from '../support/console-api.ts';
import { keys } from '../support/identity-server.ts';

const pathOf = (name: string) => `/image_generation/model/${encodeURIComponent(name)}`;

it('a rename shows what it takes away before it is approved, and an edit of the old name follows it', async () => {
  await using site = await startConsole();
  const api = consoleApi(site);
  const renaming = { from: 'Picture Model 3', to: 'Painted Model 3' };
  const { change_id: rename } = await send(site, 'POST', '/image_generation/rename', renaming);
  const edit = await api.edit(3, { description: 'Edited before the rename.' });

  const desk = await site.visit(`/review/changes/${rename}`, keys.approver);
  const change = desk.getByRole('article');
  await change.getByText('rename', { exact: true }).waitFor();
  await change.getByRole('heading', { name: 'Picture Model 3 → Painted Model 3' }).waitFor();
  await change.getByText('requests for ‘Picture Model 3’ no longer find it once this is applied').waitFor();
  await change.getByText('high risk').waitFor();
  await change.getByText('What is applied before the rename, or together with it, is kept.').waitFor();
  await change.getByText(`#${edit} update: The rename keeps it`).waitFor();
  await change.getByRole('button', { name: 'Approve' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByText('rename Picture Model 3 → Painted Model 3').waitFor();
  await dialog.getByText('1 model is renamed: its old name is gone').waitFor();
  await api.apply(rename);

  await desk.goto(`${site.origin}/review/changes/${edit}`);
  const why = /It cannot be applied: model 'Picture Model 3' of image_generation was renamed to/;
  await desk.getByText(why).waitFor();
  await desk.getByText('Request changes, or reject it.').waitFor();
  const own = await site.visit(`/changes/${edit}`, keys.requestor);
  const called = own.getByText('‘Picture Model 3’ is called ‘Painted Model 3’ now');
  await called.waitFor();
  expect(await problemsInEveryAppearance(own)).toEqual([]);
  await own.getByRole('button', { name: 'Revise it to ‘Painted Model 3’' }).click();
  await own.getByRole('link', { name: 'Painted Model 3' }).waitFor();
  await called.waitFor({ state: 'detached' });
  await api.apply(edit);
  expect(await send(site, 'GET', pathOf('Painted Model 3'))).toMatchObject({
    description: 'Edited before the rename.',
    renamed_from: ['Picture Model 3'],
  });
  expect((await api.send('GET', pathOf('Picture Model 3'))).status).toBe(404);
  expect(site.problems).toEqual([]);
});
