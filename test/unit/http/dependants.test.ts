import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';

const v2 = '/api/model_references/v2';
const sha256sum = 'a'.repeat(64);
const withFile = (name: string) => ({
  name,
  config: { download: [{ file_name: 'x.bin', file_url: `https://example.org/${name}.bin`, sha256sum }] },
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.seed(
    'text_generation',
    { name: 'org/Base-7B', parameters: 7e9 },
    { name: 'org/Tuned-7B', parameters: 7e9, baseline: 'org/Base-7B' },
    { name: 'org/Own-7B', parameters: 7e9, baseline: 'org/Own-7B' },
  );
  await app.seed('clip', withFile('first'), { name: 'org/Base-7B' });
  await app.seed(
    'blip',
    withFile('second'),
    { name: 'heir' },
    { name: 'aged', lifecycle: { state: 'deprecated', replaced_by: 'heir' } },
  );
  const entry = (path: string, body: object) =>
    app.send('PUT', `${v2}/text_generation/${path}`, { key: keys.approver, body });
  await entry('aliases/Tuned', { aliases: ['Tunes'] });
  await entry('families/Bases', { members: ['Base', 'Tuned'] });
});
afterAll(() => app[Symbol.asyncDispose]());

const found = async (path: string) => {
  const dry = await app.send('DELETE', `${v2}${path}?dry_run=true`, { key: keys.requestor });
  const { findings } = dry.json() as { findings: { rule: string }[] };
  const id = await app.propose('DELETE', path);
  const queue = `${v2}/pending_queue/changes/${id}`;
  const diff = (await app.get(`${queue}/diff`, { key: keys.approver })).json();
  const listed = (await app.get(queue, { key: keys.approver })).json();
  expect([diff.findings, listed.findings]).toEqual([findings, findings]);
  const reasons = listed.risk_reasons.map(({ rule }: { rule: string }) => rule);
  return { findings, reasons };
};

it('a deletion says which models have the model as their baseline', async () => {
  const { findings, reasons } = await found('/text_generation/model/org%2FBase-7B');
  const message = "Other models name this one as their baseline: 'org/Tuned-7B' (text_generation).";
  expect(findings).toEqual([
    { rule: 'baseline_of_others', severity: 'warning', field_path: 'name', message },
  ]);
  expect(reasons).toContain('dependants');
  expect(reasons).not.toContain('warning');
});

it('and which have its file, in any category', async () => {
  const { findings, reasons } = await found('/clip/model/first');
  const message = `The file ${sha256sum} is also a file of 'second' (blip).`;
  expect(findings).toEqual([
    { rule: 'file_of_others', severity: 'note', field_path: 'config.download.0.sha256sum', message },
  ]);
  expect(reasons).not.toContain('dependants');
});

it('a model names itself, and one of another category is another: that is no use of it', async () => {
  expect((await found('/text_generation/model/org%2FOwn-7B')).findings).toEqual([]);
  expect((await found('/clip/model/org%2FBase-7B')).findings).toEqual([]);
});

it('an edit takes nothing away', async () => {
  const body = { name: 'org/Base-7B', parameters: 7e9, description: 'x' };
  const path = `${v2}/text_generation/model/org%2FBase-7B?dry_run=true`;
  const { findings } = (await app.send('PUT', path, { key: keys.requestor, body })).json();
  expect(findings.map(({ rule }: { rule: string }) => rule)).not.toContain('baseline_of_others');
});

const ofRule =
  (rule: string) =>
  ({ findings }: { findings: { rule: string; message?: string }[] }) =>
    findings.filter((each) => each.rule === rule).map(({ message }) => message);

it('and which name it as their replacement', async () => {
  const { findings, reasons } = await found('/blip/model/heir');
  expect(ofRule('replacement_of_others')({ findings })).toEqual([
    "Other models name this one as their replacement: 'aged' (blip).",
  ]);
  expect(reasons).toContain('dependants');
});

it('the deletion of the last model of a group says what still names the group; a rename keeps the group', async () => {
  const named = ofRule('named_in_catalogue');
  expect(named(await found('/text_generation/model/org%2FTuned-7B'))).toEqual([
    "It is the last model of the group 'Tuned', which is still used by: the alias 'Tunes', the family 'Bases'.",
  ]);
  expect(named(await found('/text_generation/model/org%2FOwn-7B'))).toEqual([]);
  const body = { from: 'org/Tuned-7B', to: 'org/Retuned-7B' };
  const path = `${v2}/text_generation/rename?dry_run=true`;
  const dry = await app.send('POST', path, { key: keys.requestor, body });
  expect(named(dry.json())).toEqual([]);
});
