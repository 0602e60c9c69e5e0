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
  expect.stringMatching(
    new RegExp(
      `^Unknown text generation settings: 'q', in ${where} of profile 'new'\\. Valid settings are: dynatemp_exponent, `,
    ),
  );

describe('a change set that breaks a rule is refused, with the value and the rule', () => {
  test.each<[string, () => Promise<Changes> | Changes, number, unknown]>([
    [
      'a creation without a profile',
      () => change('create', 'new', null, null),
      422,
      "The change of profile 'new' (create) needs a profile.",
    ],
    [
      'a profile of another id',
      () => change('create', 'new', contract('other'), null),
      422,
      "The change of profile 'new' (create) has the profile 'other'.",
    ],
    [
      'the creation of what is there',
      async () => change('create', 'free', contract('free'), await live('free')),
      422,
      "Profile 'free' cannot be created: the id is in use.",
    ],
    [
      'an update of what is not there',
      () => change('update', 'new', contract('new'), null),
      422,
      "Profile 'new' cannot be changed (update): no profile has this id.",
    ],
    [
      'the deprecation of what is not there',
      () => change('deprecate', 'new', null, null),
      422,
      "Profile 'new' cannot be changed (deprecate): no profile has this id.",
    ],
    [
      'a second deprecation',
      async () => change('deprecate', 'old', null, await live('old')),
      422,
      "Profile 'old' is already deprecated.",
    ],
    [
      'a deprecation that changes more',
      async () => change('deprecate', 'free', contract('free', { summary: 'x' }), await live('free')),
      422,
      "Profile 'free' cannot be deprecated with other changes: propose these as an update.",
    ],
    [
      'the deprecation of a primary profile',
      async () => change('deprecate', 'chatml', null, await live('chatml')),
      422,
      "The primary profile 'chatml' of 'a/One' is deprecated: a profile that is assigned cannot be deprecated, nor a deprecated one assigned.",
    ],
    [
      'the deprecation of a supplemental profile by an update',
      async () => change('update', 'tools', recipe('tools', { deprecated: true }), await live('tools')),
      422,
      expect.stringMatching(/^The supplemental profile 'tools' of 'a\/One' is deprecated/),
    ],
    [
      'a profile that becomes of the other kind',
      async () => change('update', 'chatml', recipe('chatml'), await live('chatml')),
      422,
      "The primary profile 'chatml' of 'a/One' is a usage_recipe; allowed: prompt_contract.",
    ],
    [
      "another's alias in another case",
      () => written(contract('new', { aliases: ['CHATml'] })),
      422,
      "The alias 'CHATml' of profile 'new' is the id of profile 'chatml' already, whatever the letter case.",
    ],
    [
      'an alias of two new profiles',
      () => written(contract('new', { aliases: ['Xy'] }), contract('newer', { aliases: ['xY'] })),
      422,
      "The alias 'xY' of profile 'newer' is an alias of profile 'new' already, whatever the letter case.",
    ],
    [
      'an assignment of a model that is not there',
      () => given(assign('a/Three', 'chatml')),
      422,
      'Unknown canonical text model: a/Three (there is no live text model of this name).',
    ],
    [
      'an assignment of a name with a prefix',
      () => given(assign('koboldcpp/Two', 'chatml')),
      422,
      'Unknown canonical text model: koboldcpp/Two (an assignment is for the name without backend prefix).',
    ],
    [
      'a primary profile that is not there',
      () => given(assign('a/Two', 'none')),
      422,
      "The primary profile 'none' of 'a/Two' does not exist.",
    ],
    [
      'a primary profile that is a recipe',
      () => given(assign('a/Two', 'tools')),
      422,
      "The primary profile 'tools' of 'a/Two' is a usage_recipe; allowed: prompt_contract.",
    ],
    [
      'a supplemental profile that is a contract',
      () => given(assign('a/Two', 'chatml', ['free'])),
      422,
      "The supplemental profile 'free' of 'a/Two' is a prompt_contract; allowed: usage_recipe.",
    ],
    [
      'a deprecated primary profile',
      () => given(assign('a/Two', 'old')),
      422,
      expect.stringMatching(/^The primary profile 'old' of 'a\/Two' is deprecated/),
    ],
    [
      'a profile that is named twice',
      () => given(assign('a/Two', 'chatml', ['tools', 'tools'])),
      422,
      "The supplemental profile 'tools' of 'a/Two' is named twice.",
    ],
    [
      'an assignment of another model',
      () => given({ ...assign('a/Two', 'chatml'), model_name: 'a/One', expected_before: null }),
      409,
      expect.stringContaining("The assignment of 'a/One' changed after review"),
    ],
    [
      'an assignment under another name',
      async () =>
        given({
          ...assign('a/Two', 'chatml'),
          model_name: 'a/One',
          expected_before: await assigned('a/One'),
        }),
      422,
      "The assignment of 'a/One' names the model 'a/Two'.",
    ],
    [
      'the removal of what is not there',
      () => given({ model_name: 'a/Two', assignment: null, expected_before: null }),
      422,
      "The assignment of 'a/Two' cannot be removed: there is none.",
    ],
    [
      'a profile that is expected not to be there',
      () => change('update', 'free', contract('free'), null),
      409,
      "Profile 'free' changed after review: it exists already. Read it again.",
    ],
    [
      'a profile that is expected and not there',
      async () => change('create', 'new', contract('new'), { ...(await live('free')), profile_id: 'new' }),
      409,
      "Profile 'new' changed after review: there is none now. Read it again.",
    ],
    ['HTML in the summary', () => written(contract('new', { summary: 'a <b>c</b>' })), 422, html('summary')],
    [
      'HTML in an overview',
      () => written(contract('new', { user: { ...prose, overview: 'a\n\n<b>' } })),
      422,
      html('user.overview'),
    ],
    [
      'HTML in a use case',
      () => written(contract('new', { user: { ...prose, use_cases: ['', '> <b>'] } })),
      422,
      html('user.use_cases.1'),
    ],
    [
      'HTML in a tip',
      () => written(recipe('new', { developer: { ...prose, tips: ['- <b>'] } })),
      422,
      html('developer.tips.0'),
    ],
    [
      'HTML in a caveat',
      () => written(recipe('new', { developer: { ...prose, caveats: ['![a <b> c](http://x.y)'] } })),
      422,
      html('developer.caveats.0'),
    ],
    [
      'prose that is nested deeply',
      () => written(contract('new', { summary: `${'> '.repeat(5_000)}<b>` })),
      422,
      "summary of profile 'new' nests quotes or lists more than 50 levels deep.",
    ],
    [
      'an unknown recommended setting',
      () => written(contract('new', { recommended_settings: { q: 1 } })),
      422,
      unknownSetting('recommended_settings'),
    ],
    [
      'an unknown parameter of an example',
      () =>
        written(contract('new', { ai_horde_examples: [{ title: 'x', prompt: 'y', parameters: { q: 1 } }] })),
      422,
      unknownSetting('ai_horde_examples\\.0\\.parameters'),
    ],
  ])('%s', async (_what, changes, status, detail) => {
    const revision = (await app.get(`${path}/export`)).headers.etag;
    const { statusCode, body } = await submitGuidance(app, await changes());
    expect([statusCode, JSON.parse(body)]).toEqual([status, { detail }]);
    expect((await app.get(`${path}/export`)).headers.etag).toBe(revision);
  });

  test('what looks like HTML and is none is taken', async () => {
    const summary = '`<b>`, a < b > c, <https://a.b>, &lt;b&gt;, <|im_start|>\n\n    <b>\n';
    const taken = await submitGuidance(app, written(contract('new', { summary })));
    expect(taken.statusCode, taken.body).toBe(202);
  });
});

describe('a body of another shape is refused with the path of what is wrong', () => {
  const at = (...steps: (string | number)[]) => ['body', 'profile_changes', 0, 'profile', ...steps];
  const template = { template_id: 'x', name: 'x', syntax: 'jinja2', template: '' };
  test.each<[string, object, (string | number)[], string]>([
    ['no change at all', {}, ['body'], 'value_error'],
    ['an unknown key', { ...written(contract('new')), more: 1 }, ['body', 'more'], 'extra_forbidden'],
    [
      'an unknown operation',
      change('delete', 'new', null, null),
      ['body', 'profile_changes', 0, 'operation'],
      'enum',
    ],
    [
      'an id with capitals',
      change('create', 'New', null, null),
      ['body', 'profile_changes', 0, 'profile_id'],
      'value_error',
    ],
    [
      'a profile without a kind',
      change('create', 'new', { profile_id: 'new' }, null),
      at('kind'),
      'value_error',
    ],
    ['a profile of another kind', change('create', 'new', { kind: 'x' }, null), at('kind'), 'value_error'],
    ['an unknown key of a profile', written(contract('new', { more: 1 })), at('more'), 'extra_forbidden'],
    [
      'a key of the other kind',
      written(recipe('new', { templates: [] })),
      at('templates'),
      'extra_forbidden',
    ],
    [
      'an unknown key of an audience',
      written(contract('new', { user: { more: 1 } })),
      at('user', 'more'),
      'extra_forbidden',
    ],
    [
      'an unknown key of the metadata',
      written(contract('new', { metadata: { by: 1 } })),
      at('metadata', 'by'),
      'extra_forbidden',
    ],
    [
      'no interaction mode',
      written(contract('new', { interaction_modes: [] })),
      at('interaction_modes'),
      'too_short',
    ],
    [
      'an unknown interaction mode',
      written(contract('new', { interaction_modes: ['x'] })),
      at('interaction_modes', 0),
      'enum',
    ],
    ['an unknown role', written(contract('new', { accepted_roles: ['x'] })), at('accepted_roles', 0), 'enum'],
    ['an unknown capability', written(recipe('new', { capability: 'x' })), at('capability'), 'enum'],
    [
      'an example without messages',
      written(contract('new', { examples: [{ title: 'x', messages: [] }] })),
      at('examples', 0, 'messages'),
      'too_short',
    ],
    [
      'another syntax without its name',
      written(contract('new', { templates: [{ ...template, syntax: 'other' }] })),
      at('templates', 0, 'syntax_name'),
      'value_error',
    ],
    [
      'an unknown key of a variable',
      written(contract('new', { templates: [{ ...template, variables: [{ name: 'x', more: 1 }] }] })),
      at('templates', 0, 'variables', 0, 'more'),
      'extra_forbidden',
    ],
    [
      'a setting that is an object',
      written(contract('new', { recommended_settings: { top_k: {} } })),
      at('recommended_settings', 'top_k'),
      'value_error',
    ],
    [
      'a source that is no address',
      written(contract('new', { sources: [{ url: 'javascript:x' }] })),
      at('sources', 0, 'url'),
      'value_error',
    ],
    [
      'prose that is too long',
      written(contract('new', { summary: 'x'.repeat(20_001) })),
      at('summary'),
      'string_too_long',
    ],
    [
      'too many tips',
      written(contract('new', { user: { ...prose, tips: Array(101).fill('x') } })),
      at('user', 'tips'),
      'too_long',
    ],
    [
      'an unknown key of an assignment',
      given({
        model_name: 'a/Two',
        assignment: { model_name: 'a/Two', primary_profile_id: 'chatml', more: 1 },
      }),
      ['body', 'assignment_changes', 0, 'assignment', 'more'],
      'extra_forbidden',
    ],
    ['too many assignments', given(...Array(10_001).fill({})), ['body', 'assignment_changes'], 'too_long'],
  ])('%s', async (_what, changes, loc, type) => {
    const answer = await submitGuidance(app, changes);
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc, type }]]);
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
