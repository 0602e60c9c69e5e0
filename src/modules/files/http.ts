import { RegistryError } from '../../kernel/errors.ts';
import type { NoOtherKeys } from '../../kernel/no-other-keys.ts';
import type { Categories } from '../../records/categories/index.ts';
import { fileVerdicts } from '../../records/files/verdict.ts';
import { laxEnum, laxInt, laxObject, laxString, queryList, queryValue } from '../../records/lax.ts';
import { answerRead } from '../../serving/answers/json-answer.ts';
import { answerProposals } from '../../serving/answers/proposals.ts';
import type { RouteContext } from '../../serving/context.ts';
import { errorResponses } from '../../serving/openapi/errors.ts';
import { requireFiles, who } from '../../serving/requests/checks.ts';
import { type Call, endpoint } from '../../serving/routing/endpoint.ts';
import type { ModelView } from '../../serving/routing/model-view.ts';
import type { Resource } from '../../serving/routing/resource.ts';
import type { Catalog } from '../catalog/index.ts';
import type { QueueServices } from '../queue/index.ts';
import { dryRunsResponse } from '../queue/shapes.ts';
import type { FileEvidenceViews } from './file-evidence.ts';
import { filesPage, modelFiles, queuedRepairs, repairSelection } from './http-shapes.ts';
import type { FileRepairs } from './repair-files.ts';

interface FilesServices {
  readonly categories: Categories;
  readonly catalog: Pick<Catalog, 'snapshot'>;
  readonly changeReview: Pick<QueueServices['changeReview'], 'dryRunAll'>;
  readonly fileEvidence: FileEvidenceViews;
  readonly fileRepairs: FileRepairs;
}

const prefix = '/model_references/v2/files';
const tags = ['v2', 'files'];

const filesQuery = ({ names }: Categories) =>
  laxObject({
    verdict: queryList(laxEnum(fileVerdicts))
      .optional()
      .meta({ description: 'Matches any of these. Repeat the parameter for several values.' }),
    host: queryList(laxString().toLowerCase())
      .optional()
      .meta({ description: 'Matches any of these values exactly.' }),
    category: queryList(laxEnum(names)).optional().meta({ description: 'Matches any of these.' }),
    offset: queryValue(laxInt({ ge: 0, le: Number.MAX_SAFE_INTEGER })).default(0),
    limit: queryValue(laxInt({ ge: 1, le: 500 })).default(50),
  });

export const files = ({ categories, changeReview, fileEvidence, fileRepairs }: FilesServices): Resource => ({
  name: 'files',
  readsModels: true,
  endpoints: [
    endpoint({
      method: 'get',
      path: prefix,
      id: 'read_v2_files',
      tags,
      who: who.seesFiles,
      summary: 'List files by verdict',
      description:
        'Lists every file that live records tell workers to download, worst verdict first. Returns stored verdicts; no host is called.',
      query: filesQuery(categories),
      answers: { 200: { description: 'A page of files.', schema: filesPage } },
      handler: async ({ settings }, { query }) => {
        await fileEvidence.refresh();
        const { verdict: verdicts, host: hosts, category: categories, ...page } = query;
        const { offset, limit, ...rest } = page;
        rest satisfies NoOtherKeys;
        const { files, total } = fileEvidence.list({
          verdicts,
          hosts,
          categories,
          offset,
          limit,
        });
        return {
          files,
          total,
          offset,
          limit,
          has_more: offset + limit < total,
          counts: fileEvidence.counts(),
          checks_enabled: settings.fileChecks,
        };
      },
    }),
    endpoint({
      method: 'post',
      path: `${prefix}/repairs`,
      id: 'propose_file_repairs',
      tags,
      summary: 'Propose repairs of files',
      description:
        'Queues an ordinary update for each model: replaces a branch with a fixed revision, a moved URL with the new one, and fills in a missing hash or size. Never changes an existing hash. The notes and metadata of each change contain the evidence. Models with open repairs are skipped.',
      body: repairSelection(categories),
      who: who.usesQueue('requestor'),
      dryRun: true,
      retryable: true,
      answers: {
        200: { description: 'Dry run: the effect of the changes.', schema: dryRunsResponse },
        202: { description: 'Queued.', schema: queuedRepairs },
        ...errorResponses(400),
      },
      handler: async (_context, call) => {
        await fileEvidence.refresh();
        const { body, caller } = call;
        return answerProposals(call, {
          preview: () => changeReview.dryRunAll(fileRepairs.proposals(body, caller)),
          queue: (retry) => fileRepairs.propose(body, caller, retry),
        });
      },
    }),
  ],
});

export const modelFilesView = (services: FilesServices): ModelView => ({
  path: '/model_references/v2/{model_category_name}/model/{model_name}/files',
  id: 'read_v2_model_files',
  tags: ['v2', 'files'],
  summary: 'List the files of a model with their verdicts',
  description: 'If a live model is named `{model_name}/files`, this path returns that model instead.',
  answers: { 200: { description: 'The files, in the order of the record.', schema: modelFiles } },
  answer: (context, call, category, name) => answerFiles(services, context, call, category, name),
});

/**
 * Responds with the evidence about a model's files.
 * @throws RegistryError not_found (404) when there is no such model; not_supported_here (503) at a replica
 */
async function answerFiles(
  { catalog, fileEvidence }: FilesServices,
  { settings }: RouteContext,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  category: string,
  name: string,
) {
  if (!catalog.snapshot('v2', category).get(name)) {
    throw new RegistryError('not_found', `Model '${name}' not found in category '${category}'`);
  }
  requireFiles(settings);
  await fileEvidence.refresh();
  return answerRead(request, reply, { files: fileEvidence.ofModel(category, name) });
}
