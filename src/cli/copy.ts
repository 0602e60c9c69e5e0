import { Command } from 'commander';
import type { Terminal } from './terminal.ts';

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
