/** A signed checkpoint of the audit trail, and the public key that checks its signature. */
export interface KeptCheckpoint {
  readonly checkpoint: string;
  readonly key: string;
}

/**
 * Fetches the newest checkpoint and the public key of a running registry. Returns null when the registry's
 * version has no checkpoints.
 */
export async function checkpointOf(url: string): Promise<KeptCheckpoint | null> {
  const [checkpoint, key] = await Promise.all(
    ['/api/audit/checkpoint', '/api/audit/checkpoint/key'].map((path) => fetch(url + path)),
  );
  if (!checkpoint?.ok || !key?.ok) return null;
  return { checkpoint: await checkpoint.text(), key: await key.text() };
}
