import { declareApiEndpoints } from '../../src/app/endpoints.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { isOperation, type Operation } from '../../src/serving/routing/endpoint.ts';
import { categoryNames, usualCategories } from '../support/categories.ts';
import { legacyCategoryNames, minimalBody, minimalLegacyBody } from '../support/least-bodies.ts';
import type { writeRules } from './deployments.ts';

/** What has to hold for a write depends on what it writes. */
type Kind = keyof typeof writeRules;

/** A request that nothing but a check can refuse, and what it answers when none does. */
export interface Route {
  readonly kind: Kind;
  /** Values of the path's parameters. */
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: JsonObject;
  readonly status: number;
  /** Where it is another one without a queue. */
  readonly direct?: number;
}

const clip = (model_name?: string): Route => ({
  kind: 'v2 record',
  at: { model_category_name: 'clip', ...(model_name && { model_name }) },
  status: 202,
});

const recordRoutes: Record<string, Route> = {
  ...Object.fromEntries(
    categoryNames.flatMap((category): [string, Route][] => [
      [`create_v2_${category}`, { kind: 'v2 record', body: minimalBody(category, 'new'), status: 202 }],
      [
        `update_v2_${category}`,
        { kind: 'v2 record', at: { model_name: 'live' }, body: minimalBody(category, 'live'), status: 202 },
      ],
    ]),
  ),
  create_v2_model: { ...clip(), body: minimalBody('clip', 'new') },
  update_v2_model: { ...clip('live'), body: minimalBody('clip', 'live') },
  delete_v2_model: clip('gone'),
  rename_v2_model: { ...clip(), body: { from: 'live', to: 'renamed' } },
  ...Object.fromEntries(
    legacyCategoryNames.flatMap((category): [string, Route][] => [
      [
        `create_legacy_${category}_model`,
        { kind: 'v1 record', body: minimalLegacyBody(category, 'new'), status: 202, direct: 201 },
      ],
      [
        category === 'image_generation' ? 'update_legacy_model' : `update_legacy_${category}_model`,
        { kind: 'v1 record', body: minimalLegacyBody(category, 'live'), status: 202, direct: 200 },
      ],
    ]),
  ),
  delete_legacy_model: {
    kind: 'v1 record',
    at: { model_category_name: 'clip', model_name: 'gone' },
    status: 202,
    direct: 204,
  },
};

/**
 * Past its checks, each of these is refused for what it asks: so nothing has to be prepared, and no cell
 * disturbs another.
 */
const reviewRoutes = Object.fromEntries(
  ['v1', 'v2'].flatMap((version): [string, Route][] =>
    (
      [
        ['process_pending_batch', 'batches', { body: {}, status: 422 }],
        ['purge_pending_changes', 'purge', { body: {}, status: 400 }],
        ['apply_pending_changes_endpoint', 'apply', { body: {}, status: 400 }],
        [
          'apply_pending_change_endpoint',
          'changes__change_id__apply',
          { at: { change_id: '999' }, status: 404 },
        ],
        ['apply_batch_endpoint', 'apply_batch__batch_id_', { at: { batch_id: '999' }, status: 404 }],
      ] as const
    ).map(([handler, path, request]) => [
      `${handler}_model_references_${version}_pending_queue_${path}_post`,
      { kind: 'review', ...request } as Route,
    ]),
  ),
);

const change = { at: { change_id: '999' }, status: 404 } as const;
const comment = { text: 'x' };
const reviewed = { kind: 'review with the trail' } as const;
const ownReviewRoutes = Object.fromEntries(
  (
    [
      ['request_changes', 'changes__change_id__request_changes', { ...reviewed, ...change, body: comment }],
      ['unapprove_pending_change', 'changes__change_id__unapprove', change],
      [
        'revert_pending_queue_batch',
        'audit_batches__batch_id__revert',
        { ...reviewed, at: { batch_id: '999' }, status: 404 },
      ],
    ] as const
  ).map(([handler, path, request]): [string, Route] => [
    `${handler}_model_references_v2_pending_queue_${path}_post`,
    { kind: 'review', ...request } as Route,
  ]),
);

/** Asks nobody: what is refused here is refused for what it says. */
const draftRoutes: Record<string, Route> = {
  draft_model_record: { kind: 'draft', body: { text: '{}' }, status: 400 },
};

const contract = {
  ...{ kind: 'prompt_contract', profile_id: 'new', display_name: 'New', summary: '' },
  interaction_modes: ['chat'],
};
const catalogueRoutes: Record<string, Route> = {
  submit_image_baseline_change_set: {
    kind: 'own change',
    body: { title: 'New', changes: [{ operation: 'upsert', name: 'new', record: { name: 'new' } }] },
    status: 202,
  },
  submit_text_guidance_change_set: {
    kind: 'own change',
    body: { title: 'New', profile_changes: [{ operation: 'create', profile_id: 'new', profile: contract }] },
    status: 202,
  },
  preview_text_guidance_migration: { kind: 'own change', status: 200 },
};

const license = {
  license_id: 'MIT',
  name: 'MIT',
  canonical_url: '',
  commercial_use: 'allowed',
  redistribution: 'allowed',
};
const asset = {
  asset_kind: 'other',
  asset_identifier: 'none',
  display_name: 'None',
  licensing: { license_expression: 'Lost-1.0', commercial_use: 'allowed', redistribution: 'allowed' },
};
const atAsset = { asset_kind: 'other', asset_identifier: 'none' };
const licensingRoutes: Record<string, Route> = {
  create_license_definition: { kind: 'licensing', body: license, status: 409 },
  replace_license_definition: {
    kind: 'licensing',
    at: { license_id: 'none' },
    body: { ...license, license_id: 'none' },
    status: 404,
  },
  delete_license_definition: { kind: 'licensing', at: { license_id: 'none' }, status: 404 },
  create_license_asset: { kind: 'licensing', body: asset, status: 422 },
  replace_license_asset: { kind: 'licensing', at: atAsset, body: asset, status: 404 },
  delete_license_asset: { kind: 'licensing', at: atAsset, status: 404 },
};

const withTrail = { kind: 'own change with the trail' } as const;
const ofComment = { at: { change_id: '999', comment_id: '1' }, status: 404 } as const;

/** What requestors do about changes that are there; an unknown one is refused behind all checks. */
const ownChangeRoutes = Object.fromEntries(
  (
    [
      ['withdraw_pending_change', 'changes__change_id__withdraw_post', change],
      ['add_comment', 'changes__change_id__comments_post', { ...withTrail, ...change, body: comment }],
      [
        'edit_comment',
        'changes__change_id__comments__comment_id__put',
        { ...withTrail, ...ofComment, body: comment },
      ],
      ['delete_comment', 'changes__change_id__comments__comment_id__delete', { ...withTrail, ...ofComment }],
      ['revise_pending_change', 'changes__change_id__put', { ...withTrail, ...change, body: { record: {} } }],
      ['mark_inbox_read', 'inbox_read_post', { kind: 'own inbox', body: {}, status: 400 }],
      [
        'bring_back_model',
        'bring_back_post',
        { ...withTrail, body: { category: 'clip', model_name: 'never' }, status: 404 },
      ],
    ] as const
  ).map(([handler, path, request]): [string, Route] => [
    `${handler}_model_references_v2_pending_queue_${path}`,
    { kind: 'own change', ...request } as Route,
  ]),
);

const fileRoutes: Record<string, Route> = {
  propose_found_licenses: { kind: 'own change', body: { names: ['never'] }, status: 202 },
  propose_file_repairs: {
    kind: 'own change',
    body: { files: [{ category: 'clip', model_name: 'never' }] },
    status: 400,
  },
};

const text = 'model_references_v2_text_generation';
const fields = { kind: 'group edit', body: { style: 'chat' }, status: 404 } as const;
const schema = { kind: 'group entry', body: { separator: '-' }, status: 200 } as const;
const noSchema = { kind: 'group entry', status: 404 } as const;
const entry = (status: number, at: Route['at'] & {}): Route => ({ kind: 'group entry', at, status });
const [alias, noFamily, member] = [{ canonical: 'live' }, { family_name: 'none' }, { group_name: 'live' }];
const textRoutes: Record<string, Route> = {
  [`update_group_common_fields_${text}_group_common_fields_put`]: { ...fields, query: 'name=none' },
  [`update_group_common_fields_${text}_group__group_name__common_fields_put`]: {
    ...fields,
    at: { group_name: 'none' },
  },
  [`set_name_exception_${text}__model_name__name_exception_put`]: {
    kind: 'group edit',
    at: { model_name: 'none' },
    body: { reason: 'x' },
    status: 404,
  },
  [`update_group_name_schema_${text}_group_name_schema_put`]: { ...schema, query: 'name=live' },
  [`update_group_name_schema_${text}_group__group_name__name_schema_put`]: {
    ...schema,
    at: { group_name: 'live' },
  },
  [`delete_group_name_schema_${text}_group_name_schema_delete`]: { ...noSchema, query: 'name=none' },
  [`delete_group_name_schema_${text}_group__group_name__name_schema_delete`]: {
    ...noSchema,
    at: { group_name: 'none' },
  },
  [`set_aliases_${text}_aliases__canonical__put`]: { ...entry(200, alias), body: { aliases: ['Lively'] } },
  [`add_alias_${text}_aliases__canonical__add_post`]: { ...entry(422, alias), body: {} },
  [`remove_alias_${text}_aliases__canonical__remove_post`]: { ...entry(422, alias), body: {} },
  [`delete_aliases_${text}_aliases__canonical__delete`]: entry(404, { canonical: 'none' }),
  [`set_family_${text}_families__family_name__put`]: {
    ...entry(200, { family_name: 'Lives' }),
    body: { members: ['live'] },
  },
  [`add_family_member_${text}_families__family_name__add_post`]: { ...entry(404, noFamily), body: member },
  [`remove_family_member_${text}_families__family_name__remove_post`]: {
    ...entry(404, noFamily),
    body: member,
  },
  [`delete_family_${text}_families__family_name__delete`]: entry(404, noFamily),
};

const wish = { category: 'clip', name: 'wanted' };
const none = { at: { request_id: '999' }, status: 404 } as const;
const requestRoutes: Record<string, Route> = {
  ask_for_model: { kind: 'request for a model', body: { category: 'clip' }, status: 400 },
  look_before_asking: { kind: 'request for a model', body: wish, status: 200 },
  second_model_request: { kind: 'request for a model', ...none },
  unsecond_model_request: { kind: 'request for a model', ...none },
  comment_on_model_request: { kind: 'request for a model', ...none, body: { text: 'x' } },
  decide_model_request: { kind: 'decision on a request', ...none, body: { decision: 'accept' } },
  propose_for_model_request: { kind: 'own change with the trail', ...none, body: { change_id: 1 } },
};

export const routes: Readonly<Record<string, Route>> = {
  ...recordRoutes,
  ...reviewRoutes,
  ...ownReviewRoutes,
  ...ownChangeRoutes,
  ...fileRoutes,
  ...draftRoutes,
  ...catalogueRoutes,
  ...licensingRoutes,
  ...textRoutes,
  ...requestRoutes,
  replay_webhook_deliveries: { kind: 'operations', body: { state: 'failed' }, status: 200 },
  ask_for_bridge_sync: { kind: 'operations', body: { repository: 'text' }, status: 404 },
  accept_bridge_commit: {
    kind: 'operations',
    body: { repository: 'text', commit: 'ab'.repeat(20) },
    status: 404,
  },
};

/** What is not a read and writes nothing either. */
const notWrites = [`compose_name_${text}_compose_name_post`];

/** Everything that is declared but reads; typed operations, which share a route, are declared one by one. */
export const writes: readonly Operation[] = declareApiEndpoints(usualCategories)
  .filter(isOperation)
  .filter(({ method, id }) => method !== 'get' && !notWrites.includes(id));

export function pathOf({ path }: Pick<Operation, 'path'>, { at = {}, query }: Route): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = at[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return value;
  });
  return `/api${filled}${query === undefined ? '' : `?${query}`}`;
}
