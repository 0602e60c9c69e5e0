import { hostToken, httpUrl, InvalidSetting, type Kind, text, wholeNumber } from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof bridgeRows> {}
}

/** The settings of a public repository that the bridge synchronizes with the registry. */
export interface BridgeSettings {
  readonly kind: 'image' | 'text';
  /** The repository's git URL, without a password. */
  readonly url: string;
  readonly branch: string;
  /**
   * How the bridge treats changes in the repository's commits. `review`: it proposes them for review.
   * `trust`: it proposes them, and itself approves and applies those without conflicts.
   */
  readonly policy: 'review' | 'trust';
  /** How the bridge sends the registry's changes to the repository; `none`: it does not send them. */
  readonly out: 'pull_request' | 'push' | 'none';
  /**
   * The repository's `owner/name` on GitHub, where the bridge opens pull requests; null if the bridge uses
   * only git, without pull requests.
   */
  readonly github: string | null;
}

const allowedText =
  'a JSON list of {"kind": "image" or "text", "url": "https://…"}, each with "branch" (main), "policy" ("review" or "trust"), "out" ("pull_request", "push" or "none"), "github" ("owner/name") as needed';

const choices = {
  kind: ['image', 'text'],
  policy: ['review', 'trust'],
  out: ['pull_request', 'push', 'none'],
} as const;

const bridgedRepositories: Kind<readonly BridgeSettings[]> = {
  allowed: allowedText,
  read: (value) => Object.freeze(listOfObjects(value).map(parseBridgedRepository)),
  show: (repositories) =>
    repositories.length === 0 ? '(none)' : repositories.map(({ kind, url }) => `${kind}: ${url}`).join(', '),
  // Masks each URL up to its last @, because a password may contain a /. Masks a truncated URL completely.
  mask: (value) =>
    value.replace(/\/\/(?:\\.|[^"\\])*@/g, '//***@').replace(/\/\/(?:\\.|[^"\\])*\\?$/, '//***'),
};

function listOfObjects(value: string): Record<string, unknown>[] {
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.every((item) => typeof item === 'object' && item !== null))
      return parsed;
  } catch {
    // The error is thrown below.
  }
  throw new InvalidSetting('expected a JSON list of objects');
}

function parseBridgedRepository(
  item: Record<string, unknown>,
  index: number,
  items: readonly unknown[],
): BridgeSettings {
  const refuse = (why: string): never => {
    throw new InvalidSetting(`item ${index} ${why}`);
  };
  const allowedKeys = ['kind', 'url', 'branch', 'policy', 'out', 'github'];
  const unknownKey = Object.keys(item).find((key) => !allowedKeys.includes(key));
  if (unknownKey !== undefined) refuse(`has the unknown key ${unknownKey}`);
  const readChoice = <Name extends keyof typeof choices>(
    name: Name,
    usual: (typeof choices)[Name][number] | null,
  ) => {
    const value = item[name] ?? usual;
    const list: readonly unknown[] = choices[name];
    if (!list.includes(value)) refuse(`must have ${name}, one of: ${choices[name].join(', ')}`);
    return value as (typeof choices)[Name][number];
  };
  const kind = readChoice('kind', null);
  const isDuplicate = items.filter((each) => (each as Record<string, unknown>).kind === kind).length > 1;
  if (isDuplicate) refuse(`repeats the kind ${kind}; allowed: one item of each kind`);
  const { url, branch = 'main', github = null } = item;
  if (typeof url !== 'string' || !/^(https?|ssh|git|file):\/\/[^\s]+$/.test(url) || !URL.canParse(url)) {
    return refuse('must have a git url, such as https://github.com/owner/name.git');
  }
  const { username, password, protocol } = new URL(url);
  if (password !== '' || (username !== '' && protocol !== 'ssh:'))
    refuse('must not have a user or password in its url');
  if (typeof branch !== 'string' || !/^[A-Za-z0-9][\w./-]*$/.test(branch))
    refuse('must have a valid branch name in branch');
  if (github !== null && (typeof github !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(github))) {
    refuse('must have github of the form owner/name');
  }
  return Object.freeze({
    kind,
    url,
    branch: branch as string,
    policy: readChoice('policy', 'review'),
    out: readChoice('out', 'pull_request'),
    github: github as string | null,
  });
}

export const bridgeRows = defineRows({
  bridge: {
    name: 'BRIDGE',
    kind: bridgedRepositories,
    default: [],
    doc: 'Public repositories to synchronize with the registry, in both directions: see docs/bridge.md.',
  },
  bridgeToken: {
    name: 'BRIDGE_TOKEN',
    kind: hostToken,
    default: null,
    defaultText: 'none',
    doc: 'Token for the host of these repositories, with the permissions that [the bridge](bridge.md#set-it-up) requires. Used for git and for the API of GitHub.',
  },
  bridgeDirectory: {
    name: 'BRIDGE_DIRECTORY',
    kind: text('the path of a directory, not beginning with -', /^[^-]/),
    default: './data/bridge',
    doc: 'Directory of the local clones of these repositories. It can be deleted at any time.',
  },
  bridgeIntervalSeconds: {
    name: 'BRIDGE_INTERVAL_SECONDS',
    kind: wholeNumber(5, 86_400),
    default: 60,
    doc: 'How often the repositories are polled, in seconds.',
  },
  bridgeConsoleUrl: {
    name: 'BRIDGE_CONSOLE_URL',
    kind: httpUrl,
    default: null,
    defaultText: 'no links',
    doc: 'Public URL of the console, for links in commits, pull requests, feeds and Discord messages. Its host is the only one that `X-Forwarded-Host` may name.',
  },
});
