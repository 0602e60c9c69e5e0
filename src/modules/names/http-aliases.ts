import { z } from 'zod';
import { laxArray, laxObject, laxString } from '../../records/lax.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { nameOf } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';

const groupAliasResponse = z
  .object({ canonical: z.string(), aliases: z.array(z.string()) })
  .meta({ id: 'GroupAliasResponse', description: 'A group and its other names.' });

const groupAliasListResponse = z
  .object({ entries: z.array(groupAliasResponse) })
  .meta({ id: 'GroupAliasListResponse', description: 'All entries, by canonical group.' });

const setAliasesRequest = laxObject({
  aliases: laxArray(laxString(), { max: limits.listedNames }),
}).meta({
  id: 'SetAliasesRequest',
  description: 'The whole list.',
});

const addAliasRequest = laxObject({ alias: laxString() }).meta({ id: 'AddAliasRequest' });

const removeAliasRequest = laxObject({ alias: laxString() }).meta({ id: 'RemoveAliasRequest' });

const prefix = '/model_references/v2/text_generation/aliases';
const id = 'model_references_v2_text_generation_aliases';

const tags = ['v2', 'text_utils'];
const read = { method: 'get', tags, who: who.readsGroupEntries('alias') } as const;
const write = { tags, who: who.writesGroupEntries } as const;
const one = { path: `${prefix}/{canonical}`, parameters: { canonical: nameOf('A group.') } } as const;
const entry = { 200: { description: 'The entry as it is now.', schema: groupAliasResponse } };

/** Endpoints for the aliases of groups. Writes take effect at once, without review. */
export const textGenerationAliases: Resource = {
  name: 'text-generation-aliases',
  endpoints: [
    endpoint({
      ...read,
      path: prefix,
      id: `list_aliases_${id}_get`,
      summary: 'All alias entries',
      answers: { 200: { description: 'By canonical group.', schema: groupAliasListResponse } },
      handler: ({ groups }) => groups.views.aliases(),
    }),
    endpoint({
      ...read,
      ...one,
      id: `get_alias_${id}__canonical__get`,
      summary: 'The aliases of a group',
      answers: { ...entry, ...refuses(404) },
      handler: ({ groups }, { path }) => groups.aliases.get(path.canonical),
    }),
    endpoint({
      ...write,
      ...one,
      method: 'put',
      id: `set_aliases_${id}__canonical__put`,
      summary: 'Replace the aliases of a group',
      description: 'An alias that is given twice is kept once. An empty list stays an entry.',
      body: setAliasesRequest,
      answers: { ...entry, ...refuses(409) },
      handler: ({ groups }, { path, body, caller }) =>
        groups.aliases.set(path.canonical, body.aliases, caller),
    }),
    endpoint({
      ...write,
      ...one,
      method: 'delete',
      id: `delete_aliases_${id}__canonical__delete`,
      summary: 'Remove all aliases of a group',
      answers: { 204: { description: 'Gone.' }, ...refuses(404) },
      handler: ({ groups }, { path, caller }) => groups.aliases.delete(path.canonical, caller),
    }),
    endpoint({
      ...write,
      ...one,
      method: 'post',
      path: `${one.path}/add`,
      id: `add_alias_${id}__canonical__add_post`,
      summary: 'Add an alias',
      description: 'Adding it again changes nothing.',
      body: addAliasRequest,
      answers: { ...entry, ...refuses(409) },
      handler: ({ groups }, { path, body, caller }) => groups.aliases.add(path.canonical, body.alias, caller),
    }),
    endpoint({
      ...write,
      ...one,
      method: 'post',
      path: `${one.path}/remove`,
      id: `remove_alias_${id}__canonical__remove_post`,
      summary: 'Remove an alias',
      description: 'The entry goes with its last alias.',
      body: removeAliasRequest,
      answers: { ...entry, ...refuses(404) },
      handler: ({ groups }, { path, body, caller }) =>
        groups.aliases.remove(path.canonical, body.alias, caller),
    }),
  ],
};
