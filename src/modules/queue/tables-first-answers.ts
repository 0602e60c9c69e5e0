/** What a write was answered, for whoever sends it again under the same key. */
export interface FirstAnswer {
  /** The account that sent it. */
  owner: string;
  /** As the client chose it. */
  key: string;
  /** SHA-256 (hex) of the request: the same key belongs to the same request. */
  fingerprint: string;
  /** A JSON text. */
  answer: string;
  /** Unix seconds. */
  created_at: number;
}
