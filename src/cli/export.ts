import { join } from 'node:path';
import { Command, Option } from 'commander';
import type { CanonicalFormat } from '../records/categories/category.ts';
import { withDatabase } from './read-environment.ts';
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
    .option(
      '--schemas',
      "v2: also write each file's JSON Schema, and its place into the file as $schema, for editors",
    )
    .addHelpText(
      'after',
      `
The same models always give the same bytes. Importing what was exported changes nothing.

Examples:
  modelref export backup --format v2
  modelref export for-editing --format v2 --schemas
  modelref export AI-Horde-image-model-reference --format legacy`,
    )
    .action(
      async (
        directory: string,
        { format, schemas = false }: { format: CanonicalFormat; schemas?: boolean },
      ) => {
        await withDatabase(terminal, null, async (store, settings) => {
          const [{ filesOfDatabase }, { writeFinished }, { categories }, { exportReferences }] =
            await Promise.all([
              import('../app/open-database.ts'),
              import('../kernel/files/finished-file.ts'),
              import('../records/categories/index.ts'),
              import('../modules/transfer/index.ts'),
            ]);
          const options = { replace: true, keep: filesOfDatabase(settings), mode: 0o666 };
          const files = await exportReferences(store, categories, format, { schemas });
          for (const { name, text, holds } of files) {
            await writeFinished(join(directory, name), options, (file) => file.writeFile(text));
            terminal.print(`${join(directory, name)}: ${holds}`);
          }
        });
      },
    );
}
