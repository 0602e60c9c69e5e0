import { hostMirrors, hostToken, privateHosts } from '../file-hosts.ts';
import { fileOrUrl, trueOrFalse } from '../kinds.ts';
import { own } from '../row.ts';

/** What is asked of other hosts, and as whom. */
export const otherHostsSettings = {
  SHOWCASE_IMAGES: own(
    trueOrFalse,
    false,
    'Whether the console shows the pictures that records name as showcases. Browsers then load them from wherever records say, by https and without a referrer; without it they are links.',
  ),
  STYLES_SOURCE: own<string | null>(
    fileOrUrl,
    null,
    "File or address with the horde's styles, `styles.json` of https://github.com/Haidra-Org/AI-Horde-Styles or alike: those that ask for a model are shown before it is deleted. Read every ten minutes.",
    { fallbackText: 'none' },
  ),
  HF_TOKEN: own<string | null>(
    hostToken,
    null,
    'Sent to huggingface.co when files of records and pasted links are looked at there: more calls are allowed with it, and what the account may see is seen.',
    { fallbackText: 'none' },
  ),
  CIVITAI_TOKEN: own<string | null>(hostToken, null, 'The same for civitai.com.', { fallbackText: 'none' }),
  FILE_HOST_MIRRORS: own(
    hostMirrors,
    [],
    'Mirrors that are asked in place of hosts of files. Records go on naming the hosts; tokens are not sent to mirrors.',
  ),
  FILE_HOSTS_ALLOW_PRIVATE: own(
    privateHosts,
    [],
    'Hosts of files that may be on loopback, private or link-local addresses. Anybody who may propose can have them called.',
  ),
};
