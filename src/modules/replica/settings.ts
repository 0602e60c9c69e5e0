import { formatVerifier, readVerifier, type Verifier } from '../../kernel/transparency/signed-note.ts';
import {
  baseUrl,
  httpUrl,
  InvalidSetting,
  kind,
  redactPassword,
  text,
  timeOut,
  trueOrFalse,
} from '../../settings/kinds.ts';
import { defineRows, type SettingsOf } from '../../settings/row.ts';

declare module '../../settings/settings.ts' {
  interface Settings extends SettingsOf<typeof replicaRows> {}
}

/** The setting type for a base URL; the value `none` is converted to null. */
const httpUrlOrNone = kind<string | null>(
  `${httpUrl.allowed}, or none`,
  (value) => (/^(none|null)$/i.test(value) ? null : baseUrl(value)),
  { show: (value) => value ?? 'none', mask: redactPassword },
);

const publicKey = kind<Verifier>(
  'a public key as GET …/audit/checkpoint/key returns it',
  (value) => {
    try {
      return readVerifier(value.trim());
    } catch {
      throw new InvalidSetting();
    }
  },
  { show: formatVerifier },
);

const repositoryPart = text('letters, digits, dots, dashes and underscores', /^[\w.-]+$/);
const branchName = text('the name of a branch', /^[\w./-]+$/);

/**
 * Declares the owner, name and branch settings of a public legacy repository.
 * @param variable the prefix of the names of the settings
 * @param contents a noun for the contents of the repository, for the documentation of the settings
 * @param name the default of the name setting
 */
function legacyRepository(variable: string, contents: string, name: string) {
  const row = { inherited: true, kind: repositoryPart } as const;
  return {
    owner: {
      ...row,
      name: `${variable}__OWNER`,
      default: 'Haidra-Org',
      doc: `Owner of the legacy repository of the ${contents}.`,
    },
    name: {
      ...row,
      name: `${variable}__NAME`,
      default: name,
      doc: `Name of the legacy repository of the ${contents}.`,
    },
    branch: {
      ...row,
      name: `${variable}__BRANCH`,
      kind: branchName,
      default: 'main',
      doc: `Branch of the legacy repository of the ${contents}.`,
    },
  } as const;
}

export const replicaRows = defineRows({
  primaryApiUrl: {
    name: 'PRIMARY_API_URL',
    inherited: true,
    kind: httpUrlOrNone,
    default: 'https://models.aihorde.net/api',
    doc: 'Base URL of the PRIMARY that a REPLICA follows, or `none`.',
  },
  primaryEditionKey: {
    name: 'PRIMARY_EDITION_KEY',
    kind: publicKey,
    default: null,
    defaultText: 'none',
    doc: 'Public key of the registry. A REPLICA with it takes only what the signed manifest of the [edition](edition.md) at `PRIMARY_API_URL` states, and nothing from the legacy repositories.',
  },
  primaryApiTimeoutSeconds: {
    name: 'PRIMARY_API_TIMEOUT',
    inherited: true,
    kind: timeOut,
    default: 10,
    doc: 'Time-out of a request to the PRIMARY, in seconds.',
  },
  enableGithubFallback: {
    name: 'ENABLE_GITHUB_FALLBACK',
    inherited: true,
    kind: trueOrFalse,
    default: true,
    doc: 'Whether a REPLICA reads the legacy repositories while its PRIMARY is unavailable.',
  },
  imageGithubRepo: legacyRepository(
    'IMAGE_GITHUB_REPO',
    'image categories',
    'AI-Horde-image-model-reference',
  ),
  textGithubRepo: legacyRepository('TEXT_GITHUB_REPO', 'text models', 'AI-Horde-text-model-reference'),
});
