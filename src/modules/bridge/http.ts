import { randomUUID } from 'node:crypto';
import { RegistryError } from '../../kernel/errors.ts';
import { refuses } from '../../serving/openapi/errors.ts';
import { who } from '../../serving/requests/checks.ts';
import { endpoint } from '../../serving/routing/endpoint.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { BridgeDesk } from './bridge-status.ts';
import { bridgeStatus, commitAccepted, commitSelection, syncAsked, syncSelection } from './http-shapes.ts';

declare module '../../serving/context.ts' {
  interface AppContext {
    /** Only where public repositories are kept in step: at a PRIMARY whose settings name some. */
    readonly bridge?: BridgeDesk;
  }
}

const prefix = '/model_references/v2/operations/bridge';
const tags = ['operations'];

/** How the bridge to the public repositories is, and what it is asked to do before its time. */
export const bridge: Resource = {
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
      handler: async (context) => ({
        repositories: ((await context.bridge?.status()) ?? []).map(({ kind: _kind, ...status }) => status),
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
      handler: async ({ bridge: desk, clock }, { body: { repository }, caller }) => {
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
      summary: 'Take in a commit that removes much',
      description:
        'Answers `question` of the status: the files that it names are taken in by the next sync, which is asked for, if that commit is the head of the branch then. It holds once.',
      who: who.operatesPrimary,
      body: commitSelection,
      answers: {
        200: { description: 'Accepted.', schema: commitAccepted },
        ...refuses(404, 409),
      },
      handler: async ({ bridge: found }, { body: { repository, commit }, caller }) => {
        const desk = deskOf(found, repository);
        const { by, at, files } = await desk.accept(repository, commit, caller.username);
        const reason = `${by}: accepted ${commit}`;
        await desk.requests.add({ id: randomUUID(), repositories: [repository], reason });
        return { repository, commit, files, by, at };
      },
    }),
  ],
};

/** @throws RegistryError `not_found` */
function deskOf(desk: BridgeDesk | undefined, repository: string): BridgeDesk {
  if (desk?.repositories.some(({ name }) => name === repository)) return desk;
  throw new RegistryError('not_found', `No repository of kind '${repository}' is kept in step (BRIDGE).`);
}
