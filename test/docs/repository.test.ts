import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../src/app/settings.ts';
import { createProgram } from '../../src/cli/command-line.ts';
import { packageFiles } from '../../src/serving/openapi/package-files.ts';

const text = (path: string) => readFileSync(path, 'utf8');
const { dependencies, devDependencies, scripts } = JSON.parse(text('package.json'));
const pages = globSync(['*.md', '.github/**/*.md', '{bench,client,console,docs,src,test}/**/*.md']);

test('checkout, version managers and image have the same Node.js', () => {
  const images = [...text('deploy/Dockerfile').matchAll(/^FROM node:(\S+?)-/gm)].map(
    ([, version]) => version,
  );
  expect(images).toEqual([devDependencies.node, devDependencies.node]);
  expect(text('.nvmrc').trim()).toBe(devDependencies.node);
});

test('the published package needs none of the packages whose files the build copies', () => {
  const needed = packageFiles.filter((path) =>
    Object.keys(dependencies).some((name) => path.startsWith(`${name}/`)),
  );
  expect(needed).toEqual([]);
});

describe('.env.example', () => {
  test('is a valid environment as it stands', () => {
    expect(readSettings(parseEnv(text('.env.example'))).ignored).toEqual([]);
  });

  test('names settings that exist, with allowed values, in the lines to be filled in', () => {
    const all = text('.env.example').replaceAll(/^#(?=MODELREF_)/gm, '');
    expect(readSettings(parseEnv(all)).ignored).toEqual([]);
  });
});

/** The texts that a pattern's first group finds in a page. */
function named(page: string, pattern: RegExp): string[] {
  return [...text(page).matchAll(pattern)].map(([, name = '']) => name);
}

/** The anchors of a page's headings, as GitHub makes them. */
function headingsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return new Set(
    headings.map((heading) => heading.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')),
  );
}

describe('the documents', () => {
  const terminal = { environment: {}, givenEnvironment: {}, print: () => {}, note: () => {}, screen: null };

  test('link to files that exist, and to headings that those have', () => {
    const broken = pages.flatMap((page) =>
      [...text(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
        .filter(([, target = '', anchor]) => {
          const file = target === '' ? page : join(dirname(page), target);
          return !existsSync(file) || (anchor !== undefined && !headingsOf(text(file)).has(anchor));
        })
        .map(([link]) => `${page} → ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test('name npm scripts, commands and files of tests that exist', () => {
    const { commands } = createProgram(terminal);
    const known = { npm: Object.keys(scripts), modelref: commands.map((command) => command.name()) };
    const unknown = pages.flatMap((page) => [
      ...named(page, /npm run (?:-s |--silent )?([a-z][\w:-]*)/g).filter((name) => !known.npm.includes(name)),
      ...named(page, /(?:^\$ |`| -- )modelref ([a-z][\w-]*)/gm).filter(
        // The changelog names commands of earlier releases.
        (name) => page !== 'CHANGELOG.md' && !known.modelref.includes(name),
      ),
      ...named(page, /vitest (?:run )?((?:test\/[\w/.-]+ ?)+)/g)
        .flatMap((paths) => paths.trim().split(' '))
        .filter((path) => globSync(`${path}*`).length === 0),
    ]);
    expect(unknown).toEqual([]);
  });

  test('name files and folders that exist', () => {
    const examples = ['src/modules/catalog/http-names.ts'];
    const missing = pages
      .flatMap((page) =>
        named(page, /`((?:\.ci|bin|client|console|deploy|docs|scripts|src|test)\/[\w./-]*)`/g),
      )
      .filter((path) => !examples.includes(path))
      .filter((path) => !['', 'client', 'console'].some((base) => existsSync(join(base, path))));
    expect(missing).toEqual([]);
  });

  test('name settings that exist', () => {
    const names = new Set(named('docs/configuration.md', /\b([A-Z]+(?:_+[A-Z]+)+)\b/g));
    const elsewhere = [...globSync('{src/cli,test,scripts}/**/*.ts'), 'deploy/Dockerfile']
      .map(text)
      .join('\n');
    const ofOthers = ['AIWORKER_CACHE_HOME', 'GIT_', 'SO_REUSEPORT'];
    const unknown = pages
      .filter((page) => page !== 'CHANGELOG.md' && page !== 'docs/configuration.md')
      .flatMap((page) => named(page, /\b([A-Z]{2,}(?:_+[A-Z]+)+)\b/g))
      .filter((name) => !names.has(name) && !names.has(`MODELREF_${name}`) && !elsewhere.includes(name))
      .filter((name) => !ofOthers.some((other) => name.startsWith(other)));
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('list every decision record', () => {
    const records = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name));
    const listed = [...text('docs/decisions/README.md').matchAll(/^- \[.*?\]\((\d{4}-[^)]+)\)/gm)].map(
      ([, name]) => name,
    );
    expect(listed).toEqual(records.sort());
  });
});

describe('docs/architecture.md', () => {
  const page = text('docs/architecture.md');

  test('has every room of src, down to two levels', () => {
    const rooms = globSync(['src/', 'src/*/', 'src/*/*/'])
      .filter((path) => !/\.\w+$/.test(path))
      .map((path) => `${path}/`);
    const named = [...page.matchAll(/^\| `(src\/[^`]*)` \|/gm)].map(([, room]) => room);
    expect(named.sort()).toEqual(rooms.sort());
  });

  test('names files that exist: those of a room in it, those with a folder there, others anywhere', () => {
    const files = globSync('{src,scripts,test}/**/*.ts').map((file) => basename(file));
    const missing = page.split('\n').flatMap((line) => {
      const room = /^\| `(src\/[^`]*)` \|/.exec(line)?.[1];
      return [...line.matchAll(/`([\w/.-]+\.ts)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => {
          if (room !== undefined) return !existsSync(join(room, name));
          if (!name.includes('/')) return !files.includes(name);
          return !['', 'src', 'docs'].some((base) => existsSync(join(base, name)));
        });
    });
    expect(missing).toEqual([]);
  });
});
