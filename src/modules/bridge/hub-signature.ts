import { createHmac, timingSafeEqual } from 'node:crypto';

/** The form of `X-Hub-Signature-256`. */
export const hubSignatureForm = /^sha256=([0-9a-f]{64})$/i;

/** Whether the signature is that of these very bytes; how long it takes does not tell how much of it is right. */
export function isHubSignature(secret: string, body: Uint8Array, signature: string): boolean {
  const given = hubSignatureForm.exec(signature)?.[1];
  if (given === undefined) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(given, 'hex'));
}
