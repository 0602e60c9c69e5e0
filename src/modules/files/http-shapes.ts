import { z } from 'zod';
import type { Categories } from '../../records/categories/index.ts';
import { categoryEnum } from '../../records/enums.ts';
import { observationSources } from '../../records/files/address-state.ts';
import { verdictWeights } from '../../records/files/verdict.ts';
import { laxArray, laxEnum, laxObject, laxString } from '../../records/lax.ts';
import { limits } from '../../serving/requests/limits.ts';
import { fileVerdict } from './shapes.ts';

const seconds = z.int().nullable();
const size = z.int().nullable();

const how = z.enum(observationSources).meta({
  id: 'FileLearnedBy',
  description:
    'x_linked_etag: Hugging Face’s header. civitai_version, civitai_by_hash: Civitai’s API. head, ranged_get: size and location as reported by any host. full_download: the whole file was read.',
});

const repairKinds = ['pin', 'move', 'sha256', 'size'] as const;

const repair = z
  .object({
    kind: z.enum(repairKinds),
    field_path: z.string(),
    from: z.union([z.string(), z.number()]).nullable(),
    to: z.union([z.string(), z.number()]),
  })
  .meta({ id: 'FileRepair', description: 'A change of the record that the evidence suggests.' });

const seenFile = z
  .object({
    sha256: z.string().nullable(),
    size_bytes: size,
    revision: z
      .string()
      .nullable()
      .meta({ description: 'Revision that the URL refers to now: a commit or a file id.' }),
    moved_to: z.string().nullable(),
  })
  .meta({ id: 'SeenFile', description: 'Facts reported by the host; null if not reported.' });

const weight = z.enum(verdictWeights).meta({
  id: 'FileVerdictWeight',
  description: 'wrong: workers do not get the file that the record describes.',
});

export const fileEvidence = z
  .object({
    category: categoryEnum,
    model_name: z.string(),
    field_path: z.string().meta({ description: 'Dotted path in the v2 record.' }),
    file_name: z.string().nullable(),
    url: z.string(),
    host: z.string().nullable(),
    expected: z
      .object({
        sha256: z.string().nullable(),
        malformed_sha256: z
          .string()
          .nullable()
          .default(null)
          .meta({ description: 'The value in the record that is not a SHA-256.' }),
        size_bytes: size,
      })
      .meta({ id: 'ExpectedFile', description: 'Hash and size of the file in the record.' }),
    verdict: fileVerdict,
    weight,
    detail: z.string().meta({ description: 'Explanation of the verdict.' }),
    since: seconds.meta({ description: 'Time since which the verdict holds, Unix seconds.' }),
    learned_at: seconds.meta({ description: 'Time of the evidence for the verdict.' }),
    how: how.nullable(),
    seen: seenFile.nullable(),
    checked_at: seconds.meta({ description: 'Time of the last check, successful or not.' }),
    doubted_since: seconds.meta({
      description:
        'Time of the first check in which the host reported the file as missing or forbidden. The verdict changes if a check hours later confirms it.',
    }),
    failing: z.object({ since: z.int(), reason: z.string() }).nullable().meta({
      id: 'FailingLooks',
      description: 'Failed checks since the verdict.',
    }),
    repairs: z.array(repair),
  })
  .meta({ id: 'FileEvidence', description: 'A file of a record, with its verdict and evidence.' });

const counts = z.record(z.string(), z.int());

export const filesPage = z
  .object({
    files: z.array(fileEvidence),
    total: z.int().meta({ description: 'Number of matching files on all pages.' }),
    offset: z.int(),
    limit: z.int(),
    has_more: z.boolean(),
    counts: z
      .object({ files: z.int(), verdicts: counts, hosts: counts, categories: counts })
      .meta({ id: 'FileCounts', description: 'Counts of all files, regardless of filters.' }),
    checks_enabled: z.boolean().meta({ description: 'Whether this deployment checks files daily.' }),
  })
  .meta({ id: 'FilesPage', description: 'A page of the files of live records.' });

export const modelFiles = z
  .object({
    files: z.array(fileEvidence),
  })
  .meta({ id: 'ModelFiles', description: 'The files of a model.' });

export const repairSelection = ({ names }: Categories) =>
  laxObject({
    files: laxArray(
      laxObject({
        category: laxEnum(names),
        model_name: laxString({ min: 1, max: limits.nameLength }),
        field_path: laxString({ max: 100 })
          .optional()
          .meta({ description: 'Default: all files of the model.' }),
      }).meta({ id: 'RepairedFile' }),
      { min: 1, max: 100 },
    ),
    kinds: laxArray(laxEnum(repairKinds))
      .optional()
      .meta({ description: 'Kinds of repairs to propose. Default: all.' }),
  }).meta({ id: 'FileRepairRequest', description: 'The files to repair.' });

export const queuedRepairs = z
  .object({
    pending_change_ids: z.array(z.int()),
    left_out: z.array(
      z
        .object({ category: z.string(), model_name: z.string(), reason: z.string() })
        .meta({ id: 'RepairLeftOut', description: 'A model that was skipped.' }),
    ),
  })
  .meta({ id: 'QueuedFileRepairs', description: 'The changes that were queued, one for each model.' });
