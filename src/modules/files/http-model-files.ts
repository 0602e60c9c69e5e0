import type { FastifyReply } from 'fastify';
import { RegistryError } from '../../kernel/errors.ts';
import { answerRead } from '../../serving/answers/json-answer.ts';
import type { RouteContext } from '../../serving/context.ts';
import type { Call } from '../../serving/routing/endpoint.ts';
import type { ModelView } from '../catalog/index.ts';
import { modelFiles } from './http-shapes.ts';

export const modelFilesView: ModelView = {
  path: '/model_references/v2/{model_category_name}/model/{model_name}/files',
  id: 'read_v2_model_files',
  tags: ['v2', 'files'],
  summary: 'The files of a model, and what is known of them',
  description:
    'A model may have any name: where a live model is called `{model_name}/files`, this path reads that model.',
  answers: { 200: { description: 'In the order of the record.', schema: modelFiles } },
  answer: answerFiles,
};

/** How many changes of verdicts are shown. */
const shownChanges = 50;

/** @throws RegistryError not_found (404) */
async function answerFiles(
  { fileEvidence, learnedElsewhere, catalog }: RouteContext,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  category: string,
  name: string,
): Promise<FastifyReply> {
  if (!catalog.snapshot('v2', category).get(name)) {
    throw new RegistryError('not_found', `Model '${name}' not found in category '${category}'`);
  }
  await fileEvidence.refresh();
  const changes = await fileEvidence.changes({ category, model_name: name }, shownChanges);
  return answerRead(request, reply, {
    files: fileEvidence.ofModel(category, name),
    changes: changes ?? [],
    from_primary: learnedElsewhere ? { age_seconds: changes && learnedElsewhere.ageSeconds() } : null,
  });
}
