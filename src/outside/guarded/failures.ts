import { failureReason } from '../failure-reason.ts';
import { refusedAddressIn } from '../public-address.ts';
import { RemoteFailure } from '../remote-files.ts';

/** What went wrong with a call as the port tells it, in words that hold nothing of the request but the host. */
export function failureOf(error: unknown, host: string, timeoutMs: number): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  const refused = refusedAddressIn(error);
  if (refused) return new RemoteFailure('refused_address', `${refused.message}.`, { cause: error });
  const reason = failureReason(error, timeoutMs);
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (code === 'UND_ERR_MAX_ORIGINS_REACHED') {
    return new RemoteFailure('host_busy', 'Too many hosts are asked already.', { cause: error });
  }
  const late = name === 'TimeoutError' || /TIMEOUT/.test(code);
  return new RemoteFailure(late ? 'timed_out' : 'unreachable', `${host}: ${reason}.`, { cause: error });
}
