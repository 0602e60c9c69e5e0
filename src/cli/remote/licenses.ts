import type { ModelrefClient } from '#client';
import { licenseCertainties } from '../../records/licensing/stated.ts';
import { choice, command, flag, values, withDefault } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { printJson } from './output.ts';
import { checkCategories, createClient, serverOptions } from './registry.ts';

const options = {
  ...serverOptions,
  fill: flag('find licences on the pages of models without one, and propose them'),
  category: values('<name...>', 'with --fill: only models of these categories'),
  certainty: withDefault(
    choice('<certainty>', licenseCertainties, 'with --fill: minimum certainty of the proposed licences'),
    'likely',
  ),
  dryRun: flag('with --fill: print the licences found, without queueing changes'),
};

const fillPath = '/model_references/v2/licensing/fill';
/**
 * Number of consecutive calls without progress after which the command continues without the remaining
 * models.
 */
const maxIdleCalls = 3;

export const licencesCommand = command({
  name: 'licences',
  about: 'Count the licences of models, or find missing ones on their pages.',
  options,
  help: `
With --fill, the registry reads the pages at Hugging Face and Civitai, and queues the licences found as one batch of changes, with
the pages as evidence. Only licences that a page states are proposed. certain: the page of the model states the licence;
likely: the page of its base model does, or the name is inexact; guess: the page is only that of the file.

Examples:
  modelref licences --fill --dry-run
  modelref licences --fill --category image_generation --certainty certain`,
  async run(terminal, options) {
    const client = createClient(terminal, options);
    const { category: categories, certainty } = options;
    if (!options.fill) return printSummary(terminal, client, options.json);
    if (categories) await checkCategories(client, categories);
    const body = { certainty, ...(categories && { categories }) };
    const result = await readAll(terminal, client, body);
    for (const { models, ...group } of result.groups) {
      const usesText = `commercial use ${group.commercial_use}, redistribution ${group.redistribution}`;
      if (!options.json)
        terminal.print(
          `${models.length} models: ${group.license_expression}, ${group.certainty} (${usesText})`,
        );
    }
    if (!options.json) {
      for (const { category, model_name, question } of result.questions)
        terminal.note(`${category} ${model_name}: ${question}`);
      terminal.print(
        `${result.questions.length} models have contradictory or undefined licences, ${result.left_out.length} are left out, ${result.not_read} were not read.`,
      );
    }
    if (options.dryRun) return options.json ? printJson(terminal, result) : undefined;
    const queuedFill = await client.send<QueuedFill>('POST', fillPath, { body });
    if (options.json) return printJson(terminal, queuedFill);
    terminal.print(
      `${queuedFill.pending_change_ids.length} changes are queued for review, with the batch_id ${queuedFill.batch_id}.`,
    );
  },
});

interface FillResult {
  readonly groups: readonly {
    readonly license_expression: string;
    readonly commercial_use: string;
    readonly redistribution: string;
    readonly certainty: string;
    readonly models: readonly unknown[];
  }[];
  readonly questions: readonly {
    readonly category: string;
    readonly model_name: string;
    readonly question: string;
  }[];
  readonly left_out: readonly unknown[];
  readonly not_read: number;
}

type QueuedFill = FillResult & { readonly batch_id: string; readonly pending_change_ids: readonly number[] };

/**
 * Repeats the dry run until all models are read, or no call makes progress. Each call reads pages for some
 * seconds.
 */
async function readAll(terminal: Terminal, client: ModelrefClient, body: object): Promise<FillResult> {
  let result = await client.send<FillResult>('POST', `${fillPath}?dry_run=true`, { body });
  for (let idleCalls = 0; result.not_read > 0 && idleCalls < maxIdleCalls; ) {
    terminal.note(`${result.not_read} models are not read yet.`);
    const next = await client.send<FillResult>('POST', `${fillPath}?dry_run=true`, { body });
    idleCalls = next.not_read < result.not_read ? 0 : idleCalls + 1;
    result = next;
  }
  return result;
}

interface Summary {
  readonly total_assets: number;
  readonly licenses: Readonly<Record<string, number>>;
  readonly commercial_use: Readonly<Record<string, number>>;
}

async function printSummary(terminal: Terminal, client: ModelrefClient, json: boolean): Promise<void> {
  const summary = await client.send<Summary>('GET', '/model_references/v2/licensing/summary');
  if (json) return printJson(terminal, summary);
  for (const [license, count] of Object.entries(summary.licenses)) terminal.print(`${count}  ${license}`);
  const { unknown = 0 } = summary.commercial_use;
  terminal.print(`${unknown} of ${summary.total_assets} models and assets are without a conclusion.`, 'bold');
}
