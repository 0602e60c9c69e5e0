import { ApiError, type ModelRecord, type ModelrefClient } from '#client';
import { categoriesNaming, findCategory } from '../../records/categories/index.ts';
import { command, value } from '../command.ts';
import { CommandFailed } from '../terminal.ts';
import { type Column, printJson, printTable, shortened } from './output.ts';
import { notFoundCode, openServer, serverOptions } from './registry.ts';

/** A row of the command's table: a baseline, with the number of models that have it. */
interface ListedBaseline {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly family: string | null;
  readonly models: number;
  /**
   * All other names in the baseline's record: other spellings in the registry, and the names that hosts of
   * models use.
   */
  readonly aliases: readonly string[];
}

const columns: readonly Column<ListedBaseline>[] = [
  { title: 'NAME', of: ({ name }) => name },
  { title: 'TITLE', of: ({ title }) => title },
  { title: 'CATEGORY', of: ({ category }) => category },
  { title: 'FAMILY', of: ({ family }) => family ?? '' },
  { title: 'MODELS', of: ({ models }) => models, right: true },
  { title: 'ALIASES', of: ({ aliases }) => shortened(aliases.join(', ')) },
];

export const baselinesCommand = command({
  name: 'baselines',
  about: 'List the baselines of a registry that keeps them as records.',
  options: {
    ...serverOptions,
    category: value('<name>', 'only the baselines that models of this category may name'),
  },
  help: `
The whole record of one: modelref get <name> --category baseline
With --json: an array of baselines, with all aliases.

Examples:
  modelref baselines --category image_generation
  modelref baselines --json | jq '.[] | select(.models == 0) | .name'`,
  async run(terminal, options) {
    const client = openServer(terminal, options);
    if (!(await client.referenceCategories()).includes('baseline')) {
      // At a server that is no registry there are no reference categories either.
      await client.categories();
      throw new CommandFailed(
        'This registry keeps no baselines as records: it is to be started with EXTRA_CATEGORIES=baseline.',
        { exitCode: notFoundCode },
      );
    }
    const records = [...(await client.category('baseline')).value.values()].map(readBaseline);
    const { category: given } = options;
    const wanted = given === undefined ? null : (findCategory(given)?.baselinesOf ?? given);
    const known = [...new Set(records.map(({ category }) => category))];
    const categories = known.filter((category) => wanted === null || category === wanted);
    if (wanted !== null && categories.length === 0) {
      throw new CommandFailed(
        `There is no baseline for models of '${given}'; there are some for: ${known.join(', ')}`,
        { exitCode: notFoundCode },
      );
    }
    const counts = new Map<string, readonly Distribution[]>();
    for (const category of categories) {
      const naming = categoriesNaming(category).map(({ name }) => modelsByBaseline(client, name));
      counts.set(category, await Promise.all(naming));
    }
    const listed = records.flatMap((record) => {
      const distributions = counts.get(record.category);
      if (!distributions) return [];
      const models = distributions.reduce((sum, of) => sum + (of[record.name]?.count ?? 0), 0);
      return [{ ...record, models }];
    });
    if (options.json) printJson(terminal, listed);
    else printTable(terminal, columns, listed);
  },
});

type Distribution = Readonly<Record<string, { readonly count: number }>>;

/**
 * Asks the registry how many models of a category have each baseline. Gives an empty object for a category
 * without models.
 */
async function modelsByBaseline(client: ModelrefClient, category: string): Promise<Distribution> {
  try {
    const statistics = await client.request('get', '/model_references/statistics/{model_category_name}', {
      path: { model_category_name: category as never },
    });
    return statistics.baseline_distribution;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return {};
    throw error;
  }
}

function readBaseline(record: ModelRecord): Omit<ListedBaseline, 'models'> {
  const { name, title, category, family, ...rest } = record as ModelRecord &
    Readonly<Record<string, unknown>>;
  const aliases = [rest.spellings, rest.legacy_spelling, rest.civitai_names, rest.hub_names].flat();
  return {
    name,
    title: String(title),
    category: String(category),
    family: typeof family === 'string' ? family : null,
    aliases: [...new Set(aliases.filter((each) => typeof each === 'string'))],
  };
}
