import { hostToken, InvalidSetting, listOf, trueOrFalse } from '../kinds.ts';
import { defineRows } from '../row.ts';

/** Hosts, with or without a port: `files.internal`, `10.0.0.5:8080`, `[fd00::5]`. */
const privateHosts = listOf(
  'host names or addresses, with a port or without, such as files.internal or 10.0.0.5:8080',
  (item) => {
    const url = URL.canParse(`https://${item}`) ? new URL(`https://${item}`) : null;
    // Spelled as in URLs, so that it can be compared with them.
    if (!url || url.host !== item.replace(/:443$/, '') || url.pathname !== '/') {
      throw new InvalidSetting(`'${item}' is not a host in lower case`);
    }
  },
);

/** The setting that decides whether the service fetches showcase images. */
export const showcaseRows = defineRows({
  showcaseImages: {
    name: 'SHOWCASE_IMAGES',
    kind: trueOrFalse,
    default: false,
    doc: 'Whether the console displays the showcase images of records. The service fetches them from the URLs in the records (https, public hosts, without tokens), stores small copies (at most 2,000) and serves these. If false, they are links.',
  },
});

export const hostsRows = defineRows({
  hfToken: {
    name: 'HF_TOKEN',
    kind: hostToken,
    default: null,
    defaultText: 'none',
    doc: 'Token for huggingface.co, sent with file checks and drafts. It raises the rate limit and gives access to gated files of the account.',
  },
  civitaiToken: {
    name: 'CIVITAI_TOKEN',
    kind: hostToken,
    default: null,
    defaultText: 'none',
    doc: 'Token for civitai.com, used in the same way.',
  },
  privateHosts: {
    name: 'ALLOW_PRIVATE_HOSTS',
    kind: privateHosts,
    default: [],
    doc: 'Hosts of webhooks and files that may be on loopback, private or link-local addresses. Every account that may propose can cause calls to them.',
  },
});
