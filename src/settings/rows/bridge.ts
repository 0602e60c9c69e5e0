import { bridgedRepositories, consoleUrl, directory, githubApp, webhookSecret } from '../bridge-kinds.ts';
import { hostToken } from '../file-hosts.ts';
import { httpUrl, wholeNumber } from '../kinds.ts';
import { own } from '../row.ts';
import type { BridgeSettings, GithubApp } from '../settings.ts';

/** The public repositories that are kept in step. */
export const bridgeSettings = {
  BRIDGE: own<readonly BridgeSettings[]>(
    bridgedRepositories,
    [],
    'Public repositories that are kept in step with the registry, both ways: see docs/bridge.md.',
  ),
  BRIDGE_TOKEN: own<string | null>(
    hostToken,
    null,
    'Token for their host: contents and pull requests, read and write. Git and the API of GitHub are asked with it.',
    { fallbackText: 'none' },
  ),
  BRIDGE_APP: own<GithubApp | null>(githubApp, null, 'In place of a token: a GitHub App.', {
    fallbackText: 'none',
  }),
  BRIDGE_DIRECTORY: own(
    directory,
    './data/bridge',
    'Where copies of the repositories are kept. They can be deleted at any time.',
  ),
  BRIDGE_INTERVAL_SECONDS: own(
    wholeNumber(5, 86_400),
    60,
    'How often the repositories are asked, in seconds.',
  ),
  BRIDGE_GITHUB_API: own(
    httpUrl,
    'https://api.github.com',
    'The REST API of GitHub, or of GitHub Enterprise.',
  ),
  BRIDGE_CONSOLE_URL: own<string | null>(
    consoleUrl,
    null,
    'Where people see the console: commits and pull requests link there.',
    { fallbackText: 'no links' },
  ),
  BRIDGE_WEBHOOK_SECRET: own<string | null>(
    webhookSecret,
    null,
    "Secret of GitHub's webhook to `/api/bridge/github`: pushes and pull requests are then synced at once. Without it that path is not there.",
    { fallbackText: 'none' },
  ),
};
