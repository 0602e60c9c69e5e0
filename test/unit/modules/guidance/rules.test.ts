import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import {
  assign,
  type Changes,
  contract,
  create,
  guidancePath as path,
  publishGuidance,
  recipe,
  submitGuidance,
  textModel,
} from '../../../support/guidance.ts';
import { keys } from '../../../support/identity-server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed('text_generation', textModel('a/One'), textModel('a/Two'));
  await publishGuidance(app, {
    profile_changes: [
      contract('chatml', { aliases: ['ChatML'] }),
      contract('old', { deprecated: true }),
      contract('free'),
      recipe('tools'),
    ].map(create),
    assignment_changes: [assign('a/One', 'chatml', ['tools'])],
  });
});
afterAll(() => app[Symbol.asyncDispose]());

const live = async (id: string) => (await app.get(`${path}/profiles/${id}`)).json();
const assigned = async (name: string) =>
  (await app.get(`${path}/assignments?model_name=${name}`)).json().items[0];
const change = (operation: string, profile_id: string, profile: object | null, expected: object | null) => ({
  profile_changes: [{ operation, profile_id, profile, expected_before: expected }],
});
const written = (...profiles: Parameters<typeof create>[0][]) => ({ profile_changes: profiles.map(create) });
const given = (...assignment_changes: object[]) => ({ assignment_changes });
const html = (where: string) =>
  `${where} of profile 'new' has raw HTML, '<b>', which is not allowed: write it as code, or '&lt;' for '<'.`;
const prose = { overview: '', use_cases: [], tips: [], caveats: [] };
const unknownSetting = (where: string) =>
  `Unknown text generation settings: 'q', in ${where} of profile 'new'. Valid settings are: dynatemp_exponent, …`;

describe('a change set that breaks a rule is refused, with the value and the rule', () => {
  /** Change sets by the answer: its status, and its detail, of which `…` leaves out an end. */
  const refused: Record<number, Record<string, () => Promise<Changes> | Changes>> = {
    422: {
      "The change of profile 'new' (create) must have a profile.": () => change('create', 'new', null, null),
      "The change of profile 'new' (create) must have a profile with this id; found 'other'.": () =>
        change('create', 'new', contract('other'), null),
      "Profile 'free' cannot be created: the id is in use.": async () =>
        change('create', 'free', contract('free'), await live('free')),
      "Profile 'new' cannot be changed (update): no profile has this id.": () =>
        change('update', 'new', contract('new'), null),
      "Profile 'new' cannot be changed (deprecate): no profile has this id.": () =>
        change('deprecate', 'new', null, null),
      "Profile 'old' is already deprecated.": async () => change('deprecate', 'old', null, await live('old')),
      "Profile 'free' cannot be deprecated with other changes: propose these as an update.": async () =>
        change('deprecate', 'free', contract('free', { summary: 'x' }), await live('free')),
      "The primary profile 'chatml' of 'a/One' is deprecated; assigned profiles must not be deprecated.":
        async () => change('deprecate', 'chatml', null, await live('chatml')),
      "The supplemental profile 'tools' of 'a/One' is deprecated…": async () =>
        change('update', 'tools', recipe('tools', { deprecated: true }), await live('tools')),
      "The primary profile 'chatml' of 'a/One' is a usage_recipe; allowed: prompt_contract.": async () =>
        change('update', 'chatml', recipe('chatml'), await live('chatml')),
      "Alias 'CHATml' of profile 'new' is already the id of profile 'chatml'; letter case is ignored.": () =>
        written(contract('new', { aliases: ['CHATml'] })),
      "Alias 'xY' of profile 'newer' is already an alias of profile 'new'; letter case is ignored.": () =>
        written(contract('new', { aliases: ['Xy'] }), contract('newer', { aliases: ['xY'] })),
      'Unknown canonical text model: a/Three (no live text model has this name).': () =>
        given(assign('a/Three', 'chatml')),
      'Unknown canonical text model: koboldcpp/Two (the name must not have a backend prefix).': () =>
        given(assign('koboldcpp/Two', 'chatml')),
      "The primary profile 'none' of 'a/Two' does not exist.": () => given(assign('a/Two', 'none')),
      "The primary profile 'tools' of 'a/Two' is a usage_recipe; allowed: prompt_contract.": () =>
        given(assign('a/Two', 'tools')),
      "The supplemental profile 'free' of 'a/Two' is a prompt_contract; allowed: usage_recipe.": () =>
        given(assign('a/Two', 'chatml', ['free'])),
      "The primary profile 'old' of 'a/Two' is deprecated…": () => given(assign('a/Two', 'old')),
      "The supplemental profile 'tools' of 'a/Two' is listed twice.": () =>
        given(assign('a/Two', 'chatml', ['tools', 'tools'])),
      "The assignment of 'a/One' must have this model_name; found 'a/Two'.": async () =>
        given({
          ...assign('a/Two', 'chatml'),
          model_name: 'a/One',
          expected_before: await assigned('a/One'),
        }),
      "The assignment of 'a/Two' cannot be removed: it does not exist.": () =>
        given({ model_name: 'a/Two', assignment: null, expected_before: null }),
      [html('summary')]: () => written(contract('new', { summary: 'a <b>c</b>' })),
      [html('user.overview')]: () => written(contract('new', { user: { ...prose, overview: 'a\n\n<b>' } })),
      [html('user.use_cases.1')]: () =>
        written(contract('new', { user: { ...prose, use_cases: ['', '> <b>'] } })),
      [html('developer.tips.0')]: () => written(recipe('new', { developer: { ...prose, tips: ['- <b>'] } })),
      [html('developer.caveats.0')]: () =>
        written(recipe('new', { developer: { ...prose, caveats: ['![a <b> c](http://x.y)'] } })),
      "summary of profile 'new' has more than 100 '[', too many to check it for raw HTML, which is not allowed: write '&lt;' for '<'.":
        () => written(contract('new', { summary: `${'!['.repeat(101)} \`<b>\`` })),
      "summary of profile 'new' nests quotes or lists more than 50 levels deep.": () =>
        written(contract('new', { summary: `${'> '.repeat(5_000)}<b>` })),
      [unknownSetting('recommended_settings')]: () =>
        written(contract('new', { recommended_settings: { q: 1 } })),
      [unknownSetting('ai_horde_examples.0.parameters')]: () =>
        written(contract('new', { ai_horde_examples: [{ title: 'x', prompt: 'y', parameters: { q: 1 } }] })),
    },
    409: {
      "…The assignment of 'a/One' changed after review…": () =>
        given({ ...assign('a/Two', 'chatml'), model_name: 'a/One', expected_before: null }),
      "Profile 'free' changed after review: it already exists. Read it again.": () =>
        change('update', 'free', contract('free'), null),
      "Profile 'new' changed after review: it no longer exists. Read it again.": async () =>
        change('create', 'new', contract('new'), { ...(await live('free')), profile_id: 'new' }),
    },
  };
  const cases = Object.entries(refused).flatMap(([status, sets]) =>
    Object.entries(sets).map(([detail, changes]) => ({ status: Number(status), detail, changes })),
  );

  test.each(cases)('$detail', async ({ status, detail, changes }) => {
    const revision = (await app.get(`${path}/export`)).headers.etag;
    const { statusCode, body } = await submitGuidance(app, await changes());
    const said = detail.includes('…') ? expect.stringContaining(detail.replaceAll('…', '')) : detail;
    expect([statusCode, JSON.parse(body)]).toEqual([status, { detail: said }]);
    expect((await app.get(`${path}/export`)).headers.etag).toBe(revision);
  });

  test('what looks like HTML and is none is taken', async () => {
    const summary = '`<b>`, a < b > c, <https://a.b>, &lt;b&gt;, <|im_start|>\n\n    <b>\n';
    const taken = await submitGuidance(app, written(contract('new', { summary })));
    expect(taken.statusCode, taken.body).toBe(202);
  });
});

describe('a body of another shape is refused with the path of what is wrong', () => {
  /** The place of a problem, in short, and its type. */
  const problemText = ({ loc, type }: { loc: (string | number)[]; type: string }) =>
    `${loc.slice(1).join('.').replace('profile_changes.0.profile.', 'profile.')}: ${type}`;
  const template = { template_id: 'x', name: 'x', syntax: 'jinja2', template: '' };
  test.each<[said: string, body: object]>([
    [': value_error', {}],
    ['more: extra_forbidden', { ...written(contract('new')), more: 1 }],
    ['profile_changes.0.operation: enum', change('delete', 'new', null, null)],
    ['profile_changes.0.profile_id: value_error', change('create', 'New', null, null)],
    ['profile.kind: value_error', change('create', 'new', { profile_id: 'new' }, null)],
    ['profile.kind: value_error', change('create', 'new', { kind: 'x' }, null)],
    ['profile.more: extra_forbidden', written(contract('new', { more: 1 }))],
    ['profile.templates: extra_forbidden', written(recipe('new', { templates: [] }))],
    ['profile.user.more: extra_forbidden', written(contract('new', { user: { more: 1 } }))],
    ['profile.metadata.by: extra_forbidden', written(contract('new', { metadata: { by: 1 } }))],
    ['profile.interaction_modes: too_short', written(contract('new', { interaction_modes: [] }))],
    ['profile.interaction_modes.0: enum', written(contract('new', { interaction_modes: ['x'] }))],
    ['profile.accepted_roles.0: enum', written(contract('new', { accepted_roles: ['x'] }))],
    ['profile.capability: enum', written(recipe('new', { capability: 'x' }))],
    [
      'profile.examples.0.messages: too_short',
      written(contract('new', { examples: [{ title: 'x', messages: [] }] })),
    ],
    [
      'profile.templates.0.syntax_name: value_error',
      written(contract('new', { templates: [{ ...template, syntax: 'other' }] })),
    ],
    [
      'profile.templates.0.variables.0.more: extra_forbidden',
      written(contract('new', { templates: [{ ...template, variables: [{ name: 'x', more: 1 }] }] })),
    ],
    [
      'profile.recommended_settings.top_k: value_error',
      written(contract('new', { recommended_settings: { top_k: {} } })),
    ],
    ['profile.sources.0.url: value_error', written(contract('new', { sources: [{ url: 'javascript:x' }] }))],
    ['profile.summary: string_too_long', written(contract('new', { summary: 'x'.repeat(20_001) }))],
    [
      'profile.user.tips: too_long',
      written(contract('new', { user: { ...prose, tips: Array(101).fill('x') } })),
    ],
    [
      'assignment_changes.0.assignment.more: extra_forbidden',
      given({
        model_name: 'a/Two',
        assignment: { model_name: 'a/Two', primary_profile_id: 'chatml', more: 1 },
      }),
    ],
    ['assignment_changes: too_long', given(...Array(10_001).fill({}))],
  ])('%s (%#)', async (said, changes) => {
    const answer = await submitGuidance(app, changes);
    const problems = answer.json().detail.map(problemText);
    expect([answer.statusCode, problems]).toEqual([422, [said]]);
  });

  test('no title, and one that is too long', async () => {
    for (const [title, type] of [
      ['', 'string_too_short'],
      ['x'.repeat(161), 'string_too_long'],
    ] as const) {
      const answer = await submitGuidance(app, written(contract('new')), title);
      expect(answer.json().detail).toMatchObject([{ loc: ['body', 'title'], type }]);
    }
  });

  test('a body that is too large, or nested deeply, is answered', async () => {
    const large = await submitGuidance(
      app,
      written(contract('new', { summary: 'x'.repeat(10 * 1024 * 1024) })),
    );
    expect(large.statusCode).toBe(413);
    const deep = `{"title":"t","profile_changes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const nested = await app.server.inject({
      method: 'POST',
      url: `${path}/change-sets`,
      headers: { apikey: keys.requestor, 'content-type': 'application/json' },
      payload: deep,
    });
    expect(nested.statusCode).toBe(422);
  });
});
