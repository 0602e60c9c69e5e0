import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../src/app/settings.ts';
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

describe('the documents', () => {
  test('link to files that exist', () => {
    const broken = pages.flatMap((page) =>
      [...text(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => join(dirname(page), target))
        .filter((target) => !existsSync(target))
        .map((target) => `${page} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('name npm scripts that exist', () => {
    const unknown = pages.flatMap((page) =>
      [...text(page).matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g)]
        .map(([, script = '']) => script)
        .filter((script) => !(script in scripts))
        .map((script) => `${page}: ${script}`),
    );
    expect(unknown).toEqual([]);
  });

  test('list every decision record', () => {
    const records = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name));
    const listed = [...text('docs/decisions/README.md').matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(
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

  test('names files that exist', () => {
    const files = globSync('{src,scripts,test}/**/*.ts');
    const missing = [...page.matchAll(/`([\w/.-]+\.ts)`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  });
});
