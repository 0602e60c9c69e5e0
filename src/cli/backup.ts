import { Command } from 'commander';
import { readEnvironment } from './read-environment.ts';
import type { Terminal } from './terminal.ts';

export function backupCommand(terminal: Terminal): Command {
  return new Command('backup')
    .description('Copy the SQLite database to a file while the service goes on.')
    .argument('<file>', 'where to write: there when the copy is complete, checked and on the disk')
    .option('--force', 'replace the file when it is there already')
    .addHelpText(
      'after',
      `
The copy is the state of one moment, readable by its owner alone. Whatever would touch the database itself is refused, under every
name it goes by. To restore it, stop the service, put the file in the place of the database (and remove that one's
-wal and -shm files), and start. PostgreSQL databases are backed up with pg_dump.

Example:
  modelref backup backups/registry-$(date +%F).db`,
    )
    .action(async (file: string, { force = false }: { force?: boolean }) => {
      const { settings } = await readEnvironment(terminal, 'PRIMARY');
      const { backupDatabase } = await import('../app/open-database.ts');
      await backupDatabase(settings, file, { replace: force });
      terminal.print(`${file}: complete`);
    });
}

export function copyCommand(terminal: Terminal): Command {
  return new Command('copy')
    .description('Copy a whole database into an empty one, on SQLite or PostgreSQL.')
    .requiredOption('--from <url>', 'the database to read: sqlite:<file> or postgres://…')
    .requiredOption('--to <url>', 'the database to fill; it has to be empty, or not to exist yet (SQLite)')
    .addHelpText(
      'after',
      `
Everything is taken over as it is: records byte for byte, ids, the queue, the audit trail with its hashes. Stop the services that write
into the source first; reading it needs no stop. Either everything is copied or nothing.

Example:
  modelref copy --from sqlite:./data/registry.db --to postgres://modelref@localhost/modelref`,
    )
    .action(async ({ from, to }: { from: string; to: string }) => {
      const { copyDatabase } = await import('../app/copy-database.ts');
      const copied = await copyDatabase(from, to, (table, rows) => terminal.note(`${table}: ${rows} rows`));
      terminal.print(`${copied} rows copied`);
    });
}
