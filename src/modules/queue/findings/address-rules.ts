import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { addressKey, hostOf, pageProblem } from '../../../records/files/addresses.ts';
import { eachDownload, otherModels } from './each-download.ts';
import type { FindingRule } from './finding.ts';
import type { Rule } from './proposal.ts';

/** About where files come from, and where people read of a model. */
export const addressRules = {
  page_not_file: eachDownload(({ url }) => {
    const problem = pageProblem(url);
    return problem === null ? null : ['file_url', `'${url}' ${problem}.`];
  }),

  shared_url: eachDownload(({ url }, proposal) => {
    const others = otherModels(proposal, ({ byUrl }) => byUrl.get(addressKey(url)));
    return others === null ? null : ['file_url', `'${url}' is also a download of ${others}.`];
  }),

  insecure_url: eachDownload(({ url }) =>
    /^http:/i.test(url) ? ['file_url', `'${url}' is fetched over http: use https.`] : null,
  ),

  unusable_url: eachDownload(({ url }) =>
    hostOf(url) === null ? ['file_url', `'${url}' is not an absolute http or https URL.`] : null,
  ),

  unusable_homepage: function* ({ record }) {
    if (record === null) return;
    for (const [path, page] of pagesOf(record)) {
      const address = page.trim();
      if (hostOf(address) !== null) continue;
      const https = `https://${address}`;
      const hint = looksLikeHost(address) && hostOf(https) !== null ? `; did you mean ${https}` : '';
      yield { path, message: `'${address}' is not an absolute http or https URL${hint}.` };
    }
  },

  host_not_preferred: eachDownload(({ url }, { preferredHosts }) => {
    const host = hostOf(url);
    if (host === null || preferredHosts.some((preferred) => isWithin(host, preferred.toLowerCase())))
      return null;
    return ['file_url', `The host ${host} is not one of the preferred ones: ${preferredHosts.join(', ')}.`];
  }),
} satisfies Partial<Record<FindingRule, Rule>>;

/** The addresses of pages about the model that the record gives, as they stand, with their paths. */
export function pagesOf(record: JsonObject): [path: string, address: string][] {
  const series = isJsonObject(record.finetune_series) ? record.finetune_series.homepage : undefined;
  const pages = { homepage: record.homepage, url: record.url, 'finetune_series.homepage': series };
  return Object.entries(pages).flatMap(([path, page]) =>
    typeof page === 'string' && page.trim() !== '' ? [[path, page]] : [],
  );
}

/** `civitai.com/models/1`, `www.example.org`. */
function looksLikeHost(address: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+([:/?#]|$)/i.test(address);
}

function isWithin(host: string, preferred: string): boolean {
  return host === preferred || host.endsWith(`.${preferred}`);
}
