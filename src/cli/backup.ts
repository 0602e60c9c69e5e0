import { command, flag, mandatory, requiredArgument, value } from './command.ts';
import { readEnvironment } from './read-environment.ts';

export const backupCommand = command({
  name: 'backup',
  about: 'Copy the SQLite database to a file while the service is running.',
  arguments: [requiredArgument('file', 'target file; it appears once the copy is complete and verified')],
  options: { force: flag('replace an existing file') },
  help: `
The copy is a snapshot, readable by its owner only. The database itself is refused as target, under any name. To restore
a copy, stop the service, replace the database with the file, remove the -wal and -shm files of the database, and start. PostgreSQL databases are backed up with pg_dump.

Example:
  modelref backup backups/registry-$(date +%F).db`,
  async run(terminal, { force }, file) {
    const { settings } = await readEnvironment(terminal, 'PRIMARY');
    const { backupDatabase } = await import('../app/open-database.ts');
    await backupDatabase(settings, file, { replace: force });
    terminal.print(`${file}: the copy is complete`);
  },
});

export const copyCommand = command({
  name: 'copy',
  about: 'Copy a whole database into an empty one, on SQLite or PostgreSQL.',
  options: {
    from: mandatory(value('<url>', 'source database: sqlite:<file> or postgres://…')),
    to: mandatory(value('<url>', 'target database; must be empty, or not exist yet (SQLite)')),
  },
  help: `
Everything is copied unchanged: records byte for byte, ids, the queue, the audit trail with its hashes. First stop the services
that write to the source; readers may keep running. Either everything is copied or nothing. The source is not changed: an SQLite
source is first copied to a folder beside the target, or for temporary files; a PostgreSQL source with an older schema is refused.

Example:
  modelref copy --from sqlite:./data/registry.db --to postgres://modelref@localhost/modelref`,
  async run(terminal, { from, to }) {
    const { copyDatabase } = await import('../app/copy-database.ts');
    const rowCount = await copyDatabase(from, to, (table, rows) => terminal.note(`${table}: ${rows} rows`));
    terminal.print(`${rowCount} rows copied`);
  },
});
