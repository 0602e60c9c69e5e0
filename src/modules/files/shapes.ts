import { z } from 'zod';
import { fileVerdicts } from '../../records/files/verdict.ts';

export const fileVerdict = z.enum(fileVerdicts).meta({
  id: 'FileVerdict',
  description:
    'Worst first. mismatch: the host has another hash. malformed_hash: what the record has is no SHA-256. size_differs: another size. gone: the host said twice, hours apart, that it is not there. gated: only for those with an account. moved: redirected for good. mutable: the address names no fixed revision. unverifiable: there, but the host tells no hash, or the record has none. unreachable: no host has answered so far. unknown: not looked at, or no address. verified: the host’s own hash is the record’s.',
});
