/** The expiry of a signed URL, which its host serves only for a limited time. */
export interface Expiry {
  /** The query parameter with the signature, such as `X-Amz-Signature`. */
  readonly signedBy: string;
  /** Unix seconds at which the URL expires; null when the URL does not state it. */
  readonly at: number | null;
}

/** Returns a query parameter by its lower-case name; null when it is missing or empty. */
type ReadParameter = (name: string) => string | null;

/** A URL signing scheme. `at` returns the expiry of a URL; undefined when the URL is not signed this way. */
interface SignatureFormat {
  readonly signedBy: string;
  readonly at: (parameter: ReadParameter) => number | null | undefined;
}

/** `X-Amz-…` of S3 and compatible storage, such as R2; `X-Goog-…` of Google Cloud Storage. */
function signedWithDate(prefix: 'X-Amz' | 'X-Goog'): SignatureFormat {
  const name = prefix.toLowerCase();
  return {
    signedBy: `${prefix}-Signature`,
    at: (parameter) => {
      if (parameter(`${name}-signature`) === null) return undefined;
      const date = parameter(`${name}-date`)?.replace(
        /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
        '$1-$2-$3T$4:$5:$6Z',
      );
      const [from, seconds] = [secondsOf(date ?? null), numberOf(parameter(`${name}-expires`))];
      return from === null || seconds === null ? null : from + seconds;
    },
  };
}

const signings: readonly SignatureFormat[] = [
  signedWithDate('X-Amz'),
  signedWithDate('X-Goog'),
  {
    // Azure. Without `se`, a policy at the host determines the expiry.
    signedBy: 'sig',
    at: (parameter) =>
      parameter('sig') !== null && ['se', 'si', 'sv'].some((name) => parameter(name) !== null)
        ? secondsOf(parameter('se'))
        : undefined,
  },
  {
    // CloudFront, and earlier forms of S3 and Google Cloud Storage.
    signedBy: 'Signature',
    at: (parameter) => {
      if (parameter('signature') === null) return undefined;
      if (parameter('expires') !== null) return numberOf(parameter('expires'));
      return parameter('policy') === null ? undefined : expiryInPolicy(parameter('policy') ?? '');
    },
  },
];

/** The last second of the year 9999; a later expiry counts as unknown. */
const maxExpirySeconds = 253_402_300_799;

/** Returns the expiry of a signed URL from its query; null for any other URL. */
export function expiryOf(url: string): Expiry | null {
  const query = new Map<string, string>();
  for (const [name, value] of URL.parse(url)?.searchParams ?? [])
    if (value !== '') query.set(name.toLowerCase(), value);
  for (const { signedBy, at } of signings) {
    const expires = at((name) => query.get(name) ?? null);
    if (expires !== undefined)
      return { signedBy, at: expires !== null && expires > maxExpirySeconds ? null : expires };
  }
  return null;
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function secondsOf(date: string | null): number | null {
  const milliseconds = Date.parse(date ?? '');
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

/** Returns the expiry in a CloudFront policy; null when it cannot be parsed. */
function expiryInPolicy(policy: string): number | null {
  const base64 = policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
  const json = Buffer.from(base64, 'base64').toString();
  return numberOf(/"DateLessThan"\s*:\s*\{\s*"AWS:EpochTime"\s*:\s*(\d+)/.exec(json)?.[1] ?? null);
}
