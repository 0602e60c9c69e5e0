import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RegistryError } from '../../kernel/errors.ts';
import { laxEnum, laxObject, laxString } from '../../records/lax.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { BridgeActions } from './bridge-state.ts';

const kinds = ['image', 'text'] as const;

const acceptance = z.object({ commit: z.string(), files: z.array(z.string()), by: z.string(), at: z.int() });

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
        commit: z
          .string()
          .nullable()
          .meta({ description: 'The last imported commit; null before the first import.' }),
        commit_title: z.string().nullable(),
        behind: z.int().meta({ description: 'Number of commits that are not imported yet.' }),
        synced_at: z.int().nullable().meta({ description: 'Time of the last successful sync.' }),
        tried_at: z.int().nullable().meta({ description: 'Time of the last sync, successful or not.' }),
        error: z.string().nullable().meta({ description: 'Error of the last sync.' }),
        outgoing: z
          .int()
          .meta({ description: 'Number of models whose changes are not merged upstream yet.' }),
        pull_request: z.object({ number: z.int(), url: z.string() }).nullable(),
        refused: z.object({ number: z.int(), url: z.string() }).nullable().meta({
          description:
            'The pull request that was closed without a merge. No new one is opened until the changes differ or it is reopened.',
        }),
        question: z
          .object({
            commit: z.string(),
            title: z.string(),
            rewritten: z.boolean().meta({
              description: 'True if the branch history was rewritten: accepted changes go to review.',
            }),
            files: z.array(
              z.object({
                file: z.string(),
                category: z.string(),
                known: z.int().meta({ description: 'Number of models that both sides had.' }),
                gone: z.int().meta({ description: 'Number of those models that the commit removes.' }),
                added: z.int().meta({ description: 'Number of new models.' }),
                rows: z.int(),
                unreadable: z.int(),
                names: z.array(z.string()).meta({ description: 'Names of removed models, at most 1000.' }),
                reasons: z.array(z.string()).meta({
                  description: 'Why the file is held, and the effect of importing it.',
                }),
              }),
            ),
          })
          .nullable()
          .meta({ description: 'Files that are held until an approver accepts the commit.' }),
        accepted: acceptance
          .nullable()
          .meta({ description: 'True if the commit was accepted and no sync has imported it yet.' }),
        conflicts: z.array(
          z.object({
            category: z.string(),
            name: z.string(),
            change_id: z
              .int()
              .nullable()
              .meta({ description: 'The pending proposal; null if there is none.' }),
          }),
        ),
        problems: z.array(
          z.object({
            file: z.string(),
            line: z.int().nullable(),
            name: z.string().nullable(),
            reason: z.string(),
            acknowledged: z.boolean().meta({ description: 'True after `bridge acknowledge`.' }),
          }),
        ),
        asked: z.boolean().meta({ description: 'True if a requested sync has not started yet.' }),
      }),
    ),
  })
  .meta({ id: 'BridgeStatus', description: 'The repositories that the bridge synchronizes.' });

const syncSelection = laxObject({ repository: laxEnum(kinds) }).meta({
  id: 'BridgeSyncRequest',
  description: 'The repository to sync.',
});

const syncRequested = z.object({ repository: z.enum(kinds), requested_at: z.int() }).meta({
  id: 'BridgeSyncAsked',
  description: 'The sync is requested. It starts when the instance that runs the bridge is free.',
});

const commitSelection = laxObject({
  repository: laxEnum(kinds),
  commit: laxString({ min: 1, max: 64 }),
}).meta({
  id: 'BridgeAcceptRequest',
  description: 'The held commit to accept.',
});

const commitAccepted = acceptance.extend({ repository: z.enum(kinds) }).meta({
  id: 'BridgeAccepted',
  description: 'The commit is accepted. The next sync imports it.',
});

interface BridgeServices {
  /** Present only at a PRIMARY with public repositories in its settings. */
  readonly bridge?: BridgeActions;
}

const prefix = '/model_references/v2/operations/bridge';
const tags = ['operations'];

/** Endpoints that show the state of the bridge, request a sync, and accept held files. */
export const bridge = ({ bridge: actions }: BridgeServices): Resource => ({
  name: 'bridge',
  endpoints: [
    endpoint({
      method: 'get',
      path: prefix,
      id: 'read_bridge_status',
      tags,
      summary: 'List the repositories of the bridge',
      who: who.operates,
      answers: {
        200: { description: 'The repositories with their latest known state.', schema: bridgeStatus },
      },
      handler: async () => ({
        repositories: ((await actions?.status()) ?? []).map(({ kind: _kind, ...status }) => status),
      }),
    }),
    endpoint({
      method: 'post',
      path: `${prefix}/sync`,
      id: 'ask_for_bridge_sync',
      tags,
      summary: 'Sync a repository of the bridge',
      description:
        'Requests a sync before the next scheduled one. It starts after a running sync has ended; `asked` and `tried_at` of the bridge status show its progress.',
      who: who.operatesPrimary,
      body: syncSelection,
      answers: {
        200: { description: 'The sync is requested.', schema: syncRequested },
        ...errorResponses(404),
      },
      handler: async ({ clock }, { body: { repository }, caller }) => {
        const requested_at = clock.now();
        const reason = `${caller.username}: asked in the console`;
        await requireActions(actions, repository).requests.add({
          id: randomUUID(),
          repositories: [repository],
          reason,
        });
        return { repository, requested_at };
      },
    }),
    endpoint({
      method: 'post',
      path: `${prefix}/accept`,
      id: 'accept_bridge_commit',
      tags,
      summary: 'Accept a held commit',
      description:
        'Answers `question` of the bridge status and requests a sync. The sync imports the held files if the commit is still the head of the branch. Valid for one sync.',
      who: who.operatesPrimary,
      body: commitSelection,
      answers: {
        200: { description: 'Accepted.', schema: commitAccepted },
        ...errorResponses(404, 409),
      },
      handler: async (_context, { body: { repository, commit }, caller }) => {
        const { accept, requests } = requireActions(actions, repository);
        const { by, at, files } = await accept(repository, commit, caller.username);
        const reason = `${by}: accepted ${commit}`;
        await requests.add({ id: randomUUID(), repositories: [repository], reason });
        return { repository, commit, files, by, at };
      },
    }),
  ],
});

/**
 * Returns `actions` if the bridge is configured for this repository.
 * @throws RegistryError `not_found` if there is no bridge, or it has no such repository
 */
function requireActions(actions: BridgeActions | undefined, repository: string): BridgeActions {
  if (actions?.repositories.some(({ name }) => name === repository)) return actions;
  throw new RegistryError(
    'not_found',
    `The bridge has no repository of kind '${repository}' (setting BRIDGE).`,
  );
}
