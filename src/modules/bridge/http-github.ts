import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { answerWrite } from '../../serving/answers/json-answer.ts';
import type { Pages } from '../../serving/routing/resource.ts';
import { bridgeBranch, type RepositoryFacts } from './bridged-repository.ts';

/**
 * Receives GitHub's webhook deliveries at `/bridge/github`: a push or a pull request makes the bridge sync
 * soon. The endpoint answers at once; the instance that syncs does the work.
 */
export const githubWebhook: Pages = {
  name: 'github-webhook',
  routes:
    ({ settings, bridge }) =>
    async (scope) => {
      const { bridgeWebhookSecret: secret } = settings;
      if (secret === null || !bridge) return;
      // The signature is over the bytes as they came.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        ['application/json', formType],
        { parseAs: 'buffer' },
        async (_: FastifyRequest, bytes: Buffer) => bytes,
      );
      scope.post(
        '/bridge/github',
        // Of a request without any signature nothing is read.
        { onRequest: async (request) => void signatureOf(request) },
        async (request, reply) => {
          const signature = signatureOf(request);
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          if (!isHubSignature(secret, bytes, signature)) {
            throw new RegistryError(
              'invalid_key',
              'X-Hub-Signature-256 is not the signature of this body with the secret of this webhook.',
            );
          }
          const [event, id] = [headerOf(request, 'x-github-event'), headerOf(request, 'x-github-delivery')];
          if (event === 'ping') return answerWrite(reply, 202, { result: 'pong' });
          const repositories = repositoriesToSync(event, payloadOf(request, bytes), bridge.repositories);
          if (repositories.length === 0) return answerWrite(reply, 202, { result: 'no reason to sync' });
          const isNew = await bridge.requests.add({ id, repositories, reason: `GitHub: ${event}` });
          return answerWrite(reply, 202, { result: isNew ? 'will be synced' : 'known', repositories });
        },
      );
    },
};

const formType = 'application/x-www-form-urlencoded';

/**
 * Gives the signature of a delivery, from the header `X-Hub-Signature-256`.
 * @throws RegistryError `not_authenticated` when the header is missing or malformed
 */
function signatureOf({ headers }: FastifyRequest): string {
  const signature = headers['x-hub-signature-256'];
  if (typeof signature === 'string' && hubSignatureForm.test(signature)) return signature;
  throw new RegistryError(
    'not_authenticated',
    'X-Hub-Signature-256 is missing, or not of the form sha256=<64 hexadecimal digits>.',
  );
}

/**
 * Gives the value of a header that GitHub sends with each delivery.
 * @throws RegistryError `bad_request` when the header is missing or malformed
 */
function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  if (typeof value === 'string' && /^[\w.-]{1,100}$/.test(value)) return value;
  throw new RegistryError('bad_request', `The header ${name} is missing, or not what GitHub sends.`);
}

/**
 * Parses the payload of a delivery: the body itself, or the field `payload` when the body is a form.
 * @throws RegistryError `bad_request` when the payload is not JSON
 */
function payloadOf({ headers }: FastifyRequest, bytes: Buffer): JsonValue {
  const body = bytes.toString('utf8');
  const isForm = headers['content-type']?.startsWith(formType);
  const text = isForm ? new URLSearchParams(body).get('payload') : body;
  try {
    return JSON.parse(text ?? '') as JsonValue;
  } catch {
    throw new RegistryError('bad_request', 'The payload is not JSON.');
  }
}

/** Actions of GitHub's `pull_request` event that make the bridge sync. */
const pullRequestActions = ['opened', 'reopened', 'synchronize', 'edited', 'closed', 'ready_for_review'];

/**
 * Actions on the bridge's own pull request that make the bridge sync, because curators decide by them. Other
 * actions on this pull request cause no sync.
 */
const decisions = ['closed', 'reopened'];

/**
 * Gives the names of the repositories to sync after a delivery: after a push to a repository's branch, and
 * after somebody opens, changes or closes a pull request into this branch. Other events, and pushes to the
 * bridge's own branch, cause no sync.
 *
 * @param event name of the event, from the header `X-GitHub-Event`
 */
function repositoriesToSync(
  event: string,
  payload: JsonValue,
  repositories: readonly Pick<RepositoryFacts, 'name' | 'branch' | 'github'>[],
): string[] {
  const fullName = textAt(payload, 'repository', 'full_name')?.toLowerCase();
  if (fullName === undefined) return [];
  return repositories
    .filter(({ github, branch }) => {
      if (github?.toLowerCase() !== fullName) return false;
      if (event === 'push') return textAt(payload, 'ref') === `refs/heads/${branch}`;
      if (event !== 'pull_request' || textAt(payload, 'pull_request', 'base', 'ref') !== branch) return false;
      const action = textAt(payload, 'action') ?? '';
      const isOurs =
        textAt(payload, 'pull_request', 'head', 'ref') === bridgeBranch &&
        textAt(payload, 'pull_request', 'head', 'repo', 'full_name')?.toLowerCase() === fullName;
      return pullRequestActions.includes(action) && (!isOurs || decisions.includes(action));
    })
    .map(({ name }) => name);
}

function textAt(value: JsonValue, ...path: readonly string[]): string | undefined {
  let found: JsonValue | undefined = value;
  for (const key of path) found = isJsonObject(found) ? found[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

const hubSignatureForm = /^sha256=([0-9a-f]{64})$/i;

/**
 * Tells whether `signature`, a value of the header `X-Hub-Signature-256`, was made from `body` with `secret`.
 * The comparison takes the same time whichever digits are wrong.
 */
export function isHubSignature(secret: string, body: Uint8Array, signature: string): boolean {
  const given = hubSignatureForm.exec(signature)?.[1];
  if (given === undefined) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(given, 'hex'));
}
