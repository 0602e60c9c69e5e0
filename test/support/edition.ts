/** Editions: a published folder of a service, and its paths. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPublisherDependencies } from '../../src/app/edition.ts';
import { type EditionManifest, readManifest } from '../../src/kernel/transparency/edition-manifest.ts';
import { EditionFolder, publishEdition } from '../../src/modules/edition/index.ts';
import type { TestApp } from './app.ts';

/** Publishes an edition of the app in a folder, whatever the settings of the app are. Returns its name. */
export async function publishOnce({ service }: TestApp, path: string): Promise<string> {
  const parts = await createPublisherDependencies(service);
  using folder = await EditionFolder.open(path, parts.signer.name);
  if (folder === null) throw new Error('locked');
  return (await publishEdition(folder, parts)).name;
}

/** The manifest of the newest edition in a folder; its signature is not checked. */
export function manifestIn(folder: string): EditionManifest {
  return readManifest(readFileSync(join(folder, 'current/manifest.json'), 'utf8'), null);
}

export const urlOf = (path: string) => `/api/${path.split('/').map(encodeURIComponent).join('/')}`;

export const hasCommand = (name: string): boolean => {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
