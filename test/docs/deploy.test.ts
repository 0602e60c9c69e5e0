/** What can be said of the files in `deploy/` without a container engine, a proxy or systemd. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { stopWithinMs } from '../../src/app/build-server.ts';
import { readSettings } from '../../src/app/settings.ts';

const text = (path: string) => readFileSync(path, 'utf8');
const { services } = parse(text('deploy/compose.yaml'), { merge: true });
const { stopDelaySeconds } = readSettings({ MODELREF_REPLICATE_MODE: 'PRIMARY' }).settings;

test('whoever stops an instance waits for longer than that takes', () => {
  const takes = stopDelaySeconds + stopWithinMs / 1000;
  for (const name of ['primary-a', 'primary-b', 'replica']) {
    expect(Number.parseInt(services[name].stop_grace_period, 10)).toBeGreaterThan(takes);
  }
  const unit = /^TimeoutStopSec=(\d+)$/m.exec(text('deploy/modelref.service'))?.[1];
  expect(Number(unit)).toBeGreaterThan(takes);
});

test('the replica follows whichever primary runs', () => {
  const followed = new URL(services.replica.environment.MODELREF_PRIMARY_API_URL).hostname;
  for (const name of ['primary-a', 'primary-b']) {
    expect(services[name].networks.default.aliases).toContain(followed);
  }
});

test('containers write to nothing but volumes and /tmp, the signing key included', () => {
  for (const name of ['primary-a', 'primary-b', 'replica']) {
    expect(services[name]).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
    expect(services[name].volumes).toEqual([expect.stringMatching(/:\/data$/)]);
  }
  expect(services['primary-a'].environment.MODELREF_AUDIT_SIGNING_KEY_FILE).toMatch(/^\/data\//);
});

test('the image starts what is in the checkout, as nobody in particular, and looks at its health', () => {
  const image =
    text('deploy/Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const instruction = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(image)?.[1] ?? '';
  const [node, ...words] = JSON.parse(instruction('ENTRYPOINT'));
  expect(node).toBe('node');
  expect(existsSync(words.at(-1))).toBe(true);
  expect(JSON.parse(instruction('CMD'))).toEqual(['serve']);
  expect(instruction('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(instruction('VOLUME')).toBe('/data');
  expect(image).toMatch(/^HEALTHCHECK .*\\\n.*\/healthz/m);
  const copied = [...image.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path = '']) => path);
  const { files } = JSON.parse(text('package.json'));
  expect(copied).toEqual(
    expect.arrayContaining(['package.json', 'node_modules', 'bin', 'dist', 'console/dist']),
  );
  // What the built service reads beside itself.
  const sources = globSync('src/**/*.ts').map(text).join('\n');
  const beside = [...sources.matchAll(/new URL\('(?:\.\.\/)+((?:console|docs|package)\b[^']*)'/g)];
  expect(beside.length).toBeGreaterThan(2);
  for (const [, path = ''] of beside)
    expect(copied).toContainEqual(expect.toSatisfy((part) => path.startsWith(part)));
  expect(files).toEqual(expect.arrayContaining(['bin', 'dist', 'console/dist']));
  // Any other user has to be able to write, and the signing key's default path (./data) has to be on the volume; an
  // own setting for it in the image would give registries on SQLite another key than they have.
  expect(image).toMatch(/chmod 1777 \/data && ln -s \/data \/app\/data$/m);
  expect(image).not.toContain('MODELREF_AUDIT');
});

test('proxies show metrics to nobody, say themselves who calls, and hold no instance that restarts for dead', () => {
  const nginx = text('deploy/nginx.conf');
  expect(nginx).toContain('location ~ ^/metrics(/|$)');
  expect(nginx).toContain('primary-a:19800 max_fails=0;');
  expect(nginx).toContain('primary-b:19800 max_fails=0;');
  expect(nginx).not.toContain('non_idempotent');
  // What a client has written into these itself must not reach an instance that believes its proxy.
  for (const header of ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded']) {
    expect(nginx).toMatch(new RegExp(`proxy_set_header ${header} ["$]`));
  }
  const caddy = text('deploy/Caddyfile');
  expect(caddy).toContain('@internal path /metrics /metrics/*');
  const everySeconds = Number(/health_interval (\d+)s/.exec(caddy)?.[1]);
  expect(everySeconds * 2).toBeLessThan(stopDelaySeconds);
  for (const kept of [/keepalive_timeout (\d+)s;/.exec(nginx), /\bkeepalive (\d+)s$/m.exec(caddy)]) {
    expect(Number(kept?.[1])).toBeLessThan(stopDelaySeconds);
  }
});
