import { z } from 'zod';
import { type RemoteAnswer, RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import type { Observation, ObservationSource, SeenFile } from '../../records/files/address-state.ts';
import {
  civitaiDownload,
  type HostAddress,
  hostAddress,
  selectedFile,
} from '../../records/files/host-address.ts';
import { type ExpectedFile, isSha256 } from '../../records/files/record-file.ts';
import { earlyAccessOf } from './early-access.ts';
import { findOnHub } from './find-on-hub.ts';
import {
  etagText,
  isChallenge,
  isHtml,
  isLoginAddress,
  isTransient,
  noAnswer,
  probeByHttp,
  sizeOfFile,
  sizeText,
} from './probe-http.ts';

/**
 * Looks at an address once, as cheaply as its host allows: by headers, or a few kilobytes of JSON. Never
 * throws for anything that a host does.
 *
 * @param expected.sha256 the hash to look for elsewhere on the host when the file is gone
 * @param expected.repositories further repositories at Hugging Face where the file may be then, as
 * `namespace/name`
 */
export async function probe(
  remote: RemoteFiles,
  url: string,
  expected: Pick<ExpectedFile, 'sha256'> & { readonly repositories?: readonly string[] },
): Promise<Observation> {
  const address = hostAddress(url);
  try {
    if (address.host === 'huggingface') {
      const observation = await probeHuggingFace(remote, url);
      return observation.outcome === 'missing'
        ? await soughtOnHub(remote, address, observation, expected)
        : observation;
    }
    if (address.host === 'civitai') return await probeCivitai(remote, url, address, expected);
    return await probeByHttp(remote, url);
  } catch (error) {
    if (error instanceof RemoteFailure) return failed(error, 'head');
    throw error;
  }
}

/** Creates an observation of a call that got no answer. */
function failed(failure: RemoteFailure, how: ObservationSource): Observation {
  const { kind, message, retryAfterSeconds } = failure;
  if (kind === 'refused_address') {
    return { outcome: 'missing', how: 'address', status: null, reason: message };
  }
  if (kind === 'too_many_redirects') return { outcome: 'missing', how, status: null, reason: message };
  return {
    outcome: 'unreachable',
    how,
    status: kind === 'rate_limited' ? 429 : null,
    reason: message,
    ...(retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds }),
  };
}

const how = 'x_linked_etag';

/**
 * Checks a file on Hugging Face with one HEAD request. Follows redirects on the same host only, because hash,
 * size and commit are in the Hub's own headers and not in those of its storage.
 */
async function probeHuggingFace(remote: RemoteFiles, url: string): Promise<Observation> {
  await using answer = await remote.open({ method: 'HEAD', url, redirects: 'same-host' });
  const { status, headers } = answer;
  if (status < 400) {
    // Something else answers in the Hub's name: a proxy, a captive portal.
    if (headers['x-repo-commit'] === undefined) {
      return {
        outcome: 'unreachable',
        how,
        status,
        reason: `${status} without a commit: not an answer of Hugging Face.`,
      };
    }
    // The hash of the bytes or of the git blob: the same for the same bytes, in any revision.
    const mark = etagText(headers['x-linked-etag']) ?? etagText(headers.etag);
    return { outcome: 'there', how, status, seen: seenIn(url, answer), ...(mark !== null && { mark }) };
  }
  return refused(answer);
}

function seenIn(url: string, answer: RemoteAnswer): SeenFile {
  const { headers } = answer;
  const etag = etagText(headers['x-linked-etag']) ?? etagText(headers.etag);
  return {
    // 40 digits are the id of a git blob: a small file that is not in large file storage.
    sha256: etag !== null && /^[0-9a-f]{64}$/.test(etag) ? etag : null,
    size_bytes: sizeText(headers['x-linked-size']) ?? sizeOfFile(answer),
    revision: headers['x-repo-commit'] ?? null,
    moved_to: renamedTo(url, answer),
  };
}

/**
 * Returns the address with the repository's new name; null when the repository was not renamed. Ignores
 * redirects of small files, because they lead elsewhere on the same host even without a new name.
 */
function renamedTo(url: string, { redirects }: RemoteAnswer): string | null {
  const last = redirects.findLast(({ to }) => URL.parse(to)?.pathname.includes('/resolve/'));
  if (last === undefined) return null;
  const [from, to] = [new URL(url), new URL(last.to)];
  if (from.pathname === to.pathname) return null;
  // The query was the record's, and stays.
  to.search = from.search;
  return to.href;
}

function refused(answer: RemoteAnswer): Observation {
  const { status, headers } = answer;
  const code = headers['x-error-code'] ?? '';
  const message = headers['x-error-message'] ?? '';
  if (isTransient(status) || (code === '' && message === '' && isChallenge(answer)))
    return noAnswer('Hugging Face', how, answer);
  if (/invalid credentials/i.test(message)) {
    return {
      outcome: 'unreachable',
      how,
      status,
      reason: 'Hugging Face does not accept the token of this service.',
    };
  }
  if (code === 'GatedRepo') {
    return {
      outcome: 'gated',
      how,
      status,
      stated: true,
      reason: 'The repository is gated: its licence has to be accepted with an account.',
    };
  }
  if (/^access to this resource is disabled\.?$/i.test(message)) {
    return { outcome: 'missing', how, status, reason: 'Hugging Face has disabled the repository.' };
  }
  const missing = missingByCode[code];
  if (missing !== undefined) return { outcome: 'missing', how, status, reason: missing };
  // Without a token the Hub answers alike for a private and a missing repository.
  if (status === 401) return { outcome: 'missing', how, status, reason: missingRepository };
  if (status === 404 || status === 410)
    return { outcome: 'missing', how, status, reason: `Hugging Face answered ${status}.` };
  if (status === 403) return { outcome: 'gated', how, status, reason: 'Hugging Face refuses access (403).' };
  return { outcome: 'unreachable', how, status, reason: `Hugging Face answered ${status}.` };
}

const missingRepository = 'There is no such repository on Hugging Face, or it is private.';
const missingByCode: Readonly<Record<string, string>> = {
  RepoNotFound: missingRepository,
  RevisionNotFound: 'The repository has no such revision.',
  EntryNotFound: 'The repository has no such file.',
};

/** Adds the address of the same bytes in another place at Hugging Face to an observation, if there is one. */
async function soughtOnHub(
  remote: RemoteFiles,
  { repository }: Extract<HostAddress, { host: 'huggingface' }>,
  missing: Extract<Observation, { outcome: 'missing' }>,
  { sha256, repositories = [] }: Parameters<typeof probe>[2],
): Promise<Observation> {
  if (sha256 === null || missing.how === 'address') return missing;
  const found = await findOnHub(remote, [repository, ...repositories], sha256);
  if (found === null) return missing;
  const reason = `${missing.reason} ${found.repository} has a file of this hash: ${found.path}.`;
  return { ...missing, moved_to: found.url, moved_sha256: sha256, reason };
}

type CivitaiAddress = Extract<HostAddress, { host: 'civitai' }>;

const origin = 'https://civitai.com';
/**
 * Size, in bytes, of the largest JSON answer that is read. Answers about a model version are long, because
 * they also hold its description and images.
 */
const maxJsonBytes = 900 * 1024;

const fileShape = z.object({
  id: z.number(),
  sizeKB: z.number().nullish(),
  type: z.string().nullish(),
  primary: z.boolean().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  hashes: z.record(z.string(), z.unknown()).nullish(),
});
const versionShape = z.object({
  id: z.number(),
  usageControl: z.string().nullish(),
  availability: z.string().nullish(),
  earlyAccessEndsAt: z.unknown().optional(),
  earlyAccessDeadline: z.unknown().optional(),
  earlyAccessConfig: z.unknown().optional(),
  paidAccess: z.unknown().optional(),
  files: z.array(fileShape).nullish(),
});
type Version = z.infer<typeof versionShape>;
type VersionFile = z.infer<typeof fileShape>;

/**
 * Looks at a file on Civitai: asks about the model version in the address, then whether everybody may
 * download the file.
 */
async function probeCivitai(
  remote: RemoteFiles,
  url: string,
  address: CivitaiAddress,
  { sha256 }: Pick<ExpectedFile, 'sha256'>,
): Promise<Observation> {
  const told = await version(remote, `${origin}/api/v1/model-versions/${address.versionId}`);
  if ('refused' in told) return told.refused;
  const file = told.version && selectedFile(told.version.files ?? [], address);
  // A file that is gone may have been uploaded again under another id, in its version or another one.
  const sought = async (missing: Extract<Observation, { outcome: 'missing' }>): Promise<Observation> => {
    if (sha256 === null) return missing;
    const same = told.version?.files?.find((each) => each !== file && hashOf(each) === sha256);
    const beside = told.version && same ? { version: told.version.id, file: same.id } : null;
    const found = beside ?? (await fileWithHash(remote, sha256));
    if (found === null || found.file === file?.id) return missing;
    return {
      ...missing,
      how: beside ? missing.how : 'civitai_by_hash',
      moved_to: civitaiDownload(found.version, found.file),
      moved_sha256: sha256,
      reason: `${missing.reason} Version ${found.version} has a file of this hash: ${found.file}.`,
    };
  };
  if (!told.version || !file) {
    const reason = told.version ? 'The version has no such file any more.' : 'Civitai has no such version.';
    return sought({ outcome: 'missing', how: 'civitai_version', status: told.status, reason });
  }
  const seen = seenFile(file, url);
  const stated = gateOf(told.version);
  const reason = stated ?? (await downloadGate(remote, url));
  if (reason !== null && typeof reason !== 'string')
    return reason.outcome === 'missing' && reason.status === 404 ? sought(reason) : reason;
  return reason === null
    ? { outcome: 'there', how: 'civitai_version', status: told.status, seen, mark: markOf(file) }
    : {
        outcome: 'gated',
        how: 'civitai_version',
        status: told.status,
        reason,
        seen,
        ...(stated !== null && { stated: true }),
      };
}

function hashOf({ hashes }: VersionFile): string | null {
  const hash = hashes?.SHA256;
  return typeof hash === 'string' && isSha256(hash) ? hash.toLowerCase() : null;
}

function seenFile(file: VersionFile, url: string): SeenFile {
  const pinned = URL.parse(url)?.searchParams.has('fileId') ?? false;
  return {
    sha256: hashOf(file),
    // `sizeKB` is in KiB, with a fraction.
    size_bytes: typeof file.sizeKB === 'number' ? Math.round(file.sizeKB * 1024) : null,
    revision: pinned ? null : String(file.id),
    moved_to: null,
  };
}

/**
 * Returns a text that changes when the file on Civitai does. The file's id alone does not tell, because Civitai
 * may replace a file under the same id.
 */
function markOf({ id, sizeKB, hashes }: VersionFile): string {
  return [id, sizeKB, hashes?.SHA256].join(' ');
}

function gateOf(version: Version): string | null {
  const { usageControl } = version;
  if (usageControl && usageControl !== 'Download') return 'Civitai allows generation only, no downloads.';
  const early = earlyAccessOf(version);
  return early && earlyAccessReason(early.until);
}

function earlyAccessReason(until: string | null): string {
  return `Early access${until === null ? '' : ` until ${until}`}: paid downloads only.`;
}

/** Largest size, in bytes, of the JSON with which Civitai refuses a download. */
const maxRefusal = 16 * 1024;

/** Reads until when only those who pay may have the file from Civitai's refusal; null for another refusal. */
async function earlyAccessIn(answer: RemoteAnswer): Promise<string | null> {
  const body = jsonOf(await answer.first(maxRefusal));
  const { error, deadline } = (body ?? {}) as { error?: unknown; deadline?: unknown };
  if (error !== 'Early Access') return null;
  return earlyAccessReason(earlyAccessOf({ earlyAccessDeadline: deadline })?.until ?? null);
}

/**
 * Asks Civitai whether everybody may download the file. Returns null if so, and a text with the reason if not.
 * Returns an observation when the file is missing or Civitai cannot answer now.
 */
async function downloadGate(remote: RemoteFiles, url: string): Promise<string | Observation | null> {
  // A HEAD does not count as a download; a refusal is believed once a GET repeats it.
  const said = await gateBy(remote, url, 'HEAD');
  const isSilent = said !== null && typeof said !== 'string' && said.outcome === 'unreachable';
  return said === null || isSilent ? said : gateBy(remote, url, 'GET');
}

async function gateBy(
  remote: RemoteFiles,
  url: string,
  method: 'HEAD' | 'GET',
): Promise<string | Observation | null> {
  await using answer = await remote.open({
    method,
    url,
    headers: { accept: 'application/json', ...(method === 'GET' && { range: 'bytes=0-0' }) },
    // Followed up to the storage, which does not know who may have the file.
    redirects: 'same-host',
  });
  const { status, headers } = answer;
  const how = method === 'HEAD' ? 'head' : 'ranged_get';
  if (status === 410) return { outcome: 'missing', how, status, reason: 'Civitai has archived the model.' };
  if (status === 404) return { outcome: 'missing', how, status, reason: 'Civitai does not find the file.' };
  // The service's own front sometimes refuses by itself, before files with a login wall.
  if (isTransient(status) || isChallenge(answer)) return noAnswer('Civitai', how, answer);
  if (status === 401) return 'Civitai requires a login for this download.';
  if (status === 403) {
    const early = method === 'GET' ? await earlyAccessIn(answer) : null;
    return early ?? 'Civitai restricts access to this file.';
  }
  const to = URL.parse(headers.location ?? '', answer.url)?.href ?? '';
  if ((status >= 300 && status < 400 && isLoginAddress(to)) || isLoginAddress(answer.url))
    return 'Civitai redirects to its login page.';
  if (status === 200 && isHtml(headers)) return 'Civitai answers with a page instead of the file.';
  return null;
}

/**
 * Asks Civitai for a file with this hash. Returns the ids of the file and of its version; null when none is
 * found.
 */
async function fileWithHash(
  remote: RemoteFiles,
  sha256: string,
): Promise<{ version: number; file: number } | null> {
  const told = await version(remote, `${origin}/api/v1/model-versions/by-hash/${sha256}`);
  const found = 'refused' in told ? null : told.version;
  const file = found?.files?.find((each) => hashOf(each) === sha256);
  return found && file ? { version: found.id, file: file.id } : null;
}

async function version(
  remote: RemoteFiles,
  url: string,
): Promise<{ status: number; version: Version | null } | { refused: Observation }> {
  await using answer = await remote.open({
    method: 'GET',
    url,
    headers: { accept: 'application/json' },
    maxBytes: maxJsonBytes,
  });
  const { status } = answer;
  if (status === 404) return { status, version: null };
  const how = 'civitai_version';
  if (status !== 200) return { refused: noAnswer('Civitai', how, answer) };
  const parsed = versionShape.safeParse(jsonOf(await answer.bytes()));
  if (parsed.success) return { status, version: parsed.data };
  return {
    refused: {
      outcome: 'unreachable',
      how,
      status,
      reason: 'Civitai returned an unexpected answer.',
    },
  };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}
