import type { Agent, Dispatcher, request } from 'undici';

/** An HTTP client with its own connection pool. */
export interface HttpCalls {
  /** Makes one call without following redirects. */
  request(
    url: string | URL,
    options: Omit<NonNullable<Parameters<typeof request<null>>[1]>, 'dispatcher'>,
  ): Promise<Dispatcher.ResponseData>;
  /** Aborts the calls in progress and refuses further ones. */
  close(): Promise<void>;
}

/**
 * Creates an HTTP client with these connection limits. The library is loaded at the first call: it takes
 * about 5 MiB, and many processes make no calls.
 */
export function openHttpCalls(limits: Agent.Options): HttpCalls {
  const openAgent = async () => {
    const undici = await import('undici');
    return { agent: new undici.Agent(limits), send: undici.request };
  };
  let agentPromise: ReturnType<typeof openAgent> | undefined;
  let isClosed = false;
  return {
    async request(url, options) {
      if (isClosed) throw new Error('the service is stopping');
      agentPromise ??= openAgent().catch((error: unknown) => {
        // The next call retries the import.
        agentPromise = undefined;
        throw error;
      });
      const { agent, send } = await agentPromise;
      return send(url, { ...options, dispatcher: agent });
    },
    async close() {
      isClosed = true;
      await (await agentPromise?.catch(() => undefined))?.agent.destroy();
    },
  };
}
