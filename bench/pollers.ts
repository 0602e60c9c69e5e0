/**
 * Simulates workers that poll a category: each has its own ETag, and asks once in a round. Measures the requests and
 * bytes of a round in which nothing has changed, and of the round after a change, at the service, at a replica, and at
 * an edition behind nginx (if nginx is installed).
 *
 *   npm run bench -- pollers [--data <dir>] [--connections 32]
 */
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { startIdentityServer } from '../test/support/identity-server.ts';
import { hasNginx, startNginx } from '../test/support/nginx.ts';
import { residentMiB } from '../test/support/process-memory.ts';
import { importData, startService, temporaryDirectory } from '../test/support/service-process.ts';
import { processorSeconds } from './load.ts';
import { RegistryClient, writers } from './registry-calls.ts';
import { benchArguments, median, rounded } from './report.ts';

const pollers = 10_000;
const path = '/api/model_references/v2/image_generation';

interface Place {
  readonly url: string;
  readonly pid: number;
}

export async function benchPollers(argv: string[]): Promise<unknown> {
  const { data, connections } = benchArguments(argv);
  await using stack = new AsyncDisposableStack();
  const identity = await startIdentityServer();
  stack.defer(() => identity.close());
  const [home, copy] = [temporaryDirectory(), temporaryDirectory()];
  stack.defer(() => [home, copy].forEach((folder) => void rmSync(folder, { recursive: true, force: true })));
  await importData(data, home);
  const folder = join(home, 'site');
  const service = await startService(
    home,
    { ...writers(identity.url), MODELREF_PUBLISH_DIRECTORY: folder },
    { keep: true },
  );
  stack.defer(() => service.stop());
  const replica = await startService(
    copy,
    { MODELREF_REPLICATE_MODE: 'REPLICA', MODELREF_PRIMARY_API_URL: `${service.url}/api` },
    { keep: true },
  );
  stack.defer(() => replica.stop());
  const places: Record<string, Place> = { service, replica };
  const client = new RegistryClient(service.url);
  const bodyOf = async ({ url }: Place) => (await get(url + path, {}, new Agent())).body.toString();
  if (await hasNginx()) {
    const site = readFileSync('deploy/edition/nginx.conf', 'utf8').replaceAll('/srv/edition', folder);
    await until(
      async () =>
        (await bodyOf(service)) ===
        readFileSync(join(folder, 'current', 'model_references/v2/image_generation.json'), 'utf8'),
    );
    const nginx = await startNginx(
      (port) => site.replace('listen 8080;', `listen 127.0.0.1:${port};`),
      home,
      path,
    );
    stack.defer(() => nginx.stop());
    places['edition behind nginx'] = nginx;
  }
  const same = () =>
    until(async () => {
      const bodies = await Promise.all(Object.values(places).map(bodyOf));
      return new Set(bodies).size === 1;
    });
  await same();
  const folderMs: number[] = [];
  for (let change = 0; change < 10; change += 1) {
    const before = readlinkSync(join(folder, 'current'));
    await write(client, `change ${change}`);
    const applied = performance.now();
    await until(async () => readlinkSync(join(folder, 'current')) !== before, 1);
    folderMs.push(performance.now() - applied);
  }
  console.log(
    `from the answer of an apply to its edition: median ${rounded(median(folderMs))} ms, longest ${rounded(Math.max(...folderMs))} ms of ${folderMs.length}`,
  );
  const rows: Record<string, object> = {};
  for (const withEtags of [true, false]) {
    const known = new Map(
      Object.keys(places).map((place) => [place, new Array<string | undefined>(pollers)]),
    );
    for (const round of ['first', 'unchanged', 'after a change'] as const) {
      if (round === 'after a change') {
        await write(client, `poller ${withEtags}`);
        await same();
        // Bodies are compressed in the background, after a pause.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      for (const [place, target] of Object.entries(places)) {
        const figures = await poll(target, withEtags ? (known.get(place) as []) : null, connections);
        if (round !== 'first') rows[`${place}, ${withEtags ? 'ETags' : 'no ETags'}, ${round}`] = figures;
      }
    }
  }
  console.log(`${pollers} pollers of ${path}, gzip, ${connections} connections`);
  console.table(rows);
  return { rows, folderMs };
}

async function write(client: RegistryClient, name: string): Promise<void> {
  const id = await client.propose('image_generation', { name, baseline: 'stable_diffusion_xl', nsfw: false });
  await client.approve([id]);
  await client.apply([id]);
}

/** Has every poller ask once. @param etags of each poller, kept for the next round; null: pollers without ETags */
async function poll({ url, pid }: Place, etags: (string | undefined)[] | null, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const [began, processorBegan] = [performance.now(), processorSeconds(pid)];
  let [next, changed, bytes] = [0, 0, 0];
  const work = async (): Promise<void> => {
    for (let poller = next++; poller < pollers; poller = next++) {
      const etag = etags?.[poller];
      const { status, body, headers } = await get(
        url + path,
        { 'accept-encoding': 'gzip', ...(etag && { 'if-none-match': etag }) },
        agent,
      );
      if (status === 200) changed += 1;
      else if (status !== 304) throw new Error(`${url} answered ${status}`);
      bytes += body.length + headers.length;
      if (etags) etags[poller] = /^etag: (.*)$/im.exec(headers)?.[1];
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return {
    '200': changed,
    MB: rounded(bytes / 1e6),
    'requests/s': Math.round(pollers / seconds),
    'µs of its processor': rounded(((processorSeconds(pid) - processorBegan) * 1e6) / pollers),
    MiB: residentMiB(pid).now,
  };
}

interface Got {
  readonly status: number;
  readonly body: Buffer;
  readonly headers: string;
}

function get(url: string, headers: Record<string, string>, agent: Agent): Promise<Got> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const lines = response.rawHeaders.map((text, at) => text + (at % 2 === 0 ? ': ' : '\r\n')).join('');
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(pieces),
          headers: `HTTP/1.1 200 OK\r\n${lines}\r\n`,
        });
      });
    })
      .on('error', reject)
      .end();
  });
}

async function until(holds: () => Promise<boolean>, everyMs = 50): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; ) {
    if (await holds().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error('the places did not become the same within two minutes');
}
