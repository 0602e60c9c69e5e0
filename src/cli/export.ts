import { join } from 'node:path';
import { choice, command, mandatory, requiredArgument } from './command.ts';
import { withDatabase } from './read-environment.ts';

export const exportCommand = command({
  name: 'export',
  about: 'Write the live models of the database as files.',
  arguments: [
    requiredArgument('dir', 'target directory; created if missing; files with the same names are replaced'),
  ],
  options: {
    format: mandatory(
      choice(
        '<format>',
        ['v2', 'legacy'],
        'v2: <category>.json; legacy: the files of the public repositories',
      ),
    ),
  },
  help: `
The same models always give the same bytes. An export that fails replaces no file. Importing what was exported changes nothing.

Examples:
  modelref export backup --format v2
  modelref export AI-Horde-image-model-reference --format legacy`,
  run: (terminal, { format }, directory) =>
    withDatabase(terminal, 'read', null, async (store, settings) => {
      const [
        { databaseFileNames: filesOfDatabase },
        { writeFilesAtomically: writeAllFinished },
        { Categories },
        { exportReferences, countSwitchedOffRecords },
      ] = await Promise.all([
        import('../app/open-database.ts'),
        import('../kernel/files/atomic-write.ts'),
        import('../records/categories/index.ts'),
        import('../modules/transfer/index.ts'),
      ]);
      const categories = new Categories(settings);
      const options = { replace: true, protectedPaths: filesOfDatabase(settings), mode: 0o666 };
      const files = await exportReferences(store, categories, format);
      await writeAllFinished(
        files.map(({ name, text }) => ({
          path: join(directory, name),
          write: (file) => file.writeFile(text),
        })),
        options,
      );
      for (const { name, contentText } of files) terminal.print(`${join(directory, name)}: ${contentText}`);
      const namesWithoutLegacy = categories.list
        .filter(({ legacy }) => legacy === null)
        .map(({ name }) => name);
      if (format === 'legacy' && namesWithoutLegacy.length > 0)
        terminal.note(`Left out, because they have no legacy form: ${namesWithoutLegacy.join(', ')}.`);
      const disabledCategories = format === 'v2' ? await countSwitchedOffRecords(store, categories) : [];
      if (disabledCategories.length > 0) {
        const categoryTexts = disabledCategories.map(({ name, records }) => `${name} (${records} records)`);
        terminal.note(`Left out, because EXTRA_CATEGORIES does not name them: ${categoryTexts.join(', ')}.`);
      }
    }),
});
