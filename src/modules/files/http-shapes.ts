import { z } from 'zod';
import type { Categories } from '../../records/categories/index.ts';
import { categoryEnum } from '../../records/enums.ts';
import { learnedBy } from '../../records/files/address-state.ts';
import { verdictWeights } from '../../records/files/verdict.ts';
import { laxArray, laxEnum, laxObject, laxString } from '../../records/lax.ts';
import { limits } from '../../serving/requests/limits.ts';
import { fileVerdict } from './shapes.ts';

const seconds = z.int().nullable();
const size = z.int().nullable();

const how = z.enum(learnedBy).meta({
  id: 'FileLearnedBy',
  description:
    'x_linked_etag: Hugging Face’s header. civitai_version, civitai_by_hash: Civitai’s API. head, ranged_get: what any host says of size and place. full_download: the whole file was read.',
});

const repairKinds = ['pin', 'move', 'sha256', 'size'] as const;

const repair = z
  .object({
    kind: z.enum(repairKinds),
    field_path: z.string(),
    from: z.union([z.string(), z.number()]).nullable(),
    to: z.union([z.string(), z.number()]),
  })
  .meta({ id: 'FileRepair', description: 'A change of the record that what the host says suggests.' });

const seenFile = z
  .object({
    sha256: z.string().nullable(),
    size_bytes: size,
    revision: z
      .string()
      .nullable()
      .meta({ description: 'What the address stands for now: a commit, the id of a file.' }),
    moved_to: z.string().nullable(),
  })
  .meta({ id: 'SeenFile', description: 'What the host says of the file; null for what it does not say.' });

const weight = z.enum(verdictWeights).meta({
  id: 'FileVerdictWeight',
  description: 'wrong: workers do not get the file that the record promises.',
});

export const fileEvidence = z
  .object({
    category: categoryEnum,
    model_name: z.string(),
    field_path: z.string().meta({ description: 'Where it stands in the v2 record.' }),
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
          .meta({ description: 'What the record has in its place, and is none.' }),
        size_bytes: size,
      })
      .meta({ id: 'ExpectedFile', description: 'What the record says of the file.' }),
    verdict: fileVerdict,
    weight,
    detail: z.string().meta({ description: 'Why, in a sentence.' }),
    since: seconds.meta({ description: 'Since when the verdict is this one, Unix seconds.' }),
    learned_at: seconds.meta({ description: 'When what it rests on was learned.' }),
    how: how.nullable(),
    seen: seenFile.nullable(),
    checked_at: seconds.meta({ description: 'The last look, whether it got through or not.' }),
    doubted_since: seconds.meta({
      description:
        'The host says that the file is not there, or refuses it; believed once it does so again hours later.',
    }),
    failing: z.object({ since: z.int(), reason: z.string() }).nullable().meta({
      id: 'FailingLooks',
      description: 'The last looks did not get through; the verdict is that of before.',
    }),
    repairs: z.array(repair),
  })
  .meta({ id: 'FileEvidence', description: 'A file of a record, and all that is known of it.' });

const counts = z.record(z.string(), z.int());

export const filesPage = z
  .object({
    files: z.array(fileEvidence),
    total: z.int().meta({ description: 'How many fit, on all pages.' }),
    offset: z.int(),
    limit: z.int(),
    has_more: z.boolean(),
    counts: z
      .object({ files: z.int(), verdicts: counts, hosts: counts, categories: counts })
      .meta({ id: 'FileCounts', description: 'Of all files, whatever the filters.' }),
    checks_enabled: z.boolean().meta({ description: 'Whether files are looked at here, day by day.' }),
  })
  .meta({ id: 'FilesPage', description: 'One page of the files that live records name.' });

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
          .meta({ description: 'Absent: all files of the model.' }),
      }).meta({ id: 'RepairedFile' }),
      { min: 1, max: 100 },
    ),
    kinds: laxArray(laxEnum(repairKinds)).optional().meta({ description: 'Only these; absent: all.' }),
  }).meta({ id: 'FileRepairRequest', description: 'Files whose repairs are to be proposed.' });

export const queuedRepairs = z
  .object({
    pending_change_ids: z.array(z.int()),
    left_out: z.array(
      z
        .object({ category: z.string(), model_name: z.string(), reason: z.string() })
        .meta({ id: 'RepairLeftOut', description: 'A model of which nothing was queued.' }),
    ),
  })
  .meta({ id: 'QueuedFileRepairs', description: 'The changes that were queued, one for each model.' });
