import { hostToken, listOf, NotAllowed, trueOrFalse } from '../kinds.ts';
import { defineRows } from '../row.ts';

/** Hosts, each alone or with a port: `files.internal`, `10.0.0.5:8080`, `[fd00::5]`. */
const privateHosts = listOf(
  'host names or addresses, with a port or without, such as files.internal or 10.0.0.5:8080',
  (item) => {
    const url = URL.canParse(`https://${item}`) ? new URL(`https://${item}`) : null;
    // Spelled as in URLs, so that it can be compared with them.
    if (!url || url.host !== item.replace(/:443$/, '') || url.pathname !== '/') {
      throw new NotAllowed(`'${item}' is not a host in lower case`);
    }
  },
);

/** The setting that decides whether the console shows images from other hosts. */
export const showcaseRows = defineRows({
  showcaseImages: {
    name: 'SHOWCASE_IMAGES',
    kind: trueOrFalse,
    default: false,
    doc: 'Whether the console shows the pictures that records name as showcases. Browsers then load them from wherever records say, by https and without a referrer; without it they are links.',
  },
});

/** The settings of requests to other hosts. */
export const hostsRows = defineRows({
  hfToken: {
    name: 'HF_TOKEN',
    kind: hostToken,
    default: null,
    defaultText: 'none',
    doc: 'Sent to huggingface.co when files of records and pasted links are looked at there: more calls are allowed with it, and what the account may see is seen.',
  },
  civitaiToken: {
    name: 'CIVITAI_TOKEN',
    kind: hostToken,
    default: null,
    defaultText: 'none',
    doc: 'The same for civitai.com.',
  },
  privateHosts: {
    name: 'ALLOW_PRIVATE_HOSTS',
    kind: privateHosts,
    default: [],
    doc: 'Hosts of webhooks and of files that may be on loopback, private or link-local addresses. Anybody who may propose can have them called.',
  },
});
