import { hostToken, httpUrl, kind, listOf, NotAllowed, trueOrFalse } from '../kinds.ts';
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

const mirrorList = listOf(
  'a host and the base URL of its mirror, such as huggingface.co=https://mirror.example/hf',
  (item) => {
    const [host = '', base = ''] = item.split(/=(.*)/s);
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host))
      throw new NotAllowed(`'${host}' is not a host name in lower case`);
    httpUrl.read(base);
  },
);

/**
 * Mirrors of hosts, given as `host=base URL` pairs separated by commas. The value has the base URL of the
 * mirror by host.
 */
const hostMirrors = kind<Readonly<Record<string, string>>>(
  mirrorList.allowed,
  (value) => Object.freeze(Object.fromEntries(mirrorList.read(value).map((item) => item.split(/=(.*)/s, 2)))),
  { show: (mirrors) => mirrorList.show(Object.entries(mirrors).map((mirror) => mirror.join('='))) },
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

/** The settings of requests to hosts of files, and of the tokens that these requests carry. */
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
  fileHostMirrors: {
    name: 'FILE_HOST_MIRRORS',
    kind: hostMirrors,
    default: {},
    doc: 'Mirrors that are asked in place of hosts of files. Records go on naming the hosts; tokens are not sent to mirrors.',
  },
  fileHostsAllowPrivate: {
    name: 'FILE_HOSTS_ALLOW_PRIVATE',
    kind: privateHosts,
    default: [],
    doc: 'Hosts of files that may be on loopback, private or link-local addresses. Anybody who may propose can have them called.',
  },
});
