import type { FastifyInstance } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';

/** The host of a `Host` header, without its port and without the brackets of IPv6. */
const hostOf = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/**
 * Answers only requests that name an allowed host. So a page in a browser cannot reach a service on this
 * machine under a name of its own that it made lead here (DNS rebinding).
 *
 * @param allowHost by host name, without port; absent: every host is answered
 */
export function answerForHosts(
  server: FastifyInstance,
  allowHost: ((hostname: string) => boolean) | undefined,
): void {
  if (!allowHost) return;
  server.addHook('onRequest', async (request) => {
    const { host = '' } = request.headers;
    const [, v6, name = v6] = hostOf.exec(host) ?? [];
    if (name !== undefined && allowHost(name)) return;
    throw new RegistryError(
      'wrong_host',
      `This service does not answer for the host '${host}'; allowed: the loopback names, such as 127.0.0.1 and localhost.`,
    );
  });
}
