import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { laxEnum, laxObject, laxString } from '../../records/lax.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { BridgeDesk } from './bridge-state.ts';

const kinds = ['image', 'text'] as const;

const accepted = z.object({ commit: z.string(), files: z.array(z.string()), by: z.string(), at: z.int() });

const bridgeStatus = z
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
                reasons: z.array(z.string()).meta({
                  description: 'Why it is not taken in by itself, and what taking it in would do.',
                }),
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
            acknowledged: z.boolean().meta({ description: 'Somebody knows of it: `bridge acknowledge`.' }),
          }),
        ),
        asked: z.boolean().meta({ description: 'Somebody has asked for a sync that has not begun.' }),
      }),
    ),
  })
  .meta({ id: 'BridgeStatus', description: 'The public repositories that are kept in step.' });

const syncSelection = laxObject({ repository: laxEnum(kinds) }).meta({
  id: 'BridgeSyncRequest',
  description: 'Which repository is to be synced.',
});

const syncAsked = z.object({ repository: z.enum(kinds), requested_at: z.int() }).meta({
  id: 'BridgeSyncAsked',
  description: 'It will be synced as soon as the instance that syncs is free.',
});

const commitSelection = laxObject({
  repository: laxEnum(kinds),
  commit: laxString({ min: 1, max: 64 }),
}).meta({
  id: 'BridgeAcceptRequest',
  description: 'Which commit is accepted: the one that is asked about.',
});

const commitAccepted = accepted.extend({ repository: z.enum(kinds) }).meta({
  id: 'BridgeAccepted',
  description: 'It will be taken in as soon as the instance that syncs is free.',
});

interface BridgeServices {
  /** Present only at a PRIMARY whose settings name public repositories. */
  readonly bridge?: BridgeDesk;
}

const prefix = '/model_references/v2/operations/bridge';
const tags = ['operations'];

/** Endpoints that show the state of the bridge, ask for a sync, and accept held files. */
export const bridge = ({ bridge: desk }: BridgeServices): Resource => ({
  name: 'bridge',
  endpoints: [
    endpoint({
      method: 'get',
      path: prefix,
      id: 'read_bridge_status',
      tags,
      summary: 'The public repositories that are kept in step',
      who: who.operates,
      answers: { 200: { description: 'Each, as it was last found.', schema: bridgeStatus } },
      handler: async () => ({
        repositories: ((await desk?.status()) ?? []).map(({ kind: _kind, ...status }) => status),
      }),
    }),
    endpoint({
      method: 'post',
      path: `${prefix}/sync`,
      id: 'ask_for_bridge_sync',
      tags,
      summary: 'Sync a public repository now',
      description:
        'Does what happens at the usual time anyway, and waits for a sync that runs. Watch `asked` and `tried_at` of its status.',
      who: who.operatesPrimary,
      body: syncSelection,
      answers: {
        200: { description: 'Asked for.', schema: syncAsked },
        ...refuses(404),
      },
      handler: async ({ clock }, { body: { repository }, caller }) => {
        const requested_at = clock.now();
        const reason = `${caller.username}: asked in the console`;
        await deskOf(desk, repository).requests.add({ id: randomUUID(), repositories: [repository], reason });
        return { repository, requested_at };
      },
    }),
    endpoint({
      method: 'post',
      path: `${prefix}/accept`,
      id: 'accept_bridge_commit',
      tags,
      summary: 'Take in a commit that removes or changes much',
      description:
        'Answers `question` of the status: the files that it names are taken in by the next sync, which is asked for, if that commit is the head of the branch then. It holds once.',
      who: who.operatesPrimary,
      body: commitSelection,
      answers: {
        200: { description: 'Accepted.', schema: commitAccepted },
        ...refuses(404, 409),
      },
      handler: async (_context, { body: { repository, commit }, caller }) => {
        const { accept, requests } = deskOf(desk, repository);
        const { by, at, files } = await accept(repository, commit, caller.username);
        const reason = `${by}: accepted ${commit}`;
        await requests.add({ id: randomUUID(), repositories: [repository], reason });
        return { repository, commit, files, by, at };
      },
    }),
  ],
});

/**
 * Gives `desk` itself, checked: there is a bridge, and it has this repository.
 * @throws RegistryError `not_found` when there is no bridge, or it has no such repository
 */
function deskOf(desk: BridgeDesk | undefined, repository: string): BridgeDesk {
  if (desk?.repositories.some(({ name }) => name === repository)) return desk;
  throw new RegistryError(
    'not_found',
    `The bridge has no repository of kind '${repository}' (setting BRIDGE).`,
  );
}
