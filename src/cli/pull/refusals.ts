import { type RemoteAnswer, RemoteFailure } from '../../outside/remote-files.ts';

/**
 * Returns the reason why a host refuses a file without an account; null when the response is no such refusal.
 *
 * @throws RemoteFailure when the host redirected to a signed URL that has expired; a retry of the file's own
 *   URL may help, since the host then signs a new one
 */
export function findRefusal({ status, headers, redirects, url }: RemoteAnswer): string | null {
  if (redirects.some(({ from, to }) => isLogin(new URL(to, from)))) return accountRequiredReason;
  if (status !== 401 && status !== 403) return null;
  const code = headers['x-error-code'];
  if (code === 'RepoNotFound') return 'the repository does not exist or is private (RepoNotFound)';
  if (code === 'GatedRepo') return 'it is gated: accept its terms and set its token';
  const [firstRedirect] = redirects;
  const { host } = new URL(url);
  // The storage host behind a hub has no accounts. It refuses URLs whose signature has expired.
  if (code === undefined && firstRedirect !== undefined && new URL(firstRedirect.from).host !== host) {
    throw new RemoteFailure(
      'unreachable',
      `the signed URL that it redirected to has expired (${host} answered ${status})`,
    );
  }
  return accountRequiredReason;
}

const accountRequiredReason = 'it requires an account: accept its terms and set its token';

const isLogin = ({ pathname }: URL) => /^\/login\/?$/.test(pathname);
