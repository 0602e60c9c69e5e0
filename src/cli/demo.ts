import { Command } from 'commander';
import type { DemoOptions } from './run-demo.ts';
import type { Terminal } from './terminal.ts';

export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .description(
      'Run the service for trying it out, on this machine only, with sample data and test accounts.',
    )
    .option('--data <directory>', 'fill an empty database with the model reference files of this directory')
    .option('--empty-queue', 'let the samples come without changes to review')
    .addHelpText('after', help)
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import('./run-demo.ts');
      await runDemo(terminal, options);
    });
}

const help = `
A PRIMARY with canonical format v2 on MODELREF_HOST (a loopback address) and MODELREF_PORT, with a database of its
own: sqlite:./data/demo.db, or the SQLite file that MODELREF_DATABASE_URL names for this run (not the one of a .env).
An empty database is filled with a few well-known public models and changes to review (without --data); one that holds anything but a demo's data is refused.
Keys are checked by an identity service that the demo runs itself, no webhooks are sent, and requests are answered
only under a loopback name (Host). Other settings are as in the environment.`;
