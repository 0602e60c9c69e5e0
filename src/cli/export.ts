import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { openDatabase } from '../app.ts';
import type { CanonicalFormat } from '../registry/categories/category.ts';
import { categories } from '../registry/categories/index.ts';
import { exportReferences } from '../services/transfer/export.ts';
import { readEnvironment } from './read-environment.ts';
import type { Terminal } from './terminal.ts';

export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .description('Write the live models of the database as files.')
    .argument('<dir>', 'where to write; made when missing, existing files of the same names are replaced')
    .addOption(
      new Option('--format <format>', 'v2: <category>.json; legacy: the files of the public repositories')
        .choices(['v2', 'legacy'])
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      `
The same models always give the same bytes. Importing what was exported changes nothing.

Examples:
  modelref export backup --format v2
  modelref export AI-Horde-image-model-reference --format legacy`,
    )
    .action(async (directory: string, { format }: { format: CanonicalFormat }) => {
      const { settings } = readEnvironment(terminal, 'PRIMARY');
      const store = await openDatabase(settings);
      try {
        const files = await exportReferences(store, categories, format);
        await mkdir(directory, { recursive: true });
        for (const { name, text, holds } of files) {
          await replaceFile(join(directory, name), text);
          terminal.print(`${join(directory, name)}: ${holds}`);
        }
      } finally {
        await store.close();
      }
    });
}

/** A reader of the file sees the old text or the new one, never a part. */
async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}
