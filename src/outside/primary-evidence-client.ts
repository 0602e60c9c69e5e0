import { request } from 'undici';
import { z } from 'zod';
import {
  learnedAddress,
  learnedChange,
  learnedVerdict,
  parseLearnedPlace,
} from '../modules/files/learned.ts';
import { BadAnswer, failureReason } from './failure-reason.ts';
import { limitedAgent } from './limited-agent.ts';
import type { PrimaryOptions } from './primary-client.ts';
import type { PrimaryEvidence } from './primary-evidence.ts';

/** Another registry's evidence over HTTP. */
export interface PrimaryEvidenceClient extends PrimaryEvidence {
  /** Cuts what is still under way. */
  close(): Promise<void>;
}

/** Of one part; a registry gives a tenth of that. */
const maxAnswerBytes = 16 * 1024 * 1024;
/** Of each list of a part. */
const rows = 200;
/** Services answer with these that tell nothing of files, the Python one among them. */
const unknownPath = [404, 405, 422];

/** Rows are looked at one by one: what a newer registry says otherwise is left out, and the rest taken. */
const part = z.object({
  addresses: z.array(z.unknown()),
  verdicts: z.array(z.unknown()),
  changes: z.array(z.unknown()),
  next: z.string().refine((text) => parseLearnedPlace(text) !== null),
  has_more: z.boolean(),
  age_seconds: z.int().nonnegative().nullable(),
});

export function createPrimaryEvidenceClient({
  baseUrl,
  timeoutMs,
}: Pick<PrimaryOptions, 'baseUrl' | 'timeoutMs'>): PrimaryEvidenceClient {
  const url = baseUrl.replace(/\/+$/, '');
  // Apart from the connections by which records are followed: it cannot hold them up.
  const agent = limitedAgent({ connections: 1, timeoutMs, maxAnswerBytes });
  return {
    url,
    learned: async (since, signal) => {
      const query = `limit=${rows}${since === null ? '' : `&since=${encodeURIComponent(since)}`}`;
      const path = `/model_references/v2/files/learned?${query}`;
      try {
        const { statusCode, body } = await request(`${url}${path}`, {
          dispatcher: agent,
          headers: {
            accept: 'application/json',
            'accept-encoding': 'identity',
            'user-agent': 'modelref-replica',
          },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        if (statusCode !== 200) {
          await body.dump();
          if (statusCode === 410) return { kind: 'gone' };
          if (unknownPath.includes(statusCode)) return { kind: 'none' };
          throw new BadAnswer(`it answered ${statusCode}`);
        }
        const { data } = part.safeParse(await body.json());
        if (!data) throw new BadAnswer('its answer says nothing of files');
        return {
          kind: 'part',
          addresses: understood(learnedAddress, data.addresses),
          verdicts: understood(learnedVerdict, data.verdicts),
          changes: understood(learnedChange, data.changes),
          next: data.next,
          more: data.has_more,
          ageSeconds: data.age_seconds,
        };
      } catch (error) {
        throw new Error(`${url}${path} cannot be read: ${failureReason(error, timeoutMs)}.`, {
          cause: error,
        });
      }
    },
    close: () => agent.destroy(),
  };
}

function understood<T>(shape: z.ZodType<T>, values: readonly unknown[]): T[] {
  return values.flatMap((value) => {
    const { success, data } = shape.safeParse(value);
    return success ? [data] : [];
  });
}
