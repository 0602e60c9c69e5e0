/** The expiry of a signed URL, which its host serves only for a limited time. */
export interface Expiry {
  /** The query parameter with the signature, such as `X-Amz-Signature`. */
  readonly signatureParameter: string;
  /** Unix seconds at which the URL expires; null when the URL does not state it. */
  readonly at: number | null;
}

/** Returns a query parameter by its lower-case name; null when it is missing or empty. */
type ReadParameter = (name: string) => string | null;

/**
 * A URL signing scheme. `readExpiry` returns the expiry of a URL in Unix seconds; null when the URL does not
 * state it, undefined when the URL is not signed this way.
 */
interface SignatureFormat {
  readonly signatureParameter: string;
  readonly readExpiry: (parameter: ReadParameter) => number | null | undefined;
}

/**
 * Returns the signing scheme with the parameters `X-Amz-…` (S3 and compatible storage, such as R2) or
 * `X-Goog-…` (Google Cloud Storage).
 */
function createDatedFormat(prefix: 'X-Amz' | 'X-Goog'): SignatureFormat {
  const name = prefix.toLowerCase();
  return {
    signatureParameter: `${prefix}-Signature`,
    readExpiry: (parameter) => {
      if (parameter(`${name}-signature`) === null) return undefined;
      const date = parameter(`${name}-date`)?.replace(
        /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
        '$1-$2-$3T$4:$5:$6Z',
      );
      const [signedAt, seconds] = [parseDate(date ?? null), parseSeconds(parameter(`${name}-expires`))];
      return signedAt === null || seconds === null ? null : signedAt + seconds;
    },
  };
}

const signatureFormats: readonly SignatureFormat[] = [
  createDatedFormat('X-Amz'),
  createDatedFormat('X-Goog'),
  {
    // Azure. Without `se`, a policy at the host determines the expiry.
    signatureParameter: 'sig',
    readExpiry: (parameter) =>
      parameter('sig') !== null && ['se', 'si', 'sv'].some((name) => parameter(name) !== null)
        ? parseDate(parameter('se'))
        : undefined,
  },
  {
    // CloudFront, and earlier forms of S3 and Google Cloud Storage.
    signatureParameter: 'Signature',
    readExpiry: (parameter) => {
      if (parameter('signature') === null) return undefined;
      if (parameter('expires') !== null) return parseSeconds(parameter('expires'));
      return parameter('policy') === null ? undefined : readPolicyExpiry(parameter('policy') ?? '');
    },
  },
];

/** The last second of the year 9999; a later expiry counts as unknown. */
const maxExpirySeconds = 253_402_300_799;

/** Returns the expiry of a signed URL from its query; null for any other URL. */
export function parseExpiry(url: string): Expiry | null {
  const query = new Map<string, string>();
  for (const [name, value] of URL.parse(url)?.searchParams ?? [])
    if (value !== '') query.set(name.toLowerCase(), value);
  for (const { signatureParameter, readExpiry } of signatureFormats) {
    const expires = readExpiry((name) => query.get(name) ?? null);
    if (expires !== undefined)
      return {
        signatureParameter,
        at: expires !== null && expires > maxExpirySeconds ? null : expires,
      };
  }
  return null;
}

function parseSeconds(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function parseDate(date: string | null): number | null {
  const milliseconds = Date.parse(date ?? '');
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

/** Returns the expiry in a CloudFront policy; null when it cannot be parsed. */
function readPolicyExpiry(policy: string): number | null {
  const base64 = policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
  const json = Buffer.from(base64, 'base64').toString();
  return parseSeconds(/"DateLessThan"\s*:\s*\{\s*"AWS:EpochTime"\s*:\s*(\d+)/.exec(json)?.[1] ?? null);
}
