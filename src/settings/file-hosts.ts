import { httpUrl, type Kind, listOf, NotAllowed, text } from './kinds.ts';

/** Kinds of the settings about hosts of files. */

const hostName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** Hosts, each alone or with a port: `files.internal`, `10.0.0.5:8080`, `[fd00::5]`. */
export const privateHosts: Kind<readonly string[]> = listOf(
  'host names or addresses, with a port or without, such as files.internal or 10.0.0.5:8080',
  (item) => {
    const url = URL.canParse(`https://${item}`) ? new URL(`https://${item}`) : null;
    // As URLs have it, so that it can be compared with them.
    if (!url || url.host !== item.replace(/:443$/, '') || url.pathname !== '/') {
      throw new NotAllowed(`'${item}' is not a host in lower case`);
    }
  },
);

/** `host=base URL`, separated by commas. */
export const hostMirrors: Kind<readonly string[]> = listOf(
  'a host and the base URL of its mirror, such as huggingface.co=https://mirror.example/hf',
  (item) => {
    const [host = '', base = ''] = item.split(/=(.*)/s);
    if (!hostName.test(host)) throw new NotAllowed(`'${host}' is not a host name in lower case`);
    httpUrl.read(base);
  },
);

/** What a host gave somebody to say who they are; listings and problems show `***`. */
export const hostToken: Kind<string | null> = {
  ...(text('a token: printable characters without spaces', /^[!-~]+$/) as Kind<string | null>),
  show: (token) => (token === null ? '' : '***'),
  mask: () => '***',
};
