import { httpUrl, type Kind, NotAllowed, text } from './kinds.ts';
import type { BridgeSettings, GithubApp } from './settings.ts';

/** Kinds of the settings about the bridge to the public repositories. */

const allowed =
  'a JSON list of {"kind": "image" or "text", "url": "https://…"}, each with "branch" (main), "policy" ("review" or "trust"), "out" ("pull_request", "push" or "none"), "github" ("owner/name") as needed';

const words = {
  kind: ['image', 'text'],
  policy: ['review', 'trust'],
  out: ['pull_request', 'push', 'none'],
} as const;

export const bridgedRepositories: Kind<readonly BridgeSettings[]> = {
  allowed,
  read: (value) => Object.freeze(listOfObjects(value).map(bridgedRepository)),
  show: (repositories) =>
    repositories.length === 0 ? '(none)' : repositories.map(({ kind, url }) => `${kind}: ${url}`).join(', '),
  mask: (value) => value.replace(/\/\/[^/@"]*@/g, '//***@'),
};

function listOfObjects(value: string): Record<string, unknown>[] {
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.every((item) => typeof item === 'object' && item !== null))
      return parsed;
  } catch {
    // told below
  }
  throw new NotAllowed('it is no JSON list of objects');
}

function bridgedRepository(
  item: Record<string, unknown>,
  index: number,
  all: readonly unknown[],
): BridgeSettings {
  const refuse = (why: string): never => {
    throw new NotAllowed(`item ${index} ${why}`);
  };
  const known = ['kind', 'url', 'branch', 'policy', 'out', 'github'];
  const odd = Object.keys(item).find((key) => !known.includes(key));
  if (odd !== undefined) refuse(`has a key ${odd}`);
  const word = <Name extends keyof typeof words>(name: Name, usual: (typeof words)[Name][number] | null) => {
    const value = item[name] ?? usual;
    const list: readonly unknown[] = words[name];
    if (!list.includes(value)) refuse(`has no ${name} of ${words[name].join(', ')}`);
    return value as (typeof words)[Name][number];
  };
  const kind = word('kind', null);
  const twice = all.filter((each) => (each as Record<string, unknown>).kind === kind).length > 1;
  if (twice) refuse(`is not the only one of kind ${kind}`);
  const { url, branch = 'main', github = null } = item;
  if (typeof url !== 'string' || !/^(https?|ssh|git|file):\/\/[^\s]+$/.test(url) || !URL.canParse(url)) {
    return refuse('has no url that git takes, such as https://github.com/owner/name.git');
  }
  const { username, password, protocol } = new URL(url);
  if (password !== '' || (username !== '' && protocol !== 'ssh:'))
    refuse('has a user or password in its url');
  if (typeof branch !== 'string' || !/^[A-Za-z0-9][\w./-]*$/.test(branch)) refuse('has no name of a branch');
  if (github !== null && (typeof github !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(github))) {
    refuse('has no github of the form owner/name');
  }
  return Object.freeze({
    kind,
    url,
    branch: branch as string,
    policy: word('policy', 'review'),
    out: word('out', 'pull_request'),
    github: github as string | null,
  });
}

/** A GitHub App: its id, and its private key, which never leaves the settings. */
export const githubApp: Kind<GithubApp | null> = {
  allowed: '{"id": "…", "key": "…"} as JSON, the key as PEM',
  read: (value) => {
    const { id, key, ...others } = jsonObject(value);
    if (typeof id !== 'string' || !/^[\w.]+$/.test(id))
      throw new NotAllowed('it has no id of letters and digits');
    const pem = /^-----BEGIN [A-Z ]*PRIVATE KEY-----\n[\s\S]+\n-----END [A-Z ]*PRIVATE KEY-----\n?$/;
    if (typeof key !== 'string' || !pem.test(key)) throw new NotAllowed('it has no private key as PEM');
    if (Object.keys(others).length > 0) throw new NotAllowed('it has further keys');
    return Object.freeze({ id, key });
  },
  show: (app) => (app === null ? '' : `${app.id} (key ***)`),
  mask: () => '***',
};

function jsonObject(value: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // told below
  }
  throw new NotAllowed('it is no JSON object');
}

/** At least as long as what GitHub's guide makes; printable, so that it is the same bytes on both sides. */
export const webhookSecret: Kind<string | null> = {
  ...(text('a secret of 16 to 256 printable characters without spaces', /^[!-~]{16,256}$/) as Kind<
    string | null
  >),
  show: (secret) => (secret === null ? '' : '***'),
  mask: () => '***',
};

export const directory: Kind<string> = text('the path of a directory, not beginning with -', /^[^-]/);

export const consoleUrl: Kind<string | null> = { ...httpUrl, show: (url) => url ?? '' };
