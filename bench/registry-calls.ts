import { Agent, request } from 'node:http';
import { keys, users } from '../test/support/identity-server.ts';

const v2 = '/api/model_references/v2';

/**
 * Returns the settings of a service that asks the tests' identity service at `authUrl` for accounts. The
 * account `approver` may do all that a load run does.
 */
export function writers(authUrl: string): Record<string, string> {
  return {
    MODELREF_AUTH_URL: authUrl,
    MODELREF_PENDING_QUEUE__APPROVER_IDS: users.approver.id,
  };
}

/** A client of the write API, with its own connection and the approver's key: approvers may propose any number. */
export class RegistryClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string) {
    this.#url = url;
  }

  async propose(category: string, record: { name: string; [field: string]: unknown }): Promise<number> {
    const change = await this.#call('POST', `/${category}`, record);
    return Number(change.change_id);
  }

  async approve(changeIds: readonly number[]): Promise<void> {
    const body = { batch_title: 'load', approved_ids: changeIds };
    await this.#call('POST', '/pending_queue/batches', body);
  }

  async apply(changeIds: readonly number[]): Promise<void> {
    await this.#call('POST', '/pending_queue/apply', { change_ids: changeIds });
  }

  close(): void {
    this.#agent.destroy();
  }

  #call(method: string, path: string, body: unknown): Promise<Record<string, unknown>> {
    const headers = { apikey: keys.approver, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      request(this.#url + v2 + path, { method, headers, agent: this.#agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(text) as Record<string, unknown>);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
        });
      })
        .on('error', reject)
        .end(JSON.stringify(body));
    });
  }
}
