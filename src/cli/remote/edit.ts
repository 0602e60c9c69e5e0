import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '#client';
import { command, flag, requiredArgument } from '../command.ts';
import { CommandFailed, type Terminal } from '../terminal.ts';
import { printDryRun } from './output.ts';
import { queueProposal, readInput, readRecord } from './propose.ts';
import { categoryOption, createClient, describeFailure, findModel, serverOptions } from './registry.ts';

export const editCommand = command({
  name: 'edit',
  about: 'Edit a record in an editor, review the diff, and propose it.',
  arguments: [requiredArgument('name', 'the name of the model')],
  options: { ...serverOptions, category: categoryOption, yes: flag('do not ask for confirmation') },
  help: `
The editor is VISUAL, or EDITOR. On a terminal, it opens again with the problems on top if the registry refuses the record; leave
the text unchanged to cancel. If another change of the model is applied meanwhile, nothing is proposed (exit code 5).
With --json: the queued change; the diff then goes to standard error.

Example:
  EDITOR=nano modelref edit ViT-L/14`,
  async run(terminal, options, name) {
    const editor = terminal.environment.VISUAL || terminal.environment.EDITOR;
    if (!editor) throw new CommandFailed('No editor configured: set EDITOR, such as EDITOR=nano.');
    const client = createClient(terminal, options);
    const messageTerminal = options.json ? { ...terminal, print: terminal.note } : terminal;
    const { category, copy } = await findModel(client, name, options.category);
    const originalText = `${JSON.stringify(withoutMetadata(copy.value), null, 2)}\n`;
    const folder = await mkdtemp(join(tmpdir(), 'modelref-edit-'));
    const path = join(folder, 'record.json');
    let isFileKept = false;
    try {
      await writeFile(path, originalText, { mode: 0o600 });
      let refusedEdit: { readonly text: string; readonly error: unknown } | undefined;
      for (;;) {
        await runEditor(editor, path);
        const text = withoutRemarks(await readInput(path));
        if (text === originalText)
          return messageTerminal.print('Nothing was changed, so nothing was proposed.');
        if (text === refusedEdit?.text) throw refusedEdit.error;
        try {
          const record = readRecord(text, path);
          const proposal = { category, operation: 'update', name, record } as const;
          printDryRun(messageTerminal, await client.queue.dryRun(proposal));
          if (options.yes || (await terminal.confirm?.('Propose this?'))) {
            await queueProposal(terminal, client, proposal, copy.etag, options.json);
            return;
          }
          isFileKept = true;
          throw new CommandFailed(`Nothing was proposed. Your text is saved in ${path}`);
        } catch (error) {
          const remarks = isFileKept ? null : describeRefusal(terminal, error);
          if (remarks === null) throw error;
          await writeFile(path, `${remarks}${text}`);
          refusedEdit = { text, error };
        }
      }
    } catch (error) {
      if (isFileKept) throw error;
      // Read as latin1, because the file may not be valid UTF-8.
      const editedText = await readFile(path, 'latin1')
        .then(withoutRemarks)
        .catch(() => null);
      isFileKept = editedText !== null && editedText !== Buffer.from(originalText).toString('latin1');
      if (isFileKept && editedText !== null) {
        await writeFile(path, editedText, 'latin1');
        terminal.note(`Your text is saved in ${path}`);
      }
      throw error;
    } finally {
      if (!isFileKept) await rm(folder, { recursive: true, force: true });
    }
  },
});

/**
 * Returns the lines that explain the errors in the edited record; they are shown above the record when the
 * editor opens again. Returns null when editing cannot help, or there is no terminal.
 */
function describeRefusal(terminal: Terminal, error: unknown): string | null {
  const isUserError =
    error instanceof CommandFailed || (error instanceof ApiError && error.kind === 'invalid');
  if (!isUserError || !terminal.confirm) return null;
  const lines = error instanceof ApiError ? describeFailure(error) : [error.message];
  const remarks = [
    ...lines,
    'Correct the record below, or leave it unchanged to cancel. These lines are ignored.',
  ];
  return remarks.map((line) => `${remarkPrefix} ${line.replace(/\s+/g, ' ')}\n`).join('');
}

/**
 * The prefix of the lines with remarks. No line of JSON begins with it, so the remarks can be removed again.
 */
const remarkPrefix = '//';

function withoutRemarks(text: string): string {
  return text.replace(/^(?:\/\/.*\r?\n)+/, '');
}

/**
 * Returns the record without its `metadata`. Only the server sets that field; it ignores submitted values.
 */
function withoutMetadata(record: object): object {
  const { metadata, ...rest } = record as { metadata?: unknown };
  return rest;
}

/**
 * Runs the editor through a shell, as git does, because the variable with the editor may contain arguments.
 * The path is passed to the shell as a separate argument.
 */
async function runEditor(editor: string, path: string): Promise<void> {
  const child = spawn('sh', ['-c', `${editor} "$@"`, editor, path], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new CommandFailed(`The editor (${editor}) failed. Nothing was proposed.`);
}
