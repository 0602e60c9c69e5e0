import { z } from 'zod';
import { fileVerdicts } from '../../records/files/verdict.ts';

export const fileVerdict = z.enum(fileVerdicts).meta({
  id: 'FileVerdict',
  description:
    'Worst first. mismatch: the host reports a different hash. malformed_hash: the hash in the record is not a SHA-256. size_differs: the host reports a different size. gone: the host reported the file as missing twice, hours apart. gated: the download requires an account. moved: the host redirects permanently. mutable: the URL names no fixed revision. unverifiable: the file exists, but the host or the record has no hash. unreachable: no host has answered yet. unknown: not checked yet, or no URL. verified: the host reports the hash of the record.',
});
