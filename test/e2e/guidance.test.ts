import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type ConsoleUnderTest, problemsInEveryAppearance, startConsole } from '../support/console.ts';
import { consoleApi, send } from '../support/console-api.ts';
import { consoleForTests } from '../support/console-for-tests.ts';
import { contract, create, recipe } from '../support/guidance.ts';
import { keys } from '../support/identity-server.ts';
import { button, heading, inDialog, link, queuedChange, region, text } from '../support/page-parts.ts';
import { sourceModel } from '../support/synthetic-models.ts';

const model = (name: string, more: object = {}) =>
  sourceModel('text_generation', { name, parameters: 7_000_000_000, text_model_group: 'Alpha', ...more });
const models = [model('Alpha-7B'), model('Alpha-13B', { instruct_format: 'Alpaca' })];
const template = '<|im_start|>user\n{{ prompt }}<|im_end|>';
const chatml = contract('chatml', {
  display_name: 'ChatML',
  aliases: ['im-tags'],
  user: {
    overview:
      'Messages with *roles*. See [the format](https://format.example/chatml) or [this](javascript:alert(1)).',
    tips: ['End with `<|im_end|>`.', '1. First\n2. Second'],
  },
  stop_sequences: ['<|im_end|>', '\n'],
  templates: [{ template_id: 'default', name: 'Default', syntax: 'jinja2', template }],
  recommended_settings: { temperature: 0.7, stop_sequence: ['<|im_end|>'] },
  examples: [{ title: 'Hello', messages: [{ role: 'user', content: 'Hi!' }], rendered_prompt: template }],
  ai_horde_examples: [{ title: 'A request', prompt: 'Hi!', parameters: { max_length: 80 } }],
  sources: [{ url: 'https://format.example/chatml', title: 'The format' }],
});

let site: ConsoleUnderTest;
consoleForTests(
  async (started) => {
    site = started;
    const changes = [
      chatml,
      recipe('tools', { capability: 'tool_calling' }),
      contract('old', { deprecated: true }),
    ];
    await consoleApi(site).apply(await queue('First profiles', changes.map(create)));
  },
  () => startConsole({}, models),
);

const guidance = '/text_generation/guidance';
const queue = async (title: string, profile_changes: readonly object[]) =>
  (await send(site, 'POST', `${guidance}/change-sets`, { title, profile_changes })).change_id;

/** Proposes what a form holds, and approves and applies it at the review desk. */
async function publish(page: Page): Promise<void> {
  await inDialog(page, 'Propose this change set').click();
  const id = await queuedChange(page);
  const desk = await site.visit(`/review/changes/${id}`, keys.approver);
  await desk.getByRole('list', { name: 'What changes' }).waitFor();
  expect(await problemsInEveryAppearance(desk)).toEqual([]);
  await consoleApi(site).apply(id);
}

it('lists the profiles, and shows one with its prose, template and settings', async () => {
  const page = await site.visit('/');
  await link(page, 'Guidance').click();
  await heading(page, 'Prompting guidance');
  await page.getByText('2 profiles').waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
  await page.getByRole('switch', { name: 'Show deprecated profiles' }).click();
  await page.getByText('3 profiles').waitFor();
  await page.getByRole('searchbox', { name: 'Find in this list' }).fill('im-tags');
  await page.getByText('1 of 3 profiles').waitFor();
  await link(page, 'ChatML').click();
  await heading(page, 'ChatML');
  const users = region(page, 'For users');
  await users.getByRole('listitem').getByText('Second', { exact: true }).waitFor();
  const format = users.getByRole('link', { name: 'the format' });
  expect(await format.getAttribute('rel')).toContain('noopener');
  expect(await users.getByRole('link').count()).toBe(1);
  await users.locator('code', { hasText: '<|im_end|>' }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy the template Default').click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(template);
  await region(page, 'Facts').getByText('\\n', { exact: true }).waitFor();
  await region(page, 'History').getByText('applied by').waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
});

it('assigns a whole group at once, and shows the guidance on the page of a model', async () => {
  const page = await site.visit('/model/text_generation?name=Alpha-13B', keys.requestor);
  await region(page, 'Prompting guidance').getByText('‘Alpaca’').waitFor();
  await page.goto(`${site.origin}/model/text_generation?name=Alpha-7B`);
  await region(page, 'Prompting guidance').getByText('Undocumented.').waitFor();
  await page.goto(`${site.origin}/groups/group?name=Alpha`);
  await link(page, 'Assign guidance to the group').click();
  await page.getByRole('combobox', { name: 'Prompt contract' }).click();
  await page.getByRole('option', { name: 'ChatML (chatml)' }).click();
  await page.getByRole('combobox', { name: 'Usage recipes' }).click();
  await page.getByRole('option', { name: 'TOOLS (tools)' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('The guidance of 2 of 2 models changes.').waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
  await text(page, 'Title').fill('');
  await button(page, 'Review the proposal').click();
  await page.getByText('String should have at least 1 character').waitFor();
  await text(page, 'Title').fill('Guidance of Alpha');
  await button(page, 'Review the proposal').click();
  await page.getByText('none → chatml, tools').waitFor();
  await publish(page);
  await page.goto(`${site.origin}/model/text_generation?name=Alpha-7B`);
  const shown = region(page, 'Prompting guidance');
  await shown.getByRole('link', { name: 'ChatML' }).waitFor();
  await shown.getByText('{{ prompt }}').waitFor();
  await shown.getByRole('listitem').getByText('Second', { exact: true }).waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
});

it('changes a profile as JSON, with the refusal of the service at its line and a preview', async () => {
  const page = await site.visit('/guidance/profile?id=tools', keys.requestor);
  await link(page, 'Propose an edit').click();
  await text(page, 'Title').fill('Better tips');
  const editor = text(page, 'Profile as JSON');
  const before = JSON.parse(await editor.inputValue());
  const edited = (tip: string) =>
    JSON.stringify({ ...before, user: { ...before.user, tips: [tip] } }, null, 2);
  await editor.fill(edited('Say <b>what</b> it is.'));
  await region(page, 'Preview').getByText('Say <b>what</b> it is.').waitFor();
  await button(page, 'Review the proposal').click();
  await page
    .getByRole('list', { name: 'Problems in the JSON' })
    .getByText(/user\.tips\.0: .*raw HTML/)
    .waitFor();
  expect(await problemsInEveryAppearance(page)).toEqual([]);
  await editor.fill(edited('Say **what** it is.'));
  await region(page, 'Preview').locator('strong', { hasText: 'what' }).waitFor();
  const live = await send<object>(site, 'GET', `${guidance}/profiles/tools`);
  const profile = { ...live, display_name: 'Somebody else’s' };
  const other = { operation: 'update', profile_id: 'tools', profile, expected_before: live };
  await consoleApi(site).apply(await queue('Another name', [other]));
  await button(page, 'Review the proposal').click();
  await page
    .getByRole('alert')
    .getByText(/changed after review/)
    .waitFor();
  await button(page, 'Load the current version, keep my edits').click();
  await expect.poll(() => editor.inputValue()).toContain('Somebody else’s');
  await button(page, 'Review the proposal').click();
  await page.getByRole('dialog').getByText('text for users').waitFor();
  await publish(page);
  await page.goto(`${site.origin}/guidance/profile?id=tools`);
  await region(page, 'For users').locator('strong', { hasText: 'what' }).waitFor();
});
