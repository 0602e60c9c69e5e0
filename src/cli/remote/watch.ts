import { ApiError, type ModelChange, ModelrefClient } from '#client';
import { diskCache } from '#client/disk';
import { anyNumber, command, flag, value, wholeNumber } from '../command.ts';
import type { LineStyle } from '../terminal.ts';
import { printJson } from './output.ts';
import { checkCategories, openServer, serverOptions } from './registry.ts';

const styles: Readonly<Record<ModelChange['operation'], LineStyle>> = {
  create: 'green',
  update: 'yellow',
  delete: 'red',
};

export const watchCommand = command({
  name: 'watch',
  about: 'Print each change of a live model as it happens, until stopped.',
  arguments: [anyNumber('category', 'only these categories; default: all')],
  options: {
    ...serverOptions,
    files: flag('only changes for which a worker has to fetch or delete something'),
    count: value('<n>', 'end after this many changes', wholeNumber),
    copy: value(
      '<directory>',
      'keep a copy in this directory; the next run then prints what happened in between',
    ),
  },
  help: `
Follows the stream of the feed, where there is none its pages, else asks once a minute. While the registry is away, the command waits.
With --json: one change a line, with the record before and after.

Examples:
  modelref watch image_generation --files
  modelref watch --json | jq -r .name`,
  async run(terminal, options, categories) {
    const registry = openServer(terminal, options);
    const { server } = registry;
    // One that nobody knows would be watched for ever. While the registry is away, a copy goes on.
    await checkCategories(registry, categories).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
    const cache = options.copy === undefined ? undefined : diskCache(options.copy);
    const client = new ModelrefClient({ server, ...(cache && { cache }) });
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const follower = await client.follow({
      ...(categories.length > 0 && { categories }),
      signal: stop.signal,
    });
    terminal.note(`Watching ${server}`);
    let seen = 0;
    for await (const change of follower.changes(stop.signal)) {
      if (options.files && !change.affectsFiles) continue;
      if (options.json) printJson(terminal, change);
      else terminal.print(lineOf(change), styles[change.operation]);
      seen += 1;
      if (seen === options.count) break;
    }
  },
});

function lineOf({ operation, category, name, files, fields }: ModelChange): string {
  const parts = [
    ...files.map(({ file, kind }) => `${file} (${kind})`),
    ...(operation === 'update' ? fields : []),
  ];
  return [operation, category, name, ...(parts.length > 0 ? [`[${parts.join(', ')}]`] : [])].join('  ');
}
