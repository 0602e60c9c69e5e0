import { z } from 'zod';
import { type RemoteAnswer, RemoteFailure, type RemoteFiles } from '../../outside/remote-files.ts';
import type { Observation, ObservationSource, SeenFile } from '../../records/files/address-state.ts';
import {
  createCivitaiUrl,
  type HostAddress,
  parseHostAddress,
  selectFile,
} from '../../records/files/host-address.ts';
import { type ExpectedFile, isSha256 } from '../../records/files/record-file.ts';
import { findEarlyAccess } from './early-access.ts';
import { findOnHub } from './find-on-hub.ts';
import {
  createUnreachable,
  isChallenge,
  isHtml,
  isLoginAddress,
  isTransient,
  normalizeEtag,
  parseWholeNumber,
  probeByHttp,
  readFileSize,
} from './probe-http.ts';

/**
 * Checks the file at an address once. Reads as little as the host allows: only headers, or a few kilobytes of
 * JSON. Never throws because of a host's response.
 *
 * @param expectedFile.sha256 the hash to search elsewhere on the host when the file is gone
 * @param expectedFile.repositories further Hugging Face repositories to search in that case, as
 *   `namespace/name`
 */
export async function probe(
  remote: RemoteFiles,
  url: string,
  expectedFile: Pick<ExpectedFile, 'sha256'> & { readonly repositories?: readonly string[] },
): Promise<Observation> {
  const address = parseHostAddress(url);
  try {
    if (address.host === 'huggingface') {
      const observation = await probeHuggingFace(remote, url);
      return observation.outcome === 'missing'
        ? await addHubCopy(remote, address, observation, expectedFile)
        : observation;
    }
    if (address.host === 'civitai') return await probeCivitai(remote, url, address, expectedFile);
    return await probeByHttp(remote, url);
  } catch (error) {
    if (error instanceof RemoteFailure) return createFailureObservation(error, 'head');
    throw error;
  }
}

/** Creates the observation of a call without a response. */
function createFailureObservation(failure: RemoteFailure, how: ObservationSource): Observation {
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

const huggingFaceSource = 'x_linked_etag';

/**
 * Checks a file on Hugging Face with one HEAD request. Follows redirects only on the same host: the headers
 * with the hash, size and commit come from Hugging Face itself, not from its storage.
 */
async function probeHuggingFace(remote: RemoteFiles, url: string): Promise<Observation> {
  await using answer = await remote.open({ method: 'HEAD', url, redirects: 'same-host' });
  const { status, headers } = answer;
  if (status < 400) {
    // The response comes from another server, such as a proxy or a captive portal.
    if (headers['x-repo-commit'] === undefined) {
      return {
        outcome: 'unreachable',
        how: huggingFaceSource,
        status,
        reason: `The answer (${status}) is not from Hugging Face: it names no commit.`,
      };
    }
    // The hash of the file or of its git blob. It is the same in every revision that has the same bytes.
    const mark = normalizeEtag(headers['x-linked-etag']) ?? normalizeEtag(headers.etag);
    return {
      outcome: 'there',
      how: huggingFaceSource,
      status,
      seen: readSeenFile(url, answer),
      ...(mark !== null && { mark }),
    };
  }
  return createRefusalObservation(answer);
}

function readSeenFile(url: string, answer: RemoteAnswer): SeenFile {
  const { headers } = answer;
  const etag = normalizeEtag(headers['x-linked-etag']) ?? normalizeEtag(headers.etag);
  return {
    // A 40-digit ETag is the id of a git blob: a small file that is not in large file storage.
    sha256: etag !== null && /^[0-9a-f]{64}$/.test(etag) ? etag : null,
    size_bytes: parseWholeNumber(headers['x-linked-size']) ?? readFileSize(answer),
    revision: headers['x-repo-commit'] ?? null,
    moved_to: findRenamedAddress(url, answer),
  };
}

/**
 * Returns the address with the repository's new name; null when the repository was not renamed. Ignores
 * redirects of small files, which lead to another path on the same host without any rename.
 */
function findRenamedAddress(url: string, { redirects }: RemoteAnswer): string | null {
  const lastRedirect = redirects.findLast(({ to }) => URL.parse(to)?.pathname.includes('/resolve/'));
  if (lastRedirect === undefined) return null;
  const [oldUrl, newUrl] = [new URL(url), new URL(lastRedirect.to)];
  if (oldUrl.pathname === newUrl.pathname) return null;
  // The query is part of the record's address and is retained.
  newUrl.search = oldUrl.search;
  return newUrl.href;
}

function createRefusalObservation(answer: RemoteAnswer): Observation {
  const { status, headers } = answer;
  const code = headers['x-error-code'] ?? '';
  const message = headers['x-error-message'] ?? '';
  if (isTransient(status) || (code === '' && message === '' && isChallenge(answer)))
    return createUnreachable('Hugging Face', huggingFaceSource, answer);
  if (/invalid credentials/i.test(message)) {
    return {
      outcome: 'unreachable',
      how: huggingFaceSource,
      status,
      reason: 'Hugging Face does not accept the token of this service.',
    };
  }
  if (code === 'GatedRepo') {
    return {
      outcome: 'gated',
      how: huggingFaceSource,
      status,
      stated: true,
      reason: 'The repository is gated: its licence has to be accepted with an account.',
    };
  }
  if (/^access to this resource is disabled\.?$/i.test(message)) {
    return {
      outcome: 'missing',
      how: huggingFaceSource,
      status,
      reason: 'Hugging Face has disabled the repository.',
    };
  }
  const missingReason = missingByCode[code];
  if (missingReason !== undefined)
    return { outcome: 'missing', how: huggingFaceSource, status, reason: missingReason };
  // Without a token, Hugging Face responds to a private repository as to a missing one.
  if (status === 401)
    return { outcome: 'missing', how: huggingFaceSource, status, reason: missingRepository };
  if (status === 404 || status === 410)
    return { outcome: 'missing', how: huggingFaceSource, status, reason: `Hugging Face answered ${status}.` };
  if (status === 403)
    return { outcome: 'gated', how: huggingFaceSource, status, reason: 'Hugging Face refuses access (403).' };
  return {
    outcome: 'unreachable',
    how: huggingFaceSource,
    status,
    reason: `Hugging Face answered ${status}.`,
  };
}

const missingRepository = 'There is no such repository on Hugging Face, or it is private.';
const missingByCode: Readonly<Record<string, string>> = {
  RepoNotFound: missingRepository,
  RevisionNotFound: 'The repository has no such revision.',
  EntryNotFound: 'The repository has no such file.',
};

/**
 * Searches Hugging Face for a file with the same hash, and adds its address to the observation of a missing
 * file.
 */
async function addHubCopy(
  remote: RemoteFiles,
  { repository }: Extract<HostAddress, { host: 'huggingface' }>,
  missingFile: Extract<Observation, { outcome: 'missing' }>,
  { sha256, repositories = [] }: Parameters<typeof probe>[2],
): Promise<Observation> {
  if (sha256 === null || missingFile.how === 'address') return missingFile;
  const copy = await findOnHub(remote, [repository, ...repositories], sha256);
  if (copy === null) return missingFile;
  const reason = `${missingFile.reason} ${copy.repository} has a file of this hash: ${copy.path}.`;
  return { ...missingFile, moved_to: copy.url, moved_sha256: sha256, reason };
}

type CivitaiAddress = Extract<HostAddress, { host: 'civitai' }>;

const civitaiOrigin = 'https://civitai.com';
/**
 * Maximum size, in bytes, of a JSON response. Responses about a model version are long, because they also
 * contain its description and images.
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
 * Checks a file on Civitai. Requests the model version in the address, then checks whether everybody may
 * download the file.
 */
async function probeCivitai(
  remote: RemoteFiles,
  url: string,
  address: CivitaiAddress,
  { sha256 }: Pick<ExpectedFile, 'sha256'>,
): Promise<Observation> {
  const result = await readVersion(remote, `${civitaiOrigin}/api/v1/model-versions/${address.versionId}`);
  if ('refused' in result) return result.refused;
  const file = result.version && selectFile(result.version.files ?? [], address);
  // A deleted file may have been uploaded again under another id, in the same or another version.
  const addCopy = async (missingFile: Extract<Observation, { outcome: 'missing' }>): Promise<Observation> => {
    if (sha256 === null) return missingFile;
    const sameFile = result.version?.files?.find((each) => each !== file && readHash(each) === sha256);
    const sameVersionCopy =
      result.version && sameFile ? { version: result.version.id, file: sameFile.id } : null;
    const copy = sameVersionCopy ?? (await findFileByHash(remote, sha256));
    if (copy === null || copy.file === file?.id) return missingFile;
    return {
      ...missingFile,
      how: sameVersionCopy ? missingFile.how : 'civitai_by_hash',
      moved_to: createCivitaiUrl(copy.version, copy.file),
      moved_sha256: sha256,
      reason: `${missingFile.reason} Version ${copy.version} has a file of this hash: ${copy.file}.`,
    };
  };
  if (!result.version || !file) {
    const reason = result.version ? 'The version has no such file any more.' : 'Civitai has no such version.';
    return addCopy({ outcome: 'missing', how: 'civitai_version', status: result.status, reason });
  }
  const facts = createSeenFile(file, url);
  const declaredRestriction = findDeclaredRestriction(result.version);
  const reason = declaredRestriction ?? (await findDownloadRestriction(remote, url));
  if (reason !== null && typeof reason !== 'string')
    return reason.outcome === 'missing' && reason.status === 404 ? addCopy(reason) : reason;
  return reason === null
    ? { outcome: 'there', how: 'civitai_version', status: result.status, seen: facts, mark: createMark(file) }
    : {
        outcome: 'gated',
        how: 'civitai_version',
        status: result.status,
        reason,
        seen: facts,
        ...(declaredRestriction !== null && { stated: true }),
      };
}

function readHash({ hashes }: VersionFile): string | null {
  const hash = hashes?.SHA256;
  return typeof hash === 'string' && isSha256(hash) ? hash.toLowerCase() : null;
}

function createSeenFile(file: VersionFile, url: string): SeenFile {
  const isPinned = URL.parse(url)?.searchParams.has('fileId') ?? false;
  return {
    sha256: readHash(file),
    // `sizeKB` is in KiB, with a fraction.
    size_bytes: typeof file.sizeKB === 'number' ? Math.round(file.sizeKB * 1024) : null,
    revision: isPinned ? null : String(file.id),
    moved_to: null,
  };
}

/**
 * Returns a mark that changes when the file on Civitai does. The file's id alone is not enough, because
 * Civitai may replace a file under the same id.
 */
function createMark({ id, sizeKB, hashes }: VersionFile): string {
  return [id, sizeKB, hashes?.SHA256].join(' ');
}

function findDeclaredRestriction(version: Version): string | null {
  const { usageControl } = version;
  if (usageControl && usageControl !== 'Download') return 'Civitai allows generation only, no downloads.';
  const earlyAccess = findEarlyAccess(version);
  return earlyAccess && describeEarlyAccess(earlyAccess.until);
}

function describeEarlyAccess(until: string | null): string {
  return `Early access${until === null ? '' : ` until ${until}`}: paid downloads only.`;
}

/** Maximum size, in bytes, of Civitai's refusal of a download. */
const maxRefusalBytes = 16 * 1024;

/**
 * Reads Civitai's refusal of a download. Returns the reason, with the end of the early access, when the
 * refusal is about early access; null for another refusal.
 */
async function readEarlyAccess(answer: RemoteAnswer): Promise<string | null> {
  const body = parseJson(await answer.first(maxRefusalBytes));
  const { error, deadline } = (body ?? {}) as { error?: unknown; deadline?: unknown };
  if (error !== 'Early Access') return null;
  return describeEarlyAccess(findEarlyAccess({ earlyAccessDeadline: deadline })?.until ?? null);
}

/**
 * Requests the download from Civitai. Returns null when everybody may download the file. Returns the reason
 * as text when not everybody may. Returns an observation when the file is missing or Civitai is temporarily
 * unavailable.
 */
async function findDownloadRestriction(
  remote: RemoteFiles,
  url: string,
): Promise<string | Observation | null> {
  // A HEAD does not count as a download. Any result but success or a temporary failure is confirmed with a
  // GET.
  const headResult = await requestDownload(remote, url, 'HEAD');
  const isUnreachable =
    headResult !== null && typeof headResult !== 'string' && headResult.outcome === 'unreachable';
  return headResult === null || isUnreachable ? headResult : requestDownload(remote, url, 'GET');
}

async function requestDownload(
  remote: RemoteFiles,
  url: string,
  method: 'HEAD' | 'GET',
): Promise<string | Observation | null> {
  await using answer = await remote.open({
    method,
    url,
    headers: { accept: 'application/json', ...(method === 'GET' && { range: 'bytes=0-0' }) },
    // Redirects to the storage are not followed, because only Civitai itself checks who may download the
    // file.
    redirects: 'same-host',
  });
  const { status, headers } = answer;
  const how = method === 'HEAD' ? 'head' : 'ranged_get';
  if (status === 410) return { outcome: 'missing', how, status, reason: 'Civitai has archived the model.' };
  if (status === 404) return { outcome: 'missing', how, status, reason: 'Civitai does not find the file.' };
  // Civitai's front end sometimes rejects requests for files that require a login. Such a response says
  // nothing about the file.
  if (isTransient(status) || isChallenge(answer)) return createUnreachable('Civitai', how, answer);
  if (status === 401) return 'Civitai requires a login for this download.';
  if (status === 403) {
    const earlyAccess = method === 'GET' ? await readEarlyAccess(answer) : null;
    return earlyAccess ?? 'Civitai restricts access to this file.';
  }
  const redirectTarget = URL.parse(headers.location ?? '', answer.url)?.href ?? '';
  if ((status >= 300 && status < 400 && isLoginAddress(redirectTarget)) || isLoginAddress(answer.url))
    return 'Civitai redirects to its login page.';
  if (status === 200 && isHtml(headers)) return 'Civitai answers with a page instead of the file.';
  return null;
}

/**
 * Searches Civitai for a file with this hash. Returns the ids of the file and of its version; null when none
 * is found.
 */
async function findFileByHash(
  remote: RemoteFiles,
  sha256: string,
): Promise<{ version: number; file: number } | null> {
  const result = await readVersion(remote, `${civitaiOrigin}/api/v1/model-versions/by-hash/${sha256}`);
  const match = 'refused' in result ? null : result.version;
  const file = match?.files?.find((each) => readHash(each) === sha256);
  return match && file ? { version: match.id, file: file.id } : null;
}

async function readVersion(
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
  if (status !== 200) return { refused: createUnreachable('Civitai', how, answer) };
  const parsed = versionShape.safeParse(parseJson(await answer.bytes()));
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

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}
