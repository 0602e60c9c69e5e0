import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageFiles } from '../../src/http/openapi/package-files.ts';

const text = (path: string) => readFileSync(path, 'utf8');
const { dependencies, devDependencies } = JSON.parse(text('package.json'));

test('checkout, version managers and image have the Node.js that the tests run on', () => {
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
