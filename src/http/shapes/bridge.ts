import { z } from 'zod';
import { laxEnum, laxObject } from '../../registry/records/lax.ts';

const kinds = ['image', 'text'] as const;

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
