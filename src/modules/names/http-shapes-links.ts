import { z } from 'zod';
import { laxArray, laxObject, laxString } from '../../records/lax.ts';
import { limits } from '../../serving/requests/limits.ts';

export const groupAliasResponse = z
  .object({ canonical: z.string(), aliases: z.array(z.string()) })
  .meta({ id: 'GroupAliasResponse', description: 'A group and its other names.' });

export const groupAliasListResponse = z
  .object({ entries: z.array(groupAliasResponse) })
  .meta({ id: 'GroupAliasListResponse', description: 'All entries, by canonical group.' });

export const setAliasesRequest = laxObject({
  aliases: laxArray(laxString(), { max: limits.listedNames }),
}).meta({
  id: 'SetAliasesRequest',
  description: 'The whole list.',
});

export const addAliasRequest = laxObject({ alias: laxString() }).meta({ id: 'AddAliasRequest' });

export const removeAliasRequest = laxObject({ alias: laxString() }).meta({ id: 'RemoveAliasRequest' });

export const groupFamilyResponse = z
  .object({ family_name: z.string(), members: z.array(z.string()) })
  .meta({ id: 'GroupFamilyResponse', description: 'A family and its groups, sorted.' });

export const groupFamilyListResponse = z
  .object({ families: z.array(groupFamilyResponse) })
  .meta({ id: 'GroupFamilyListResponse', description: 'All families, by name.' });

export const setFamilyRequest = laxObject({
  members: laxArray(laxString(), { max: limits.listedNames }),
}).meta({
  id: 'SetFamilyRequest',
  description: 'All members.',
});

export const addFamilyMemberRequest = laxObject({ group_name: laxString() }).meta({
  id: 'AddFamilyMemberRequest',
});

export const removeFamilyMemberRequest = laxObject({ group_name: laxString() }).meta({
  id: 'RemoveFamilyMemberRequest',
});

export const detectFamiliesResponse = z
  .object({
    suggestions: z.array(groupFamilyResponse),
    total_groups_analyzed: z.int(),
    groups_in_families: z.int(),
    standalone_groups: z.int(),
  })
  .meta({ id: 'DetectFamiliesResponse', description: 'Suggestions only: nothing is stored.' });
