import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { affectedProfileIds, guidanceFormPath } from '../../console/src/api/guidance-change-sets.ts';
import {
  assignRefusalMessages,
  createAssignmentChanges,
} from '../../console/src/pages/guidance/assignment-draft.ts';
import { assignProblemPaths, createPreview } from '../../console/src/pages/guidance/profile-draft.ts';
import { CommonMark } from '../../console/src/parts/CommonMark.tsx';
import { changedFields, changeKind } from '../../console/src/parts/guidance-differences.ts';

const html = (text: string) =>
  renderToStaticMarkup(createElement(CommonMark, { text })).replaceAll(/ class="[^"]*"/g, '');

describe('CommonMark', () => {
  it.each([
    ['*a* **b** `c`', '<p><em>a</em> <strong>b</strong> <code>c</code></p>'],
    ['# Title', '<p>Title</p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a\n\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['> q', '<blockquote><p>q</p></blockquote>'],
    ['```\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
    ['a\\\nb\nc', '<p>a<br/>b c</p>'],
    ['\\*a\\* &amp;', '<p>*a* &amp;</p>'],
    [
      '[a](https://x.example/ "t")',
      '<p><a href="https://x.example/" target="_blank" rel="noreferrer noopener">a</a></p>',
    ],
  ])('shows %j', (text, shown) => {
    expect(html(text)).toBe(`<div>${shown}</div>`);
  });

  it.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <img src=x onerror=alert(1)>', '<p>a &lt;img src=x onerror=alert(1)&gt;</p>'],
    ['[a](javascript:alert)', '<p>[a](javascript:alert)</p>'],
    ['[a](mailto:a@x.example)', '<p>a</p>'],
    ['[a](/operate)', '<p>a</p>'],
    ['![p](https://x.example/p.png)', '<p>p</p>'],
  ])('lets nothing through in %j', (text, shown) => {
    expect(html(text)).toBe(`<div>${shown}</div>`);
  });
});

const metadata = { revision: 1, created_at: 1, created_by: 'a#1', updated_at: 1, updated_by: 'a#1' };
const assigned = (model_name: string, primary_profile_id: string, ...supplemental_profile_ids: string[]) => ({
  model_name,
  primary_profile_id,
  supplemental_profile_ids,
  metadata,
});

describe('an assignment of models', () => {
  const present = new Map([
    ['A', assigned('A', 'chatml', 'tools')],
    ['B', assigned('B', 'alpaca')],
  ]);
  const changes = createAssignmentChanges(['A', 'B', 'C'], present, {
    primary: 'chatml',
    supplemental: ['tools'],
  });

  it('leaves out who has these profiles already, and expects what was read', () => {
    expect(changes.map(({ model_name, expected_before }) => [model_name, expected_before])).toEqual([
      ['B', present.get('B')],
      ['C', null],
    ]);
    expect(createAssignmentChanges(['A', 'C'], present, null).map(({ model_name }) => model_name)).toEqual([
      'A',
    ]);
    expect([...affectedProfileIds({ profiles: [], assignments: changes })]).toEqual([
      'chatml',
      'tools',
      'alpaca',
    ]);
  });

  it.each<[string, number, object]>([
    ["The primary profile 'chatml' of 'B' does not exist.", 422, { primary: expect.any(String) }],
    ["The supplemental profile 'tools' of 'B' is listed twice.", 422, { supplemental: expect.any(String) }],
    [
      'Unknown canonical text model: C (no live text model has this name).',
      422,
      { models: new Map([['C', expect.any(String)]]) },
    ],
    [
      "The assignment of 'B' changed after review: it is new. Read it again.",
      409,
      { models: new Map([['B', expect.any(String)]]), isStale: true },
    ],
    ['Something else.', 422, { otherMessages: ['Something else.'] }],
  ])('shows the refusal %j where it belongs', (message, status, expected) => {
    expect(assignRefusalMessages({ status, message, problems: [] }, changes)).toMatchObject(expected);
  });

  it('shows problems of the shape at their controls', () => {
    const at = (...loc: (string | number)[]) => ({ loc: ['body', ...loc], msg: `at ${loc}`, type: 'x' });
    const problems = [
      at('title'),
      at('assignment_changes', 0, 'assignment', 'primary_profile_id'),
      at('assignment_changes', 1, 'model_name'),
    ];
    expect(assignRefusalMessages({ status: 422, message: '', problems }, changes)).toMatchObject({
      title: 'at title',
      primary: 'at assignment_changes,0,assignment,primary_profile_id',
      models: new Map([['C', 'at assignment_changes,1,model_name']]),
      otherMessages: [],
    });
  });
});

describe('a profile as JSON', () => {
  it.each([
    ["user.tips.0 of profile 'x' has raw HTML, '<b>', which is not allowed.", ['user', 'tips', 0]],
    [
      "Unknown text generation settings: 'a', in recommended_settings of profile 'x'.",
      ['recommended_settings'],
    ],
    ["Alias 'a' of profile 'x' is already the id of profile 'a'; letter case is ignored.", ['aliases']],
    ["Profile 'x' cannot be created: the id is in use.", []],
  ])('has the refusal %j at its line', (message, path) => {
    expect(assignProblemPaths({ message, problems: [] }).problems).toEqual([{ path, message }]);
  });

  it('can be shown while it is half-written, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(createPreview({}))), fc.jsonValue()),
        (json) => {
          expect(createPreview(json as never).kind).toBe(
            json.kind === 'usage_recipe' ? 'usage_recipe' : 'prompt_contract',
          );
        },
      ),
    );
  });
});

describe('a change of a profile', () => {
  const before = createPreview({ kind: 'usage_recipe', profile_id: 'x', summary: 'a' });
  const change = { operation: 'update', profile_id: 'x', expected_before: before } as const;

  it('names the parts that differ, and a deprecation', () => {
    const changed = { ...change, profile: { ...before, summary: 'b', metadata } } as never;
    expect([changeKind(changed), changedFields(changed)]).toEqual(['changed', ['summary']]);
    const deprecated = { ...change, profile: { ...before, deprecated: true } } as never;
    expect([changeKind(deprecated), changedFields(deprecated)]).toEqual(['deprecated', []]);
  });

  it('opens again in the form that can hold its change set', () => {
    const profiles = [{ ...change, profile: before } as never];
    const one = createAssignmentChanges(['A'], new Map(), { primary: 'p', supplemental: [] });
    const other = createAssignmentChanges(['B'], new Map(), { primary: 'q', supplemental: [] });
    expect(guidanceFormPath({ profiles, assignments: [] })).toBe('/guidance/propose');
    expect(guidanceFormPath({ profiles: [], assignments: one })).toBe('/guidance/assign');
    expect(guidanceFormPath({ profiles: [], assignments: [...one, ...other] })).toBe(null);
    expect(guidanceFormPath({ profiles, assignments: one })).toBe(null);
  });
});
