import type { JsonObject } from '../json.ts';
import { unknownHash } from '../records/common-fields.ts';
import { type Download, downloadsOf, isSha256, sizeOf } from './downloads.ts';
import type { FindingRule } from './finding.ts';
import type { KnownModels } from './known-models.ts';

/** A record that somebody proposes, and what it is held against. */
export interface LintedProposal {
  readonly category: string;
  readonly name: string;
  /** The v2 record as it would be. */
  readonly record: JsonObject;
  /** The v2 record that it would replace. */
  readonly live: JsonObject | null;
  /** The live models of every category. */
  readonly known: readonly KnownModels[];
  /** Hosts that files may come from; their subdomains count. */
  readonly preferredHosts: readonly string[];
}

export interface Problem {
  readonly path: string | null;
  readonly message: string;
}

type Rule = (proposal: LintedProposal) => Iterable<Problem>;

/**
 * By which factor the size of a model may change before it is worth a look: another model may have taken its
 * place.
 */
const unusualFactor = 2;
/** How many other models a message names. */
const namedModels = 3;

export const rules: Readonly<Record<FindingRule, Rule>> = {
  missing_sha256: eachDownload(({ sha256 }) =>
    sha256 === '' || sha256 === unknownHash
      ? ['sha256sum', 'The file has no SHA-256: nobody can tell whether a download is the right one.']
      : null,
  ),

  malformed_sha256: eachDownload(({ sha256 }) =>
    sha256 !== '' && sha256 !== unknownHash && !isSha256(sha256)
      ? ['sha256sum', `'${sha256}' is not a SHA-256: 64 hexadecimal digits are.`]
      : null,
  ),

  shared_sha256: eachDownload(({ sha256 }, proposal) => {
    const others = otherModels(proposal, ({ byHash }) => byHash.get(sha256.toLowerCase()));
    return others === null ? null : ['sha256sum', `The file ${sha256} is also that of ${others}.`];
  }),

  shared_url: eachDownload(({ url }, proposal) => {
    const others = otherModels(proposal, ({ byUrl }) => byUrl.get(url));
    return others === null ? null : ['file_url', `'${url}' is also a download of ${others}.`];
  }),

  name_differs_by_case: function* ({ category, name, known }) {
    const own = known.find((models) => models.category === category);
    const alike = own?.byFoldedName.get(name.toLowerCase()) ?? [];
    const others = alike.filter((other) => other !== name);
    if (others.length === 0) return;
    yield {
      path: 'name',
      message: `'${name}' differs only by case from ${others.map((other) => `'${other}'`).join(', ')}.`,
    };
  },

  insecure_url: eachDownload(({ url }) =>
    /^http:/i.test(url) ? ['file_url', `'${url}' is fetched over http: use https.`] : null,
  ),

  unusable_url: eachDownload(({ url }) =>
    hostOf(url) === null ? ['file_url', `'${url}' is not an absolute http or https URL.`] : null,
  ),

  host_not_preferred: eachDownload(({ url }, { preferredHosts }) => {
    const host = hostOf(url);
    if (host === null || preferredHosts.some((preferred) => isWithin(host, preferred.toLowerCase())))
      return null;
    return ['file_url', `The host ${host} is not one of the preferred ones: ${preferredHosts.join(', ')}.`];
  }),

  size_change: function* ({ record, live }) {
    const [before, after] = [live && sizeOf(live), sizeOf(record)];
    if (before === null || after === null) return;
    if (after <= before * unusualFactor && after * unusualFactor >= before) return;
    const message = `The files take ${after} bytes; those of the live record ${before}.`;
    yield { path: 'size_on_disk_bytes', message };
  },
};

/** Makes a rule of what there is to say about one download: in which of its fields, and what. */
function eachDownload(
  look: (download: Download, proposal: LintedProposal) => [field: string, message: string] | null,
): Rule {
  return function* (proposal) {
    for (const download of downloadsOf(proposal.record)) {
      const problem = look(download, proposal);
      if (problem) yield { path: `${download.path}.${problem[0]}`, message: problem[1] };
    }
  };
}

/** `'a' (clip), 'b' (blip)`; null when there is no other. */
function otherModels(
  { category, name, known }: LintedProposal,
  names: (models: KnownModels) => readonly string[] | undefined,
): string | null {
  const others = known.flatMap((models) =>
    (names(models) ?? [])
      .filter((other) => models.category !== category || other !== name)
      .map((other) => `'${other}' (${models.category})`),
  );
  if (others.length === 0) return null;
  const rest = others.length - namedModels;
  return others.slice(0, namedModels).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** With its port, if it has one that is not the usual; null for what is not an absolute http(s) URL. */
function hostOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.host !== '' ? parsed.host : null;
}

function isWithin(host: string, preferred: string): boolean {
  return host === preferred || host.endsWith(`.${preferred}`);
}
