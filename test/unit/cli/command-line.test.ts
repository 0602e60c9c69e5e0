import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { beforeEach, describe, expect, test } from 'vitest';
import { createProgram, runCommandLine } from '../../../src/cli/command-line.ts';
import { CommandFailed } from '../../../src/cli/terminal.ts';
import { newFolder } from '../../support/new-folder.ts';
import { modelref } from './terminal.ts';

let directory: string;
let environment: Record<string, string>;
beforeEach(() => {
  directory = newFolder();
  environment = { MODELREF_DATABASE_URL: `sqlite:${join(directory, 'registry.db')}` };
});

const program = () =>
  createProgram({ environment: {}, givenEnvironment: {}, print: () => {}, note: () => {}, screen: null });

test.each([
  ['without a message', new CommandFailed(''), 'Unexpected error: Error'],
  [
    'behind which closing failed as well',
    new SuppressedError(new Error('closing'), new CommandFailed('what came first')),
    'what came first',
  ],
])('a failure %s is told', async (_, error, text) => {
  const noted: string[] = [];
  const print = () => {
    throw error;
  };
  const note = (line: string) => void noted.push(line);
  const code = await runCommandLine(['--version'], () => ({
    environment: {},
    givenEnvironment: {},
    print,
    note,
    screen: null,
  }));
  expect([code, noted]).toEqual([1, [text]]);
});

describe('help', () => {
  test('of the program lists every command and says where settings are', async () => {
    const { code, printed } = await modelref(['--help']);
    expect(code).toBe(0);
    const text = printed.join('\n');
    for (const name of ['serve', 'demo', 'import', 'export', 'check-config', 'backup', 'copy']) {
      expect(text).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
    expect(text).toContain('check-config --markdown');
  });

  test.each(program().commands.map((command) => [command.name(), command] as const))(
    'of %s describes each argument and option, and more',
    async (name, command) => {
      const { code, printed } = await modelref([name, '--help']);
      expect(code).toBe(0);
      const text = printed.join('\n');
      expect(text).toContain(`Usage: modelref ${name}`);
      for (const { description, long } of command.options) {
        expect(text).toContain(long);
        expect(description).not.toBe('');
      }
      for (const argument of command.registeredArguments) expect(argument.description).not.toBe('');
      // What follows the list of options: rules, environment, examples.
      expect(text.slice(text.indexOf('display help for command')).split('\n').length).toBeGreaterThan(2);
    },
  );

  test.each([
    [['serv'], "unknown command 'serv'"],
    [['import', '--form', 'v2'], "unknown option '--form'"],
    [['export', 'x'], "required option '--format <format>' not specified"],
    [['export', 'x', '--format', 'v1'], 'Allowed choices are v2, legacy'],
    [['export', '--format', 'v2'], "missing required argument 'dir'"],
    [['import', '--from', 'gitlab'], 'Allowed choices are github'],
  ])('is pointed at by what is wrong with %j', async (words, text) => {
    const { code, noted } = await modelref(words);
    expect(code).toBe(2);
    expect(noted.join('\n')).toContain(text);
    expect(noted.join('\n')).toContain('--help');
  });
});

test.each([
  [['watch', 'clip', '--files'], 'watch', '/feed/stream'],
  [['request', 'ask', '--help'], 'request', '/requests'],
  [['webhooks', 'log'], 'webhooks', '/operations/webhooks'],
  [['audit', 'prove', '4711'], 'audit prove', 'audit verify --checkpoint'],
])('%j says that it was removed, and what to use', async (words, name, use) => {
  const { code, printed, noted } = await modelref(words);
  expect([code, printed, noted]).toEqual([2, [], [expect.stringContaining(`'${name}' was removed: `)]]);
  expect(noted[0]).toContain(use);
});

test('there are no more than 28 commands', () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  expect(leaves(program()).length).toBeLessThanOrEqual(28);
});

describe('check-config', () => {
  test('prints every setting, where it is from, and what is ignored', async () => {
    const { code, printed, noted } = await modelref(['check-config'], {
      HORDE_MODEL_REFERENCE_REPLICATE_MODE: 'primary',
      MODELREF_DATABASE_URL: 'postgres://me:hunter2@db/registry',
      HORDE_MODEL_REFERENCE_OFFLINE: 'true',
    });
    expect(code).toBe(0);
    expect(printed).toContain('REPLICATE_MODE = PRIMARY  (HORDE_MODEL_REFERENCE_REPLICATE_MODE)');
    expect(printed).toContain('DATABASE_URL = postgres://me:***@db/registry  (MODELREF_DATABASE_URL)');
    expect(printed).toContain('PORT = 19800');
    expect(printed).toContain('USAGE_URL = the same as `AUTH_URL`');
    expect(noted).toEqual(['HORDE_MODEL_REFERENCE_OFFLINE: ignored, the registry reads only its database']);
  });

  test('tells every problem, and that the mode is missing', async () => {
    const { code, printed, noted } = await modelref(['check-config'], { MODELREF_PORT: 'x' });
    expect(code).toBe(1);
    expect(printed).toEqual([]);
    expect(noted[0]).toBe('The settings are wrong:');
    expect(noted.slice(1).map((line) => line.trim().split(':')[0])).toEqual([
      'MODELREF_PORT',
      'MODELREF_REPLICATE_MODE',
    ]);
  });

  test('--markdown prints the reference, whatever the environment', async () => {
    const { code, printed } = await modelref(['check-config', '--markdown'], { MODELREF_PORT: 'x' });
    expect(code).toBe(0);
    expect(`${printed.join('\n')}\n`).toBe(await readFile('docs/configuration.md', 'utf8'));
  });
});

describe('import and export', () => {
  test('tell what they did, and import from what was exported', async () => {
    expect(await modelref(['import', 'test/fixtures/legacy'], environment)).toEqual({
      code: 0,
      printed: [
        'test/fixtures/legacy/image/stable_diffusion.json: 1 legacy records of image_generation',
        'test/fixtures/legacy/image/clip.json: 1 legacy records of clip',
        'test/fixtures/legacy/text/models.csv: 2 legacy records of text_generation',
        '4 created, 0 updated, 0 deleted, 0 unchanged, 0 left out',
      ],
      noted: [
        ...[25, 50, 75, 100].map((share) => `preparing: ${share} %`),
        ...[25, 50, 100].map((share) => `writing: ${share} %`),
      ],
    });
    const out = join(directory, 'made', 'out');
    const exported = await modelref(['export', out, '--format', 'v2'], environment);
    expect(exported.printed).toHaveLength(17);
    expect(exported.printed[2]).toBe(`${join(out, 'clip.json')}: 1 models`);
    const again = await modelref(['import', out], environment);
    expect(again.printed.at(-1)).toBe('0 created, 0 updated, 0 deleted, 4 unchanged, 0 left out');
  });

  test('--dry-run lists what would change', async () => {
    await modelref(['import', 'test/fixtures/legacy'], environment);
    await writeFile(
      join(directory, 'clip.json'),
      '{"Reader":{"name":"Reader","type":"clip","description":"x"},"b":{"name":"b","type":"clip"}}',
    );
    const aliases = join(directory, 'text_generation_group_aliases.json');
    await writeFile(aliases, '{"group":{"aliases":["other"]}}');
    const { printed } = await modelref(['import', directory, '--dry-run', '--prune'], environment);
    expect(printed.slice(1)).toEqual([
      `${aliases}: 1 alias lists of groups`,
      'would update clip "Reader": config, description, available',
      'would create clip "b"',
      'would create alias of text_generation "group"',
      '2 created, 1 updated, 0 deleted, 0 unchanged, 0 left out: nothing was written (--dry-run)',
    ]);
  });

  test('name what cannot be imported, and go on without it when told to', async () => {
    await writeFile(
      join(directory, 'clip.json'),
      '{"a":{"name":"a","record_type":"clip","config":7},"b":{"name":"b"}}',
    );
    const file = join(directory, 'clip.json');
    const refused = await modelref(['import', directory], environment);
    expect(refused).toMatchObject({ code: 1, printed: [`${file}: 2 v2 records of clip`] });
    expect(refused.noted.slice(-2)).toEqual([
      `${file}: "a": config: Input should be a valid dictionary or object to extract fields from`,
      '1 records cannot be imported; nothing was written (--skip-invalid imports the others).',
    ]);
    const skipped = await modelref(['import', directory, '--skip-invalid'], environment);
    expect(skipped.code).toBe(0);
    expect(skipped.noted.at(-1)).toMatch(/^left out: .*clip.json: "a": config: /);
    expect(skipped.printed.at(-1)).toBe('1 created, 0 updated, 0 deleted, 0 unchanged, 1 left out');
  });

  test('draw a bar where somebody watches', async () => {
    let drawn = '';
    const screen = new Writable({
      write: (chunk, _encoding, done) => {
        drawn += chunk;
        done();
      },
    });
    const watched = Object.assign(screen, { isTTY: true, columns: 80 }) as unknown as NodeJS.WriteStream;
    const { code, noted } = await modelref(['import', 'test/fixtures/legacy'], environment, watched);
    expect([code, noted]).toEqual([0, []]);
    expect(drawn).toContain('preparing ');
    expect(drawn).toContain('writing ');
    expect(drawn).toContain(' 0 %');
  });

  test('without a place is no command', async () => {
    const { code, noted } = await modelref(['import'], environment);
    expect([code, noted.join()]).toEqual([2, expect.stringContaining('Nothing to import: give a directory')]);
  });

  test.each([
    [['import', 'no/such/place'], {}, "'no/such/place' is not a directory"],
    [['import', 'test/unit/cli'], {}, 'No model reference file was found in test/unit/cli'],
    [['import', 'http://127.0.0.1:1/'], {}, 'http://127.0.0.1:1/stable_diffusion.json: cannot be read: '],
    [
      ['import', 'test/fixtures/legacy'],
      { MODELREF_REPLICATE_MODE: 'REPLICA' },
      'Cannot import into a REPLICA',
    ],
    [
      ['import', 'test/fixtures/legacy'],
      { MODELREF_DATABASE_URL: 'sqlite:package.json/x.db' },
      'package.json',
    ],
  ])('%j %j fails plainly', async (words, more: Record<string, string>, text) => {
    const { code, noted } = await modelref(words, { ...environment, ...more });
    expect(code).toBe(1);
    expect(noted.join('\n')).toContain(text);
    expect(noted.join('\n')).not.toMatch(/^\s+at /m);
  });
});

test('a failure in several lines is shown in several lines, those behind the first set in', async () => {
  const noted: string[] = [];
  await runCommandLine(['list'], () => ({
    get environment(): never {
      throw new CommandFailed('Unexpected error:\nfor two\r\nreasons');
    },
    givenEnvironment: {},
    print: () => {},
    note: (line) => noted.push(line),
    screen: null,
  }));
  expect(noted).toEqual(['Unexpected error:', '  for two', '  reasons']);
});
