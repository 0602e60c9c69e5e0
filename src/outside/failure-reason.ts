/**
 * An answer that the service asked does not give; the message says how it is wrong and holds nothing of it.
 */
export class BadAnswer extends Error {}

/** What went wrong, in words that hold nothing of the request. */
export function failureReason(error: unknown, timeoutMs: number): string {
  if (error instanceof BadAnswer) return error.message;
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return `no answer within ${timeoutMs / 1000} s`;
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'its answer is too long';
  return code ? `no connection, ${code}` : 'no connection';
}
