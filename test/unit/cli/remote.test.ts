import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { keys } from '../../support/identity-server.ts';
import { newFolder } from '../../support/new-folder.ts';
import { startModelref } from './process.ts';
import { type CommandResult, modelref } from './terminal.ts';

let app: TestApp;
let server: string;
const folder = newFolder(afterAll);
beforeAll(async () => {
  app = await startTestApp();
  server = await app.service.listen();
  await app.seed('clip', { name: 'a', description: 'first' }, { name: 'both' });
  await app.seed('blip', { name: 'both' });
});
afterAll(() => app?.[Symbol.asyncDispose]());

const as = (key: string, more: Record<string, string> = {}) => ({
  MODELREF_SERVER: server,
  MODELREF_KEY: key,
  ...more,
});

/** How many changes wait. */
const waiting = async () =>
  (await app.get('/model_references/v2/pending_queue/changes', { key: keys.approver })).json().items.length;

/** Runs a command whose questions are answered in turn. */
async function answering(
  answers: boolean[],
  words: readonly string[],
  environment: Record<string, string>,
): Promise<CommandResult & { asked: string[] }> {
  const asked: string[] = [];
  const confirm = async (question: string) => asked.push(question) > 0 && (answers.shift() ?? false);
  return { ...(await modelref(words, environment, null, { confirm })), asked };
}

/** A program that runs these lines of a shell. */
async function script(lines: string): Promise<string> {
  const path = join(folder, `${Math.random()}.sh`);
  await writeFile(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return path;
}

/** An editor that writes these texts, one each time that it is called. */
async function editor(...texts: string[]): Promise<string> {
  const path = join(folder, `editor-${Math.random()}`);
  for (const [at, text] of texts.entries()) await writeFile(`${path}.${at}`, text);
  return script(`n=$(cat '${path}.n' 2>/dev/null || echo 0)
    echo $((n + 1)) > '${path}.n'
    cp '${path}'.$n "$1"`);
}

describe('the key', () => {
  test('comes from a file, whose owner is told when others may read it', async () => {
    const path = join(folder, 'key');
    await writeFile(path, `${keys.approver}\n`, { mode: 0o644 });
    const { code, noted } = await modelref(['changes', '--key-file', path, '--server', server]);
    expect([code, noted]).toEqual([
      0,
      [`Other users of this machine can read your key in ${path}; to stop that: chmod 600 ${path}`],
    ]);
    await chmod(path, 0o600);
    const quiet = await modelref(['changes'], { MODELREF_SERVER: server, MODELREF_KEY_FILE: path });
    expect([quiet.code, quiet.noted]).toEqual([0, []]);
  });

  test('is no option', async () => {
    const { code, noted } = await modelref(['changes', '--key', keys.approver], { MODELREF_SERVER: server });
    expect([code, noted[0]]).toEqual([2, "error: unknown option '--key'"]);
  });
});

const here = (key: string) => () => as(key);
const elsewhere = (server?: string) => () => (server ? { MODELREF_SERVER: server } : {});
const nowhere = () => ({ MODELREF_SERVER: `${server}/wrong`, MODELREF_KEY: keys.approver });
const failures: [string[], () => Record<string, string>, code: number, text: string][] = [
  [['list'], elsewhere(), 2, 'No registry given'],
  [['list'], elsewhere('models.example'), 2, "'models.example' is not the address of a registry"],
  [['list'], elsewhere('http://127.0.0.1:1/api'), 6, 'cannot be reached'],
  [['list', 'nosuch'], here(''), 3, "There is no category 'nosuch'; the categories are: image_generation, "],
  [['get', 'nobody'], here(''), 3, "Model 'nobody' does not exist"],
  [['get', 'both'], here(''), 1, "Model 'both' exists in"],
  [['changes'], here(keys.nobody), 4, 'approver'],
  [['propose', 'clip', '/no/such.json'], here(''), 1, "File not found: '/no/such.json'."],
  [['propose', 'clip'], here(''), 2, 'Specify a file with the record, or --delete and a name.'],
  [['search', '--baseline', 'x'], here(''), 2, '--baseline requires --category'],
  [['search', '--basline', 'x'], here(''), 2, "unknown option '--basline'"],
  [['search', 'x', '--category', 'nosuch'], here(''), 3, "There is no category 'nosuch'"],
  [['changes'], here(''), 4, 'MODELREF_KEY'],
  [['approve', '17@0', '--title', 't'], here(keys.approver), 2, 'optionally followed by @ and a version'],
  [['revert', 'x'], here(keys.approver), 2, 'Expected a whole number from 1.'],
  [['revert', '99999', '--yes'], here(keys.approver), 3, 'Batch not found'],
  [['apply'], here(keys.approver), 2, 'Specify ids of changes, or --batch'],
  [['diff', 'x'], here(keys.approver), 2, 'Expected a whole number from 1.'],
  [['diff', '99999'], here(keys.approver), 3, 'Change 99999 does not exist.'],
  [['approve', '99999', '--title', 't'], here(keys.approver), 3, 'Change 99999 does not exist.'],
  [['list', 'clip'], nowhere, 6, 'the server does not have this path'],
  [['get', 'a', '--category', 'clip'], nowhere, 6, 'the server does not have this path'],
  [['approve', '1', '--title', 't'], nowhere, 6, 'the server does not have this path'],
];
test.each(failures)('%j fails with the exit code and the reason', async (words, environment, code, text) => {
  const result = await modelref(words, environment());
  expect([result.code, result.noted.join('\n')]).toEqual([code, expect.stringContaining(text)]);
});

describe('an address at which no registry answers well', () => {
  let behave: (response: ServerResponse) => void;
  const other = createServer((_, response) => behave(response));
  const commands = [
    ['list'],
    ['search', 'a'],
    ['changes'],
    ['apply', '1'],
    ['pull', 'models', '--category', 'clip', '--dry-run'],
  ];
  const port = () => (other.address() as AddressInfo).port;
  beforeAll(() => new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready)));
  afterAll(() => {
    other.closeAllConnections();
    other.close();
  });

  const answers = (status: number, body: string) => (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end(body);
  };
  const page = '<!doctype html>\n<h1>Hello</h1>\n';
  const itsAddress = /is the API of a registry/;
  const itsServer = /that the registry is running/;
  test.each<[string, (response: ServerResponse) => void, RegExp, RegExp]>([
    ['a page', answers(200, page), /Unexpected answer to/, itsAddress],
    [
      'nothing',
      answers(200, ''),
      /Unexpected answer to .*: (the body is not JSON|Unexpected end)/,
      itsAddress,
    ],
    ['204', answers(204, ''), /Unexpected answer to .*: it is empty/, itsAddress],
    ['null', answers(200, 'null'), /Unexpected answer to .*: the body is not/, itsAddress],
    ['401', answers(401, page), /answered 401 without an error of the registry/, itsAddress],
    ['403', answers(403, page), /answered 403 without an error of the registry/, itsAddress],
    ['404', answers(404, page), /answered 404 without an error of the registry/, itsAddress],
    ['404 in JSON', answers(404, '{"detail":"Not Found"}'), /does not have this path/, itsAddress],
    ['500', answers(500, page), /answered 500/, /operator/],
    ['502', answers(502, page), /answered 502/, itsServer],
    ['400 without a reason', answers(400, '{"detail":""}'), /answered 400/, /./],
    ['422 of another shape', answers(422, '{"detail":[{"msg":"x"},null]}'), /answered 422/, /./],
    [
      'a part',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"a":', () => response.destroy());
      },
      /did not complete its answer/,
      itsServer,
    ],
  ])('is named, with what to look at, when it answers %s', async (_, answer, what, remedy) => {
    behave = answer;
    const environment = { MODELREF_SERVER: `http://127.0.0.1:${port()}/api`, MODELREF_KEY: keys.approver };
    const results = await Promise.all(commands.map((words) => modelref(words, environment)));
    for (const [at, { code, printed, noted }] of results.entries()) {
      const [first, ...rest] = noted;
      expect([commands[at], printed, first]).toEqual([commands[at], [], expect.stringMatching(what)]);
      expect([code > 0, noted.join('\n')]).toEqual([true, expect.stringMatching(remedy)]);
      expect(rest.filter((line) => line.trim() === '' || / {4}at |Error:/.test(line))).toEqual([]);
    }
  });

  test('is named when it does not speak TLS, or redirects a call with a key', async () => {
    behave = (response) => response.writeHead(302, { location: 'https://models.example/login' }).end();
    const at = (scheme: string) => ({
      MODELREF_SERVER: `${scheme}://127.0.0.1:${port()}/api`,
      MODELREF_KEY: keys.approver,
    });
    expect((await modelref(['list'], at('https'))).noted).toEqual([
      expect.stringMatching(/cannot be reached: .*wrong version number.*\.$/),
      expect.stringMatching(itsServer),
    ]);
    expect((await modelref(['changes'], at('http'))).noted[0]).toMatch(
      /it redirects to another address; keys/,
    );
  });
});

test('what these commands read from the environment is no wrong setting', async () => {
  const { code } = await modelref(['check-config'], { ...as('k'), MODELREF_REPLICATE_MODE: 'PRIMARY' });
  expect(code).toBe(0);
});

test('a name that several categories have is found in the one that is said', async () => {
  const { code, printed } = await modelref(['get', 'both', '--category', 'blip', '--json'], as(''));
  expect([code, JSON.parse(printed.join('')).record_type]).toEqual([0, 'blip']);
});

test('texts from the registry neither command the terminal nor break JSON', async () => {
  const evil = 'red \u001b[31m, hidden \u202e, tag \u{e0041}';
  await app.seed('esrgan', { name: 'evil', description: evil });
  const shown = await startModelref(['list', 'esrgan'], { MODELREF_SERVER: server });
  expect(await shown.ended()).toBe(0);
  expect(shown.output()).toContain('\\u001b[31m');
  expect(shown.output()).not.toMatch(/[\u001b\u202e\u{e0041}]/u);
  const json = await startModelref(['list', 'esrgan', '--json'], { MODELREF_SERVER: server });
  expect(await json.ended()).toBe(0);
  expect(json.output()).not.toMatch(/[\u001b\u202e\u{e0041}]/u);
  expect(JSON.parse(json.output()).evil.description).toBe(evil);
});

test('colours show where they are forced, and not with NO_COLOR', async () => {
  const outputs = [];
  for (const environment of [{}, { FORCE_COLOR: '1' }, { NO_COLOR: '1' }]) {
    const run = await startModelref(['list', 'clip'], { MODELREF_SERVER: server, ...environment });
    await run.ended();
    outputs.push(run.output());
  }
  expect(outputs.map((text) => text.includes('\u001b[1m'))).toEqual([false, true, false]);
});

/** Returns the path that a note names. */
function savedFile(note: string | undefined): string {
  const [, path] = / is saved in (\S+)$/m.exec(note ?? '') ?? [];
  if (path === undefined) throw new Error(`no path in: ${note}`);
  return path;
}

describe('edit', () => {
  const record = (description: string, more = {}) => JSON.stringify({ name: 'a', description, ...more });
  const edit = (answers: boolean[], EDITOR: string) =>
    answering(answers, ['edit', 'a'], as(keys.requestor, { EDITOR }));

  test('shows the difference, asks, and proposes', async () => {
    const { code, printed, asked } = await edit([true], await editor(record('edited')));
    expect([code, asked]).toEqual([0, ['Propose this?']]);
    expect(printed).toEqual([
      '- description: first',
      '+ description: edited',
      expect.stringMatching(/^Change \d+: update clip a is queued for review\.$/),
    ]);
  });

  test('prints with --json the queued change, and nothing else', async () => {
    const EDITOR = await editor(record('edited for a program'));
    const words = ['edit', 'a', '--yes', '--json'];
    const { code, printed, noted } = await modelref(words, as(keys.requestor, { EDITOR }));
    expect([code, printed.map((line) => JSON.parse(line))]).toEqual([
      0,
      [expect.objectContaining({ operation: 'update', model_name: 'a' })],
    ]);
    expect(noted).toContain('+ description: edited for a program');
  });

  test('proposes nothing when the question is answered with Ctrl+C, and keeps what was written', async () => {
    const EDITOR = await editor(record('interrupted'));
    const confirm = async () => {
      throw Object.assign(new Error('Aborted with Ctrl+C'), { name: 'AbortError' });
    };
    const before = await waiting();
    const { code, noted } = await modelref(['edit', 'a'], as(keys.requestor, { EDITOR }), null, { confirm });
    expect([code, noted, await waiting()]).toEqual([
      1,
      [expect.stringContaining('Your text is saved in '), 'Interrupted.'],
      before,
    ]);
  });

  test('proposes nothing without a yes, and keeps what was written', async () => {
    const { code, noted } = await edit([false], await editor(record('not sent')));
    expect([code, noted]).toEqual([
      1,
      [expect.stringContaining('Nothing was proposed. Your text is saved in ')],
    ]);
    expect(await readFile(savedFile(noted[0]), 'utf8')).toBe(record('not sent'));
  });

  test('opens again with what is wrong on top, until it is mended', async () => {
    const EDITOR = await editor('{', record('x', { nsfw: [], config: 7 }), record('mended'));
    const seen = join(folder, 'seen');
    const showing = await script(`cat "$1" >> '${seen}'; '${EDITOR}' "$1"`);
    const { code, printed, asked } = await edit([true], showing);
    expect([code, asked]).toEqual([0, ['Propose this?']]);
    expect(printed).toContain('+ description: mended');
    const shown = await readFile(seen, 'utf8');
    expect(shown).toMatch(/^\/\/ .* is not JSON: /m);
    expect(shown).toMatch(/\/\/ The registry refused the input:\n\/\/ {2}config: /);
  });

  test('is given up by leaving what is wrong as it is, and keeps it', async () => {
    const wrong = record('x', { config: 7 });
    const once = await script(`grep -q '^//' "$1" || '${await editor(wrong)}' "$1"`);
    const before = await waiting();
    const { code, noted, asked } = await edit([true], once);
    expect([code, asked, await waiting()]).toEqual([7, [], before]);
    expect(noted.slice(1)).toEqual([
      'The registry refused the input:',
      expect.stringMatching(/^ {2}config: /),
    ]);
    expect(await readFile(savedFile(noted[0]), 'utf8')).toBe(wrong);
  });

  test('sends no blanks around the files, nor does propose', async () => {
    const hash = 'a'.repeat(64);
    const file = {
      file_name: 'a.bin\t',
      file_url: ' https://example.org/a.bin\u200B',
      sha256sum: `${hash}\u00A0\n`,
    };
    const one = { description: ' as it is ', config: { download: [file] } };
    const { code, printed } = await edit([true], await editor(record('x', one)));
    expect(code).toBe(0);
    const path = join(folder, 'padded.json');
    await writeFile(path, JSON.stringify({ name: 'padded', ...one }));
    const proposed = await modelref(['propose', 'clip', path], as(keys.requestor));
    for (const line of [printed.at(-1), proposed.printed.at(-1)]) {
      const id = /^Change (\d+):/.exec(line ?? '')?.[1];
      const url = `/api/model_references/v2/pending_queue/changes/${id}`;
      const { payload } = (await app.get(url, { key: keys.approver })).json();
      expect(payload.config.download).toMatchObject([
        { file_name: 'a.bin', file_url: 'https://example.org/a.bin', sha256sum: hash },
      ]);
      expect(payload.description).toBe(' as it is ');
      await app.send('POST', `${url}/withdraw`, { key: keys.requestor });
    }
  });

  test('proposes no letters that cannot be read, and leaves their bytes as they are', async () => {
    const before = await waiting();
    const latin = Buffer.from(JSON.stringify({ name: 'latin', description: 'na\u00efve' }), 'latin1');
    const path = join(folder, 'latin.json');
    await writeFile(path, latin);
    const proposed = await modelref(['propose', 'clip', path], as(keys.requestor));
    expect([proposed.code, proposed.noted]).toEqual([1, [`${path} is not UTF-8. Nothing was done.`]]);
    const { code, noted } = await edit([true], await script(`cp '${path}' "$1"`));
    expect([code, noted.join('\n'), await waiting()]).toEqual([
      1,
      expect.stringContaining('is not UTF-8'),
      before,
    ]);
    expect((await readFile(savedFile(noted[0]))).equals(latin)).toBe(true);
    await writeFile(path, `\ufeff${JSON.stringify({ name: 'marked' })}`);
    expect((await modelref(['propose', 'clip', path, '--dry-run'], as(keys.requestor))).code).toBe(0);
  });

  test('proposes nothing when the record was written meanwhile', async () => {
    const inner = await editor(record('mine'));
    const id = await app.propose('PUT', '/clip/model/a', { name: 'a', description: 'theirs' });
    await app.approve(id);
    const apply = `curl -fsS -X POST '${server}/api/model_references/v2/pending_queue/apply?change_ids=${id}' -H 'apikey: ${keys.approver}' > /dev/null`;
    const { code, noted } = await edit([true], await script(`${apply}\n'${inner}' "$1"`));
    expect([code, noted.join('\n')]).toEqual([5, expect.stringContaining('Your text is saved in ')]);
  });

  test('proposes no record under another name', async () => {
    const EDITOR = await editor(JSON.stringify({ name: 'both', description: 'edited' }));
    const before = await waiting();
    const { code, printed, noted } = await modelref(['edit', 'a', '--yes'], as(keys.requestor, { EDITOR }));
    expect([code, printed, noted[0]]).toEqual([1, [], expect.stringContaining('Your text is saved in ')]);
    expect(noted.at(-1)).toContain('Model name in the path must match the payload');
    expect(await waiting()).toBe(before);
  });

  test('of an editor that fails, or none', async () => {
    const failed = await modelref(['edit', 'a'], as(keys.requestor, { EDITOR: 'false' }));
    expect([failed.code, failed.noted]).toEqual([1, ['The editor (false) failed. Nothing was proposed.']]);
    const none = await modelref(['edit', 'a'], as(keys.requestor));
    expect([none.code, none.noted]).toEqual([1, ['No editor configured: set EDITOR, such as EDITOR=nano.']]);
  });
});

describe('propose', () => {
  const file = async (record: object) => {
    const path = join(folder, `record-${Math.random()}.json`);
    await writeFile(path, JSON.stringify(record));
    return path;
  };
  const propose = (...words: string[]) => modelref(['propose', 'clip', ...words], as(keys.requestor));
  test('refuses a record whose name is taken, and queues nothing', async () => {
    const before = await waiting();
    const path = await file({ name: 'both' });
    for (const flags of [[], ['--json'], ['--dry-run']]) {
      const { code, printed, noted } = await propose(path, ...flags);
      expect([code, printed, noted.join()]).toEqual([5, [], expect.stringContaining('--update')]);
    }
    expect(await waiting()).toBe(before);
  });

  test('replaces one with --update, and says what is removed', async () => {
    await app.seed('clip', { name: 'worn', description: 'first' });
    const { code, printed } = await propose(await file({ name: 'worn' }), '--update');
    expect([code, printed]).toEqual([
      0,
      [
        '- description: first',
        expect.stringMatching(/^Change \d+: update clip worn is queued for review\.$/),
      ],
    ]);
    const json = await propose(await file({ name: 'worn' }), '--update', '--json');
    expect([json.code, JSON.parse(json.printed.join('')).operation, json.noted]).toEqual([
      0,
      'update',
      ['- description: first', expect.stringContaining('another open change')],
    ]);
    const looked = await waiting();
    const dry = await propose(await file({ name: 'worn' }), '--update', '--dry-run');
    expect([dry.code, dry.printed[0], await waiting()]).toEqual([0, '- description: first', looked]);
  });

  test('makes nothing new with --update, whatever the name', async () => {
    const before = await waiting();
    const dropped = await modelref(['propose', 'clip', '--delete', 'a', '--update'], as(keys.requestor));
    expect(dropped.code).toBe(2);
    for (const [name, code, text] of [
      ['A', 3, "Model 'A' does not exist in clip."],
      [undefined, 1, "must have a 'name': the name of the model to replace"],
      [7, 1, "must have a 'name': the name of the model to replace"],
    ] as const) {
      const result = await propose(await file({ name, description: 'x' }), '--update');
      expect([result.code, result.noted.join()]).toEqual([code, expect.stringContaining(text)]);
    }
    expect(await waiting()).toBe(before);
  });

  test('replaces nothing that was written after the difference was made', async () => {
    await app.seed('clip', { name: 'raced', description: 'first' });
    const { changeReview } = app.service.context;
    const { dryRun } = changeReview;
    const meanwhile = vi.spyOn(changeReview, 'dryRun').mockImplementation(async (proposal) => {
      const told = await dryRun(proposal);
      await app.change('PUT', '/clip/model/raced', { name: 'raced', description: 'theirs' });
      return told;
    });
    onTestFinished(() => meanwhile.mockRestore());
    const { code, printed } = await propose(await file({ name: 'raced' }), '--update');
    expect([code, printed]).toEqual([5, ['- description: first']]);
  });
});

test('apply says how far it came when it stops', async () => {
  const ids: number[] = [];
  for (const name of ['x', 'y']) ids.push(await app.propose('POST', '/gfpgan', { name }));
  await app.approve(...ids);
  await app.apply(...ids);
  const { code, printed, noted } = await modelref(['apply', ...ids.map(String), '--json'], as(keys.approver));
  expect([code, JSON.parse(printed.join(''))]).toMatchObject([1, { applied: [], failed_change_id: ids[0] }]);
  expect(noted).toEqual([
    `Change ${ids[0]} could not be applied; later changes were not tried.`,
    `Change ${ids[0]} is not approved (status=applied).`,
  ]);
});

test('apply gives what it applies a title', async () => {
  const id = await app.propose('POST', '/gfpgan', { name: 'titled' });
  await app.approve(id);
  const args = ['apply', String(id), '--title', 'Faces', '--json'];
  const { printed } = await modelref(args, as(keys.approver));
  expect(JSON.parse(printed.join(''))).toMatchObject({ applied: [{ change_id: id, batch_title: 'Faces' }] });
});
