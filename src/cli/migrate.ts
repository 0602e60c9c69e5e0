import { byDefault, command, flag, value, wholeNumberFrom } from './command.ts';
import { readEnvironment } from './read-environment.ts';
import { CommandFailed, printText } from './terminal.ts';

/** Exit code of a dry run that found migrations to make; documented in docs/cli.md. */
const pendingCode = 8;

export const migrateCommand = command({
  name: 'migrate',
  about: 'Bring the schema of the database up to date, as every start does, and do nothing else.',
  options: {
    dryRun: flag(
      `print the migrations that would run, with their statements, and change nothing; exit code ${pendingCode}: there are some`,
    ),
    wait: byDefault(
      value(
        '<seconds>',
        'PostgreSQL: how long others may keep the tables (a pg_dump, a long query) until this fails',
        wholeNumberFrom(0),
      ),
      600,
    ),
  },
  help: `
Makes the database where there is none, with its folder. On PostgreSQL it needs all tables to itself for as long as the migrations take;
while others hold some, it asks for them again and again, each time for about a second, says who holds them,
and lets instances of an older version go on meanwhile.

Examples:
  modelref migrate --dry-run
  modelref migrate --wait 60`,
  async run(terminal, { dryRun, wait }) {
    const { settings } = await readEnvironment(terminal, 'PRIMARY');
    const [{ planMigrations }, { openDatabase }] = await Promise.all([
      import('../store/plan-migrations.ts'),
      import('../app/open-database.ts'),
    ]);
    const planned = await planMigrations(settings.databaseUrl);
    if (planned.length === 0) return terminal.print('The schema is up to date.');
    if (dryRun) {
      for (const { number, name, statements, rewrites } of planned) {
        terminal.print(`-- ${number} ${name}`);
        for (const statement of statements) printText(terminal, `${statement};`);
        if (rewrites) terminal.print('-- and rows are written anew, by modelref');
      }
      throw new CommandFailed(
        `${planned.length} migrations are to be run; nothing was changed (--dry-run).`,
        {
          exitCode: pendingCode,
        },
      );
    }
    const store = await openDatabase(settings, {
      onMigrationWait: terminal.note,
      migrationWaitMs: wait * 1000,
    });
    await store.close();
    for (const { number, name } of planned) terminal.print(`${number} ${name}: done`);
  },
});
