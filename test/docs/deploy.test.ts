/** What can be said of the files in `deploy/` without a container engine, a proxy or systemd. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { stopWithinMs } from '../../src/app/build-server.ts';
import { readSettings, settingRows } from '../../src/app/settings.ts';
import { listOfRows } from '../../src/settings/row.ts';

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
  const followed = new URL(environmentOf('replica', example).MODELREF_PRIMARY_API_URL ?? '').hostname;
  for (const name of ['primary-a', 'primary-b']) {
    expect(services[name].networks.default.aliases).toContain(followed);
  }
});

/** The environment of a container: the image's, then that of `deploy/.env`, then what `compose.yaml` says. */
function environmentOf(name: string, file: Record<string, string>): Record<string, string> {
  const { env_file, environment } = services[name];
  expect(env_file).toBe('.env');
  const [, image = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(text('deploy/Dockerfile')) ?? [];
  const filledIn = (value: string) =>
    value.replace(/\$\{(\w+)(:-|:\?)([^}]*)\}/g, (_, variable, sign, fallback) => {
      if (sign === ':?') expect(file).toHaveProperty(variable);
      return file[variable] || fallback;
    });
  const said = Object.entries<string>(environment).map(([key, value]) => [key, filledIn(value)]);
  return { ...parseEnv(image.replace(/\\\n */g, '\n')), ...file, ...Object.fromEntries(said) } as Record<
    string,
    string
  >;
}

const example = parseEnv(text('deploy/.env.example')) as Record<string, string>;

test('compose hands every setting of deploy/.env over, but for those that it decides itself', () => {
  const primary = readSettings(environmentOf('primary-a', example));
  expect(primary).toMatchObject({ ignored: [], warnings: [], settings: { approverIds: ['67890'] } });
  const variables = listOfRows(settingRows).map(({ name }) => `MODELREF_${name}`);
  const given = Object.fromEntries(variables.map((name) => [name, `of deploy/.env: ${name}`]));
  const decided = (name: string) => {
    const environment = environmentOf(name, { ...given, POSTGRES_PASSWORD: 'x' });
    return variables.filter((each) => environment[each] !== given[each]);
  };
  const byCompose = ['HOST', 'PORT', 'DATABASE_URL', 'REPLICATE_MODE'].map((name) => `MODELREF_${name}`);
  const ofPrimaries = ['WEBHOOKS', 'DISCORD_WEBHOOKS', 'FILE_CHECKS', 'BRIDGE'].map(
    (name) => `MODELREF_${name}`,
  );
  expect(decided('primary-a')).toEqual(byCompose);
  expect(decided('primary-b')).toEqual(byCompose);
  expect(decided('replica').sort()).toEqual(
    [...byCompose, 'MODELREF_PRIMARY_API_URL', ...ofPrimaries].sort(),
  );
  const named =
    text('deploy/.env.example')
      .match(/^# .*$/gm)
      ?.join() ?? '';
  for (const name of [...byCompose, 'MODELREF_PRIMARY_API_URL', ...ofPrimaries])
    expect(named).toContain(name);
});

test('compose hands over what only primaries do to them alone', () => {
  const file = {
    ...example,
    MODELREF_BRIDGE: '[{"kind":"text","url":"https://example.org/text.git"}]',
    MODELREF_WEBHOOKS: '[{"url":"https://example.org/hook","secret":"at least 16 characters"}]',
    MODELREF_FILE_CHECKS: 'true',
    MODELREF_BASE_PATH: '/models',
  };
  const primary = readSettings(environmentOf('primary-a', file));
  expect(primary.settings).toMatchObject({ replicateMode: 'PRIMARY', fileChecks: true, basePath: '/models' });
  expect([primary.settings.bridge.length, primary.settings.webhooks.length]).toEqual([1, 1]);
  const replica = readSettings(environmentOf('replica', file));
  expect(replica).toMatchObject({ ignored: [], warnings: [] });
  expect(replica.settings).toMatchObject({ bridge: [], webhooks: [], fileChecks: false });
  expect(replica.settings.primaryApiUrl).toBe('http://primaries:19800/models');
});

test('containers write to nothing but volumes and /tmp: the signing key and the bridge to volumes', () => {
  for (const name of ['primary-a', 'primary-b', 'replica']) {
    expect(services[name]).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
    expect(services[name].volumes[0]).toMatch(/:\/data$/);
  }
  const { auditSigningKeyFile, bridgeDirectory } = readSettings(environmentOf('primary-a', example)).settings;
  // `./data` is the volume: auditSigningKeyFile is then `./data/audit-signing.key`.
  expect([auditSigningKeyFile, bridgeDirectory]).toEqual([null, './data/bridge']);
  const copies = ['primary-a', 'primary-b'].map((name) => services[name].volumes[1]);
  expect(copies).toEqual(['bridge-a:/data/bridge', 'bridge-b:/data/bridge']);
  expect(text('deploy/Dockerfile')).toMatch(/^RUN apt-get .* ca-certificates git /m);
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
  expect(beside.length).toBeGreaterThan(1);
  for (const [, path = ''] of beside)
    expect(copied).toContainEqual(expect.toSatisfy((part) => path.startsWith(part)));
  expect(files).toEqual(expect.arrayContaining(['bin', 'dist', 'console/dist']));
  // Any other user has to be able to write, and the signing key's default path (./data) has to be on the volume; an
  // own setting for it in the image would give registries on SQLite another key than they have.
  expect(image).toMatch(/chmod 1777 \/data \/data\/bridge && ln -s \/data \/app\/data$/m);
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
