import { systemClock } from '../kernel/clock.ts';
import { command, createWholeNumberParser, flag, value, withDefault } from './command.ts';
import { readEnvironment } from './read-environment.ts';
import { CommandFailed, printText } from './terminal.ts';

/** Exit code of a dry run with pending migrations; documented in docs/cli.md. */
const pendingExitCode = 8;

export const migrateCommand = command({
  name: 'migrate',
  about: 'Migrate the database to the current schema, as every start does.',
  options: {
    dryRun: flag(
      `print the pending migrations with their statements, without running them; exit code ${pendingExitCode} if there are any`,
    ),
    publishBetas: flag(
      'publish models in beta, which existed before 0.4.0 and which this version does not support',
    ),
    wait: withDefault(
      value(
        '<seconds>',
        'PostgreSQL: how long to wait for table locks of others (pg_dump, long queries)',
        createWholeNumberParser(0),
      ),
      600,
    ),
  },
  help: `
Creates a missing database, and its folder. On PostgreSQL the migrations lock all tables: while others hold locks, the command
retries, each time for about a second, and prints who holds them. Instances of an older version keep running meanwhile.

Examples:
  modelref migrate --dry-run
  modelref migrate --wait 60`,
  async run(terminal, { dryRun, publishBetas, wait }) {
    const { settings } = await readEnvironment(terminal, 'PRIMARY');
    const [{ planMigrations }, { openDatabase }, { betasMigration }] = await Promise.all([
      import('../store/plan-migrations.ts'),
      import('../app/open-database.ts'),
      import('../store/migrations/refuse-betas.ts'),
    ]);
    const plannedMigrations = await planMigrations(settings.databaseUrl);
    if (plannedMigrations.length === 0) return terminal.print('The schema is up to date.');
    if (dryRun) {
      for (const { number, name, statements, rewrites } of plannedMigrations) {
        terminal.print(`-- ${number} ${name}`);
        for (const statement of statements) printText(terminal, `${statement};`);
        if (rewrites) terminal.print('-- and modelref rewrites rows');
      }
      throw new CommandFailed(
        `${plannedMigrations.length} migrations are pending; nothing was changed (--dry-run).`,
        {
          exitCode: pendingExitCode,
        },
      );
    }
    const waitOptions = { onMigrationWait: terminal.note, migrationWaitMs: wait * 1000 };
    if (publishBetas && plannedMigrations.some(({ number }) => number === betasMigration)) {
      const storeBeforeMigration = await openDatabase(settings, {
        ...waitOptions,
        lastMigration: betasMigration - 1,
      });
      try {
        const { publishBetas: publish } = await import('../app/publish-betas.ts');
        const publishedModels = await publish(storeBeforeMigration, settings, systemClock.now());
        for (const { category, name } of publishedModels)
          terminal.print(`'${name}' (${category}): published`);
      } finally {
        await storeBeforeMigration.close();
      }
    }
    const store = await openDatabase(settings, waitOptions);
    await store.close();
    for (const { number, name } of plannedMigrations) terminal.print(`${number} ${name}: done`);
  },
});
