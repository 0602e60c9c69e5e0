import type { FileVerdict } from '../api/types.ts';

interface VerdictDisplay {
  readonly label: string;
  readonly tone: 'good' | 'warn' | 'bad' | undefined;
  /** Advice on how to fix the file; null if no action is needed. */
  readonly advice: string | null;
}

/** The label, tone and advice for each verdict, worst first. */
export const fileVerdicts: Readonly<Record<FileVerdict, VerdictDisplay>> = {
  mismatch: {
    label: 'wrong hash',
    tone: 'bad',
    advice: 'Check which of the two hashes is right before changing the record.',
  },
  malformed_hash: {
    label: 'no SHA-256',
    tone: 'bad',
    advice: 'If the digits agree, use the complete hash; otherwise check which file is meant.',
  },
  size_differs: { label: 'size differs', tone: 'bad', advice: 'If the hash is right, correct the size.' },
  gone: { label: 'gone', tone: 'bad', advice: 'Find another source, or propose to delete the model.' },
  gated: { label: 'gated', tone: 'bad', advice: 'Workers have no account there: find a public source.' },
  moved: { label: 'moved', tone: 'warn', advice: 'Use the new URL.' },
  mutable: {
    label: 'may change (branch)',
    tone: 'warn',
    advice: 'Use a fixed revision, so that the file cannot change.',
  },
  unverifiable: { label: 'not verifiable', tone: undefined, advice: null },
  unreachable: { label: 'no answer from the host', tone: undefined, advice: null },
  unknown: { label: 'not checked yet', tone: undefined, advice: null },
  verified: { label: 'verified', tone: 'good', advice: null },
};

export const verdictOrder = Object.keys(fileVerdicts) as FileVerdict[];
