export interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** For people. */
  readonly url: string;
  readonly head: { readonly branch: string; readonly commit: string };
}

/** The host does not do what it was asked for; the message has no secrets. */
export class HostRefused extends Error {
  /** Not before so many seconds from now is it to be asked again; null: as usual. */
  readonly retryAfterSeconds: number | null;
  /** It would refuse whatever it was asked for; false: only this. */
  readonly isOutage: boolean;
  constructor(
    message: string,
    { retryAfterSeconds, isOutage }: { retryAfterSeconds: number | null; isOutage: boolean },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'HostRefused';
    this.retryAfterSeconds = retryAfterSeconds;
    this.isOutage = isOutage;
  }
}

/**
 * The pull requests of one repository. All methods raise HostRefused.
 */
export interface PullRequests {
  /** The open one from a branch of the repository itself; null when there is none. */
  from(branch: string, into: string): Promise<PullRequest | null>;
  /** The newest closed one from a branch of the repository itself, if it was not merged. */
  lastRefused(branch: string, into: string): Promise<PullRequest | null>;
  /** Open ones into a branch, at most `limit`. */
  open(into: string, limit: number): Promise<PullRequest[]>;
  /** Gives the open one if there is one already. */
  create(from: string, into: string, title: string, body: string): Promise<PullRequest>;
  update(
    number: number,
    to: { readonly title?: string; readonly body?: string; readonly closed?: true },
  ): Promise<void>;
  /** Keeps one comment up to date: the one of ours with this marker, or a new one. */
  comment(number: number, marker: string, body: string): Promise<void>;
  /** The commit status of the bridge. */
  status(commit: string, state: 'success' | 'failure' | 'pending', description: string): Promise<void>;
}
