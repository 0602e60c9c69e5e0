import type { FastifyReply, FastifyRequest } from 'fastify';
import { RegistryError } from '../../registry/errors.ts';
import { parseOrThrow } from '../../registry/records/parse.ts';
import type { ReadyBody } from '../../services/catalog/ready-body.ts';
import { answerDeleted, answerWrite, caching } from '../answers/json-answer.ts';
import type { Resource } from '../answers/resource.ts';
import { json, sendReady } from '../answers/send.ts';
import { answerProposals } from '../propose.ts';
import { callerOf } from '../requests/auth.ts';
import { parseQuery } from '../requests/query.ts';
import { endingWith, nameBefore, nameInPath, routeByTrailingAction } from '../requests/trailing-action.ts';
import { commonFieldsUpdateRequest, groupNameSchemaUpdateRequest } from '../shapes/text-groups.ts';
import { groupQuery, textGroupOperations } from './text-generation-groups-operations.ts';

const prefix = '/model_references/v2/text_generation';

type GroupOf = (request: FastifyRequest) => string;

/**
 * Groups of text models. What is done to one group is reached by two paths: the group's name in the path, or
 * in the query.
 */
export const textGenerationGroups: Resource = {
  name: 'text-generation-groups',
  readsModels: true,
  operations: textGroupOperations,
  routes: (context) => async (scope) => {
    const { checks, groups } = context;
    const { views, nameSchemas, memberEdits } = groups;
    routeByTrailingAction(scope);

    scope.get(`${prefix}/groups`, (request, reply) => send(request, reply, views.names()));
    scope.get(`${prefix}/groups/summary`, (request, reply) => send(request, reply, views.summary()));
    scope.get(`${prefix}/groups/health`, (request, reply) => send(request, reply, views.health()));

    const inQuery: GroupOf = (request) => parseQuery(groupQuery, request).name;
    const schemaInPath = endingWith('name_schema');
    const beforeSchema: GroupOf = (request) => nameBefore(request, 'name_schema');
    const beforeFields: GroupOf = (request) => nameBefore(request, 'common_fields');
    const entries = { onRequest: checks.groupEntries };
    const queued = { onRequest: checks.queue('requestor') };

    scope.get(`${prefix}/group`, readDetail(inQuery));
    scope.get(`${prefix}/group/*`, readDetail(nameInPath));

    scope.put(`${prefix}/group/common_fields`, queued, updateFields(inQuery));
    const fieldsInPath = { ...queued, constraints: endingWith('common_fields') };
    scope.put(`${prefix}/group/*`, fieldsInPath, updateFields(beforeFields));

    scope.get(`${prefix}/group/name_schema`, readSchema(inQuery));
    scope.get(`${prefix}/group/*`, { constraints: schemaInPath }, readSchema(beforeSchema));

    scope.put(`${prefix}/group/name_schema`, entries, saveSchema(inQuery));
    scope.put(`${prefix}/group/*`, { ...entries, constraints: schemaInPath }, saveSchema(beforeSchema));

    scope.delete(`${prefix}/group/name_schema`, entries, deleteSchema(inQuery));
    scope.delete(`${prefix}/group/*`, { ...entries, constraints: schemaInPath }, deleteSchema(beforeSchema));

    function readDetail(groupOf: GroupOf) {
      return (request: FastifyRequest, reply: FastifyReply) => {
        const group = groupOf(request);
        return send(request, reply, views.detail(group) ?? noModels(group));
      };
    }

    function updateFields(groupOf: GroupOf) {
      return async (request: FastifyRequest, reply: FastifyReply) => {
        const group = groupOf(request);
        const edit = parseOrThrow(commonFieldsUpdateRequest, request.body, 'body');
        const caller = callerOf(request);
        const proposals = memberEdits.proposals.commonFields(group, edit, caller);
        return answerProposals(context, request, reply, proposals, () =>
          memberEdits.updateCommonFields(group, edit, caller),
        );
      };
    }

    function readSchema(groupOf: GroupOf) {
      return (request: FastifyRequest, reply: FastifyReply) => {
        const group = groupOf(request);
        return send(request, reply, views.nameSchema(group) ?? noModels(group));
      };
    }

    function saveSchema(groupOf: GroupOf) {
      return async (request: FastifyRequest, reply: FastifyReply) => {
        const group = groupOf(request);
        const update = parseOrThrow(groupNameSchemaUpdateRequest, request.body, 'body');
        return answerWrite(reply, 200, await nameSchemas.save(group, update, callerOf(request)));
      };
    }

    function deleteSchema(groupOf: GroupOf) {
      return async (request: FastifyRequest, reply: FastifyReply) => {
        await nameSchemas.delete(groupOf(request), callerOf(request));
        return answerDeleted(reply);
      };
    }
  },
};

function send(request: FastifyRequest, reply: FastifyReply, body: ReadyBody): FastifyReply {
  return sendReady(request, reply, body, json, caching.everyone);
}

function noModels(group: string): never {
  throw new RegistryError('not_found', `No models found in group '${group}'`);
}
