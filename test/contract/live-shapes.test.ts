import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { startTestApp } from '../support/app.ts';
import {
  assign,
  contract,
  create,
  guidancePath as guidance,
  publishGuidance,
  recipe,
  textModel,
} from '../support/guidance.ts';
import { keys, users } from '../support/identity-server.ts';
import * as live from '../support/live-shapes.ts';

const v2 = '/api/model_references/v2';
const baselines = `${v2}/image_generation/baselines`;

const source = { url: 'https://a.example/card', title: 'Card' };
const audience = { overview: 'An *overview*.', use_cases: ['one'], tips: ['two'], caveats: ['`<three>`'] };
const rich = {
  aliases: ['ChatML', 'im'],
  user: audience,
  developer: audience,
  examples: [
    { title: 'A', messages: [{ role: 'user', content: '<b>' }], rendered_prompt: '<|im_start|>' },
    { title: 'B', description: 'Tools.', messages: [{ role: 'tool', content: '{}' }] },
  ],
  recommended_settings: { temperature: 0.7, sampler_order: [1, 2], singleline: false },
  ai_horde_examples: [{ title: 'C', prompt: 'Hi', parameters: { max_length: 80 }, notes: 'Short.' }],
  sources: [source, { url: 'http://b.example' }],
};
const template = {
  template_id: 'main',
  name: 'Main',
  syntax: 'other',
  syntax_name: 'mustache',
  template: '{{#messages}}<|{{role}}|>{{/messages}}',
  variables: [{ name: 'messages', description: 'All.' }],
};

test('whoever knows only the published shapes reads every answer about the catalogues', async () => {
  const app = await startTestApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  await app.seed(
    'text_generation',
    textModel('a/One-7B'),
    textModel('a/One-13B', { instruct_format: 'Alpaca' }),
    textModel('b/Two'),
  );
  await publishGuidance(app, {
    profile_changes: [
      contract('chatml', {
        ...rich,
        accepted_roles: ['system', 'user'],
        role_markers: { user: '<|user|>' },
        stop_sequences: ['<|im_end|>'],
        templates: [template, { ...template, template_id: 'b', syntax: 'jinja2', syntax_name: null }],
      }),
      contract('plain'),
      contract('old', { deprecated: true }),
      recipe('tools', { ...rich, aliases: [], capability: 'tool_calling', scenario: 'Calls.' }),
    ].map(create),
    assignment_changes: [assign('a/One-7B', 'chatml', ['tools']), assign('b/Two', 'plain')],
  });
  const record = {
    name: 'cosmos_9',
    display_name: 'Cosmos 9',
    alternative_names: ['cosmos 9'],
    horde_policy: { kudos_hires: 2.5 },
  };
  const changes = [{ operation: 'upsert', name: record.name, record, expected_before: null }];
  const proposed = await app.send('POST', `${baselines}/change-sets`, {
    key: keys.requestor,
    body: { title: 'Cosmos', changes },
  });
  await app.approve(proposed.json().change_id);
  await app.apply(proposed.json().change_id);

  const answers: [path: string, shape: z.ZodType, tag?: string][] = [
    [baselines, live.baselineList, 'image-baselines-2'],
    [`${baselines}/`, live.baselineList, 'image-baselines-2'],
    [`${baselines}/export`, live.baselineExport, 'image-baselines-2'],
    [`${baselines}/cosmos_9`, live.baseline, 'image-baselines-2'],
    [`${guidance}/profiles`, live.profileList, 'text-guidance-2'],
    [`${guidance}/profiles?include_deprecated=true`, live.profileList, 'text-guidance-2'],
    [`${guidance}/profiles/chatml`, live.profile, 'text-guidance-2'],
    [`${guidance}/profiles/old`, live.profile, 'text-guidance-2'],
    [`${guidance}/profiles/tools`, live.profile, 'text-guidance-2'],
    [`${guidance}/assignments`, live.assignmentList, 'text-guidance-2'],
    [`${guidance}/assignments?model_name=b/Two`, live.assignmentList, 'text-guidance-2'],
    [`${guidance}/assignments?profile_id=tools`, live.assignmentList, 'text-guidance-2'],
    [`${guidance}/export`, live.guidanceExport, 'text-guidance-2'],
    [`${guidance}/model?name=a/One-7B`, live.modelGuidance],
    [`${guidance}/model?name=a/One-13B`, live.modelGuidance],
    [`${v2}/text_generation/group/One`, live.groupGuidance],
  ];
  for (const [path, shape, tag] of answers) {
    const answer = await app.get(path);
    expect([path, answer.statusCode, shape.safeParse(answer.json()).error?.message]).toEqual([
      path,
      200,
      undefined,
    ]);
    if (tag === undefined) continue;
    expect([path, answer.headers.etag]).toEqual([path, `W/"${tag}"`]);
    const again = await app.get(path, { headers: { 'if-none-match': `W/"${tag}"` } });
    expect([path, again.statusCode, again.body]).toEqual([path, 304, '']);
  }
  const counts = async (query: string) => (await app.get(`${guidance}/assignments${query}`)).json().total;
  expect([await counts(''), await counts('?model_name=b/Two'), await counts('?profile_id=tools')]).toEqual([
    2, 1, 1,
  ]);
  const preview = await app.send('POST', `${guidance}/migration/preview`, { key: keys.requestor });
  expect(live.migrationPreview.parse(preview.json())).toMatchObject({
    source_model_count: 1,
    format_count: 1,
  });
});

test('whoever knows only the published shapes reads every answer about licences', async () => {
  const app = await startTestApp({ settings: { licenseEditorIds: [users.nobody.id] } });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const licensing = `${v2}/licensing`;
  const rail = {
    license_expression: 'OpenRAIL++-M',
    commercial_use: 'allowed_with_conditions',
    redistribution: 'allowed_with_conditions',
  };
  const evidence = [{ source: 'https://a.example/card', checked_at: '2026-11-28' }, { source: 'A letter' }];
  const file = { file_name: 'a.safetensors', file_url: 'https://a.example/a.safetensors' };
  await app.seed(
    'text_generation',
    textModel('a/One-7B', {
      config: { download: [file] },
      licensing: { ...rail, obligations: ['other'], evidence, files: { [file.file_name]: rail } },
    }),
    textModel('b/Two'),
  );
  const asset = {
    asset_kind: 'custom_node',
    asset_identifier: 'org/node',
    display_name: 'Node',
    licensing: { ...rail, evidence, reviewed_by: 'me', reviewed_at: '2026-11-28' },
  };
  const created = await app.send('POST', `${licensing}/assets`, { key: keys.nobody, body: asset });
  expect(live.licensedAsset.safeParse(created.json()).error?.message).toBeUndefined();

  const answers: [path: string, shape: z.ZodType][] = [
    ['licenses', live.licensePage],
    ['licenses?include_deprecated=false&offset=3&limit=2', live.licensePage],
    ['licenses/OpenRAIL%2B%2B-M', live.licenseDefinition],
    ['assets', live.assetPage],
    ['assets?asset_kind=model&category=text_generation&license_id=OpenRAIL%2B%2B-M', live.assetPage],
    ['assets/custom_node/org/node', live.licensedAsset],
    ['models/text_generation/a/One-7B', live.assetView],
    ['models/text_generation/b%2FTwo', live.assetView],
    ['summary', live.licenseSummary],
    ['export', live.licensingExport],
  ];
  for (const [path, shape] of answers) {
    const answer = await app.get(`${licensing}/${path}`);
    expect([path, answer.statusCode, shape.safeParse(answer.json()).error?.message]).toEqual([
      path,
      200,
      undefined,
    ]);
  }
  const names = async (query: string) =>
    (await app.get(`${licensing}/assets?${query}`))
      .json()
      .items.map((view: { asset_identifier: string }) => view.asset_identifier);
  expect(await names('')).toEqual(['org/node', 'text_generation:a/One-7B', 'text_generation:b/Two']);
  expect(await names('redistribution=unknown')).toEqual(['text_generation:b/Two']);
  expect(await names('name_contains=NODE&commercial_use=allowed_with_conditions')).toEqual(['org/node']);
  const one = (await app.get(`${licensing}/models/text_generation/a/One-7B`)).json();
  expect([one.source_url, one.definition_urls]).toEqual([
    file.file_url,
    { 'OpenRAIL++-M': '/model_references/v2/licensing/licenses/OpenRAIL%2B%2B-M' },
  ]);
});
