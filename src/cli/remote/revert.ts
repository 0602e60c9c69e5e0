import { command, flag, parseWholeNumber, requiredArgument } from '../command.ts';
import { UsageError } from '../terminal.ts';
import { confirmDecision, formatChangeCount } from './confirm-changes.ts';
import { printDiff, printJson } from './output.ts';
import { createClient, serverOptions } from './registry.ts';

export const revertCommand = command({
  name: 'revert',
  about: 'Propose to revert a batch, by one change for each model.',
  arguments: [requiredArgument('batch', 'id of an applied batch', parseWholeNumber)],
  options: {
    ...serverOptions,
    dryRun: flag('print what would be queued, without queueing it'),
    yes: flag('do not ask for confirmation'),
  },
  help: `
First shows the changes, and the later writes that they undo. Asks for confirmation on a terminal; elsewhere --yes is required.
With --json: the queued changes, or the dry run.

Examples:
  modelref revert 4 --dry-run
  modelref revert 4 --yes`,
  async run(terminal, options, id) {
    const { queue } = createClient(terminal, options);
    const preview = await queue.revertPreview(id);
    if (options.dryRun && options.json) return printJson(terminal, preview);
    const messageTerminal = options.json ? { ...terminal, print: terminal.note } : terminal;
    for (const { category, model_name, reason } of preview.skipped)
      terminal.note(`Not undone: ${category} ${model_name}: ${reason}`);
    for (const { category, model_name, reason } of preview.changed_since)
      terminal.note(`Written again since, also undone: ${category} ${model_name}: ${reason}`);
    for (const { diff, findings } of preview.changes) {
      messageTerminal.print(`${diff.operation} ${diff.category} ${diff.model_name}`, 'bold');
      printDiff(messageTerminal, diff.field_diffs, findings);
    }
    if (preview.changes.length === 0)
      terminal.note('There is nothing to undo: every model is as it was before.');
    if (options.dryRun || preview.changes.length === 0) return;
    if (!options.yes && !terminal.confirm) {
      throw new UsageError(
        'Cannot ask for confirmation without a terminal: use --yes to queue the changes, or --dry-run to preview them.',
      );
    }
    await confirmDecision(terminal, [], `Queue ${formatChangeCount(preview.changes)}?`, options);
    const answer = await queue.revert(id);
    if (options.json) return printJson(terminal, answer);
    const ids = answer.queued.map(({ change_id }) => change_id).join(', ');
    terminal.print(`${answer.queued.length} queued, to undo batch ${id}: ${ids}.`);
  },
});
