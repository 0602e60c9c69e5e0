import { z } from 'zod';
import { laxArray, laxInt, laxObject, laxString, queryValue } from '../../records/lax.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { limits } from '../../serving/requests/limits.ts';
import { createNameParameter } from '../../serving/requests/path-parameters.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { NamesServices } from './module.ts';

const tags = ['v2', 'text_utils'];
const write = { tags, who: who.writesGroupEntries } as const;

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
  description: 'The complete list of aliases.',
});

const addAliasRequest = laxObject({ alias: laxString() }).meta({ id: 'AddAliasRequest' });

const removeAliasRequest = laxObject({ alias: laxString() }).meta({ id: 'RemoveAliasRequest' });

const aliasesPath = '/model_references/v2/text_generation/aliases';
const aliasesId = 'model_references_v2_text_generation_aliases';

const readAliases = { method: 'get', tags, who: who.readsGroupEntries('alias') } as const;
const aliasRoute = {
  path: `${aliasesPath}/{canonical}`,
  parameters: { canonical: createNameParameter('A group.') },
} as const;
const entry = { 200: { description: 'The updated entry.', schema: groupAliasResponse } };

/** Endpoints for the aliases of groups. Writes take effect at once, without review. */
export const textGenerationAliases = ({ groups }: Pick<NamesServices, 'groups'>): Resource => ({
  name: 'text-generation-aliases',
  endpoints: [
    endpoint({
      ...readAliases,
      path: aliasesPath,
      id: `list_aliases_${aliasesId}_get`,
      summary: 'List group aliases',
      answers: { 200: { description: 'All entries, by canonical group.', schema: groupAliasListResponse } },
      handler: () => groups.views.aliases(),
    }),
    endpoint({
      ...readAliases,
      ...aliasRoute,
      id: `get_alias_${aliasesId}__canonical__get`,
      summary: 'Get the aliases of a group',
      answers: { ...entry, ...errorResponses(404) },
      handler: (_context, { path }) => groups.aliases.get(path.canonical),
    }),
    endpoint({
      ...write,
      ...aliasRoute,
      method: 'put',
      id: `set_aliases_${aliasesId}__canonical__put`,
      summary: 'Replace the aliases of a group',
      description: 'Duplicates are removed. An empty list keeps the entry.',
      body: setAliasesRequest,
      answers: { ...entry, ...errorResponses(404, 409) },
      handler: (_context, { path, body, caller }) => groups.aliases.set(path.canonical, body.aliases, caller),
    }),
    endpoint({
      ...write,
      ...aliasRoute,
      method: 'delete',
      id: `delete_aliases_${aliasesId}__canonical__delete`,
      summary: 'Remove all aliases of a group',
      answers: { 204: { description: 'Deleted.' }, ...errorResponses(404) },
      handler: (_context, { path, caller }) => groups.aliases.delete(path.canonical, caller),
    }),
    endpoint({
      ...write,
      ...aliasRoute,
      method: 'post',
      path: `${aliasRoute.path}/add`,
      id: `add_alias_${aliasesId}__canonical__add_post`,
      summary: 'Add an alias',
      description: 'Adding an existing one has no effect.',
      body: addAliasRequest,
      answers: { ...entry, ...errorResponses(404, 409) },
      handler: (_context, { path, body, caller }) => groups.aliases.add(path.canonical, body.alias, caller),
    }),
    endpoint({
      ...write,
      ...aliasRoute,
      method: 'post',
      path: `${aliasRoute.path}/remove`,
      id: `remove_alias_${aliasesId}__canonical__remove_post`,
      summary: 'Remove an alias',
      description: 'Removing the last alias deletes the entry.',
      body: removeAliasRequest,
      answers: { ...entry, ...errorResponses(404) },
      handler: (_context, { path, body, caller }) =>
        groups.aliases.remove(path.canonical, body.alias, caller),
    }),
  ],
});

export const groupFamilyResponse = z
  .object({ family_name: z.string(), members: z.array(z.string()) })
  .meta({ id: 'GroupFamilyResponse', description: 'A family and its groups, sorted.' });

const groupFamilyListResponse = z
  .object({ families: z.array(groupFamilyResponse) })
  .meta({ id: 'GroupFamilyListResponse', description: 'All families, by name.' });

const setFamilyRequest = laxObject({
  members: laxArray(laxString(), { max: limits.listedNames }),
}).meta({
  id: 'SetFamilyRequest',
  description: 'The complete list of members.',
});

const addFamilyMemberRequest = laxObject({ group_name: laxString() }).meta({
  id: 'AddFamilyMemberRequest',
});

const removeFamilyMemberRequest = laxObject({ group_name: laxString() }).meta({
  id: 'RemoveFamilyMemberRequest',
});

const detectFamiliesResponse = z
  .object({
    suggestions: z.array(groupFamilyResponse),
    total_groups_analyzed: z.int(),
    groups_in_families: z.int(),
    standalone_groups: z.int(),
  })
  .meta({ id: 'DetectFamiliesResponse', description: 'Suggested families. They are not stored.' });

const familiesPath = '/model_references/v2/text_generation/families';
const familiesId = 'model_references_v2_text_generation_families';

const detectQuery = laxObject({
  min_prefix_length: queryValue(laxInt({ ge: 2, le: 20 }).default(3)).meta({
    description: 'Minimum length of the shared prefix, in characters.',
  }),
  min_family_size: queryValue(laxInt({ ge: 2, le: 50 }).default(2)).meta({
    description: 'Minimum number of groups in a family.',
  }),
});

const readFamilies = { method: 'get', tags, who: who.readsGroupEntries('family') } as const;
const familyRoute = {
  path: `${familiesPath}/{family_name}`,
  parameters: { family_name: createNameParameter('A family.') },
} as const;
const family = { 200: { description: 'The updated family.', schema: groupFamilyResponse } };

/** Endpoints for the families of groups. Writes take effect at once, without review. */
export const textGenerationFamilies = ({ groups }: Pick<NamesServices, 'groups'>): Resource => ({
  name: 'text-generation-families',
  endpoints: [
    endpoint({
      ...readFamilies,
      path: familiesPath,
      id: `list_families_${familiesId}_get`,
      summary: 'List families',
      answers: { 200: { description: 'By name.', schema: groupFamilyListResponse } },
      handler: () => groups.views.families(),
    }),
    endpoint({
      method: 'get',
      tags,
      path: `${familiesPath}/detect`,
      id: `detect_family_suggestions_${familiesId}_detect_get`,
      summary: 'Suggest families for groups',
      description:
        'Suggests a family for groups whose names start with the same words, separated by `-`. Does not store anything.',
      query: detectQuery,
      answers: { 200: { description: 'Suggestions, by name.', schema: detectFamiliesResponse } },
      handler: (_context, { query }) => groups.views.detectedFamilies(query),
    }),
    endpoint({
      ...readFamilies,
      ...familyRoute,
      id: `get_family_${familiesId}__family_name__get`,
      summary: 'Get a family',
      answers: { ...family, ...errorResponses(404) },
      handler: (_context, { path }) => groups.families.get(path.family_name),
    }),
    endpoint({
      ...write,
      ...familyRoute,
      method: 'put',
      id: `set_family_${familiesId}__family_name__put`,
      summary: 'Create or replace a family',
      description: 'Members are deduplicated and sorted. They need not be groups of models.',
      body: setFamilyRequest,
      answers: { ...family, ...errorResponses(404, 409) },
      handler: (_context, { path, body, caller }) =>
        groups.families.set(path.family_name, body.members, caller),
    }),
    endpoint({
      ...write,
      ...familyRoute,
      method: 'delete',
      id: `delete_family_${familiesId}__family_name__delete`,
      summary: 'Delete a family',
      answers: { 204: { description: 'Deleted.' }, ...errorResponses(404) },
      handler: (_context, { path, caller }) => groups.families.delete(path.family_name, caller),
    }),
    endpoint({
      ...write,
      ...familyRoute,
      method: 'post',
      path: `${familyRoute.path}/add`,
      id: `add_family_member_${familiesId}__family_name__add_post`,
      summary: 'Add a group to a family',
      description: 'Adding an existing one has no effect.',
      body: addFamilyMemberRequest,
      answers: { ...family, ...errorResponses(404, 409) },
      handler: (_context, { path, body, caller }) =>
        groups.families.add(path.family_name, body.group_name, caller),
    }),
    endpoint({
      ...write,
      ...familyRoute,
      method: 'post',
      path: `${familyRoute.path}/remove`,
      id: `remove_family_member_${familiesId}__family_name__remove_post`,
      summary: 'Remove a group from a family',
      description: 'Removing the last member deletes the family.',
      body: removeFamilyMemberRequest,
      answers: { ...family, ...errorResponses(404) },
      handler: (_context, { path, body, caller }) =>
        groups.families.remove(path.family_name, body.group_name, caller),
    }),
  ],
});
