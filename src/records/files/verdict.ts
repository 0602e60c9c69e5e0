import { type AddressState, findRefusalByAddress, type SeenFile } from './address-state.ts';
import { isMutableAddress } from './host-address.ts';
import {
  describeHashProblem,
  describeSameDigits,
  type ExpectedFile,
  type RecordFile,
} from './record-file.ts';

/**
 * The classes of file verdicts, the worst first. `wrong`: workers do not get the promised file. `attention`:
 * the file is served, but its URL should be changed. `open`: the registry cannot tell. `good`: workers get
 * the promised file.
 */
export const verdictWeights = ['wrong', 'attention', 'open', 'good'] as const;
export type VerdictWeight = (typeof verdictWeights)[number];

/** Every file verdict with its class, the worst first. Lists of files are sorted in this order. */
export const weightByVerdict = {
  mismatch: 'wrong',
  malformed_hash: 'wrong',
  size_differs: 'wrong',
  gone: 'wrong',
  gated: 'wrong',
  moved: 'attention',
  mutable: 'attention',
  unverifiable: 'open',
  unreachable: 'open',
  unknown: 'open',
  verified: 'good',
} as const satisfies Record<string, VerdictWeight>;

export type FileVerdict = keyof typeof weightByVerdict;
export const fileVerdicts = Object.keys(weightByVerdict) as [FileVerdict, ...FileVerdict[]];

export function isWrong(verdict: FileVerdict): boolean {
  return weightByVerdict[verdict] === 'wrong';
}

export interface Judgement {
  readonly verdict: FileVerdict;
  readonly detail: string;
}

/** Determines from the check results whether a URL serves the file that the record promises. */
export function judge(file: Pick<RecordFile, 'url' | 'host' | 'expected'>, state: AddressState): Judgement {
  const { malformed_sha256: malformedHash } = file.expected;
  const judgement = judgeAddress(file, state);
  if (malformedHash === null || file.host === null || ['gone', 'gated'].includes(judgement.verdict))
    return judgement;
  const observation = state.known?.observation;
  const hostHash = observation && 'seen' in observation ? (observation.seen?.sha256 ?? null) : null;
  const comparisonText =
    hostHash === null
      ? judgement.detail
      : `The host says ${hostHash}: ${describeSameDigits(malformedHash, hostHash) ?? 'the digits differ, so this may be another file'}.`;
  return {
    verdict: 'malformed_hash',
    detail: `'${malformedHash.slice(0, 200)}' in the record is not a SHA-256: ${describeHashProblem(malformedHash.slice(0, 200))}. ${comparisonText}`,
  };
}

function judgeAddress(
  { url, host, expected }: Pick<RecordFile, 'url' | 'host' | 'expected'>,
  state: AddressState,
): Judgement {
  if (host === null)
    return {
      verdict: 'unknown',
      detail:
        url === '' ? 'The record has no URL for this file.' : `'${url}' is not an http or https address.`,
    };
  const { known, failure, doubt } = state;
  if (known === null) {
    if (doubt !== null) {
      const confirmationText =
        findRefusalByAddress(state) === null
          ? 'Reported once; it counts if a check hours later confirms it.'
          : 'It counts if a check hours later confirms it.';
      return { verdict: 'unknown', detail: `${doubt.observation.reason} ${confirmationText}` };
    }
    return failure === null
      ? { verdict: 'unknown', detail: 'This file has not been checked yet.' }
      : { verdict: 'unreachable', detail: failure.reason };
  }
  const { observation } = known;
  switch (observation.outcome) {
    case 'there':
      return judgeSeen(url, expected, observation.seen, observation.how === 'full_download');
    case 'missing':
      return { verdict: 'gone', detail: observation.reason };
    case 'gated': {
      // A host that restricts access to a file may still state facts about it.
      const judgement = observation.seen && judgeSeen(url, expected, observation.seen);
      return judgement && isWrong(judgement.verdict)
        ? judgement
        : { verdict: 'gated', detail: observation.reason };
    }
    case 'unreachable':
      return { verdict: 'unreachable', detail: observation.reason };
  }
}

function judgeSeen(
  url: string,
  expectedFile: ExpectedFile,
  seenFile: SeenFile,
  isFullRead = false,
): Judgement {
  const isSameHash = expectedFile.sha256 !== null && seenFile.sha256 === expectedFile.sha256;
  if (expectedFile.sha256 !== null && seenFile.sha256 !== null && !isSameHash) {
    return {
      verdict: 'mismatch',
      detail: `${isFullRead ? 'The whole file was read: it' : 'The host'} has the SHA-256 ${seenFile.sha256}; the record says ${expectedFile.sha256}.`,
    };
  }
  if (
    expectedFile.size_bytes !== null &&
    seenFile.size_bytes !== null &&
    expectedFile.size_bytes !== seenFile.size_bytes
  ) {
    const hashText = isSameHash ? ' The SHA-256 matches, so the size in the record is wrong.' : '';
    return {
      verdict: 'size_differs',
      detail: `The host has ${seenFile.size_bytes} bytes; the record says ${expectedFile.size_bytes}.${hashText}`,
    };
  }
  const hashText = isSameHash
    ? isFullRead
      ? 'The whole file was read: its SHA-256 matches the record.'
      : 'The host confirms the SHA-256 of the record.'
    : seenFile.sha256 !== null
      ? `The record has no SHA-256; the ${isFullRead ? 'file has' : 'host says'} ${seenFile.sha256}.`
      : 'The host reports no SHA-256.';
  if (seenFile.moved_to !== null)
    return { verdict: 'moved', detail: `Permanently redirected to ${seenFile.moved_to}. ${hashText}` };
  if (isMutableAddress(url)) {
    const revisionText = seenFile.revision === null ? '' : ` Its revision now: ${seenFile.revision}.`;
    return {
      verdict: 'mutable',
      detail: `The link names no fixed revision: the file may change later.${revisionText} ${hashText}`,
    };
  }
  return { verdict: isSameHash ? 'verified' : 'unverifiable', detail: hashText };
}
