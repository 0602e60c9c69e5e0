import { z } from 'zod';
import { laxEnum, laxObject, laxString } from '../../records/lax.ts';

const kinds = ['image', 'text'] as const;

const accepted = z.object({ commit: z.string(), files: z.array(z.string()), by: z.string(), at: z.int() });

export const bridgeStatus = z
  .object({
    repositories: z.array(
      z.object({
        repository: z.enum(kinds),
        url: z.string(),
        branch: z.string(),
        policy: z.enum(['review', 'trust']),
        out: z.enum(['pull_request', 'push', 'none']),
        github: z.string().nullable(),
        commit: z.string().nullable().meta({ description: 'Taken in last; null before the first.' }),
        commit_title: z.string().nullable(),
        behind: z.int().meta({ description: 'Commits that were seen there and are not taken in.' }),
        synced_at: z.int().nullable().meta({ description: 'When a sync came to its end.' }),
        tried_at: z.int().nullable().meta({ description: 'When one ended, in whatever way.' }),
        error: z.string().nullable().meta({ description: 'Why the last sync did not come to its end.' }),
        outgoing: z.int().meta({ description: 'Models whose changes here are not merged there.' }),
        pull_request: z.object({ number: z.int(), url: z.string() }).nullable(),
        refused: z.object({ number: z.int(), url: z.string() }).nullable().meta({
          description:
            'Our pull request that was closed there unmerged; it stays closed until the changes differ, or it is reopened.',
        }),
        question: z
          .object({
            commit: z.string(),
            title: z.string(),
            rewritten: z
              .boolean()
              .meta({ description: 'After a rewritten history: what is accepted goes to review.' }),
            files: z.array(
              z.object({
                file: z.string(),
                category: z.string(),
                known: z.int().meta({ description: 'Models that both sides had.' }),
                gone: z.int().meta({ description: 'Those of them that are not there any more.' }),
                added: z.int().meta({ description: 'Models that are not here yet.' }),
                rows: z.int(),
                unreadable: z.int(),
                names: z.array(z.string()).meta({ description: 'Of models that are gone; at most 1000.' }),
              }),
            ),
          })
          .nullable()
          .meta({ description: 'Files that are not taken in until an approver accepts the commit.' }),
        accepted: accepted
          .nullable()
          .meta({ description: 'That was said of the commit, and no sync has acted upon it yet.' }),
        conflicts: z.array(
          z.object({
            category: z.string(),
            name: z.string(),
            change_id: z
              .int()
              .nullable()
              .meta({ description: 'The proposal that waits for a decision; null while there is none.' }),
          }),
        ),
        problems: z.array(
          z.object({
            file: z.string(),
            line: z.int().nullable(),
            name: z.string().nullable(),
            reason: z.string(),
          }),
        ),
        asked: z.boolean().meta({ description: 'Somebody has asked for a sync that has not begun.' }),
      }),
    ),
  })
  .meta({ id: 'BridgeStatus', description: 'The public repositories that are kept in step.' });

export const syncSelection = laxObject({ repository: laxEnum(kinds) }).meta({
  id: 'BridgeSyncRequest',
  description: 'Which repository is to be synced.',
});

export const syncAsked = z.object({ repository: z.enum(kinds), requested_at: z.int() }).meta({
  id: 'BridgeSyncAsked',
  description: 'It will be synced as soon as the instance that syncs is free.',
});

export const commitSelection = laxObject({
  repository: laxEnum(kinds),
  commit: laxString({ min: 1, max: 64 }),
}).meta({
  id: 'BridgeAcceptRequest',
  description: 'Which commit is accepted: the one that is asked about.',
});

export const commitAccepted = accepted.extend({ repository: z.enum(kinds) }).meta({
  id: 'BridgeAccepted',
  description: 'It will be taken in as soon as the instance that syncs is free.',
});
