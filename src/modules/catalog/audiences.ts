import { z } from 'zod';
import { invalidInput } from '../../kernel/errors.ts';
import { firstNames } from '../../kernel/first-names.ts';
import {
  type Audience,
  bothOf,
  type ClientProfile,
  clientProfileCategory,
  everybody,
  profileOf,
  understandsAll,
  withCanonical,
} from '../../records/audience.ts';
import { knownBaselines } from '../../records/baselines/known-baselines.ts';
import type { CategoryDefinition } from '../../records/categories/category.ts';
import { findCategory } from '../../records/categories/index.ts';
import { laxLiteral, laxString, queryList, queryValue } from '../../records/lax.ts';
import { channels } from '../../records/lifecycle.ts';
import type { Catalog } from './catalog.ts';

/** Largest number of baselines that one query may name, and largest length of a name, in characters. */
const most = { baselines: 200, length: 300 };
/** Largest number of known names that an error message lists. */
const mostListed = 50;

/** The query parameters by which a client says which models it wants to see and which it understands. */
export const audienceFields = {
  channel: queryValue(laxLiteral(channels)).optional().meta({
    description: '`beta`: with the models that are in beta. Absent, or `common`: without them.',
  }),
  baselines: queryList(laxString({ max: most.length }), { max: most.baselines })
    .optional()
    .meta({
      description:
        'The baselines that the client understands, separated by commas or repeated: models of others are left out, those without one stay.',
    }),
  client: queryValue(laxString({ max: most.length }))
    .optional()
    .meta({
      description:
        'The client profile of what the client understands, a record of the category `client_profile`: models that it does not are left out.',
    }),
};

export const audienceQuery = z.object(audienceFields);
export type AudienceQuery = Partial<z.output<typeof audienceQuery>>;

/** Makes the object that determines the audience of a read. */
export function createAudiences({ catalog }: { readonly catalog: Pick<Catalog, 'snapshot'> }) {
  const named = (name: string): ClientProfile => {
    if (!findCategory(clientProfileCategory)) {
      throw refused(
        'client',
        name,
        `This registry keeps no client profiles: it is to be started with EXTRA_CATEGORIES=${clientProfileCategory}`,
      );
    }
    const profiles = catalog.snapshot('v2', clientProfileCategory);
    const found = profiles.get(name);
    if (found) return profileOf(found.record);
    const known = profiles.records.map((profile) => profile.name);
    throw refused('client', name, `There is no client profile '${name}'. Known: ${listed(known)}`);
  };

  return {
    /**
     * Gives the audience that a query describes.
     * @param category the category that is read; absent: several categories are read
     * @throws RegistryError invalid_input (422) for a client profile that does not exist, and for a baseline
     * that no model of the category can have
     */
    of(query: AudienceQuery, category?: CategoryDefinition): Audience {
      const { channel = 'common', client, baselines } = query;
      if (channel === 'common' && client === undefined && baselines === undefined) return everybody;
      const profiles = [
        ...(client === undefined ? [] : [named(client)]),
        ...(baselines === undefined ? [] : [{ ...understandsAll, baselines: namesOf(baselines, category) }]),
      ];
      return { channel, profile: profiles.length === 0 ? null : profiles.reduce(bothOf) };
    },
  };
}

function namesOf(
  baselines: readonly string[],
  category: CategoryDefinition | undefined,
): ReadonlySet<string> {
  const names = baselines
    .flatMap((list) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known = knownBaselines();
  const of = category?.baselinesOf ?? null;
  if (of === null || known.names(of).length === 0) return withCanonical(new Set(names));
  const canonical = new Set(names.map((name) => known.canonical(of, name)));
  const unknown = [...canonical].find((name) => !known.has(of, name));
  if (unknown === undefined) return canonical;
  throw refused('baselines', unknown, `There is no baseline '${unknown}'. Known: ${listed(known.names(of))}`);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : firstNames(names, mostListed);
}

function refused(parameter: string, input: string, msg: string) {
  return invalidInput([{ type: 'value_error', loc: ['query', parameter], msg, input }]);
}
