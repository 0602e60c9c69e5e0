/**
 * A token for http(s) remotes, as configuration in git's environment. Only for the remote's own host: a redirect
 * elsewhere does not get it.
 */
export function authorization(url: string, token: string): Record<string, string> {
  const { origin, protocol } = URL.canParse(url) ? new URL(url) : { origin: '', protocol: '' };
  if (protocol !== 'https:' && protocol !== 'http:') return {};
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
    GIT_CONFIG_KEY_1: 'http.followRedirects',
    GIT_CONFIG_VALUE_1: 'false',
  };
}
