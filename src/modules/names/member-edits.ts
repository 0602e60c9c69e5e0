import { randomUUID } from 'node:crypto';
import type { Caller } from '../../kernel/caller.ts';
import { RegistryError } from '../../kernel/errors.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { ModelRecord } from '../../records/categories/category.ts';
import { textGeneration } from '../../records/categories/text-generation.ts';
import { withoutNulls } from '../../records/lax.ts';
import { parseOrThrow } from '../../records/parse.ts';
import { type commonFieldNames, hasBackendPrefix } from '../../records/text-names/index.ts';
import type { Tx } from '../../store/tx.ts';
import { type ModelRow, modelStore } from '../catalog/index.ts';
import {
  checkBackendPrefix,
  type MakeProposals,
  type Proposal,
  type Proposals,
  type RetryKey,
} from '../queue/index.ts';

/** The values that all members of a group get. A field that is absent or null is left unchanged. */
type CommonFieldsEdit = {
  readonly [Field in (typeof commonFieldNames)[number]]?: JsonValue | undefined;
};

const category = textGeneration.name;

/**
 * Edits model records of a group by queueing updates for review. Each update is made from the record that is
 * stored when the update is queued. The updates are v2 records, because only v2 has all the fields. Values
 * that only the legacy record has are kept when an update is applied.
 */
export function createMemberEdits(proposals: Pick<Proposals, 'proposeAll'>) {
  return {
    /**
     * Queues one update for each canonical member of the group, or none when one of them is refused. All
     * these updates share the `batch_id` in the result. It is not the number of a review batch.
     * @throws RegistryError `not_found` (404) for a group without canonical members, `bad_request` (400) for
     * an edit of no field
     */
    async updateCommonFields(group: string, edit: CommonFieldsEdit, caller: Caller, retry?: RetryKey) {
      const make = commonFieldsProposals(group, edit, caller);
      const changes = await proposals.proposeAll(make, { deadline: caller.deadline, retry });
      const pending_change_ids = changes.map(({ change_id }) => change_id);
      // Of the first time, when this is a retry.
      const batch_id = String(changes[0]?.request_metadata?.batch_id);
      return { updated_count: changes.length, batch_id, pending_change_ids };
    },

    /**
     * Queues a change that exempts a model from its group's naming schema, or, when `reason` is null, ends
     * the exemption. Returns the id of the change.
     *
     * @throws RegistryError `not_found` (404), `bad_request` for a backend-prefixed name (400)
     */
    async setNameException(
      model: string,
      reason: string | null,
      caller: Caller,
      retry?: RetryKey,
    ): Promise<number> {
      const make = nameExceptionProposals(model, reason, caller);
      const [change] = await proposals.proposeAll(make, { deadline: caller.deadline, retry });
      if (!change) throw new Error('a proposal was queued as no change');
      return change.change_id;
    },

    /** Makes the proposals that the methods above would queue, for dry runs. Queues nothing. */
    proposals: {
      commonFields: commonFieldsProposals,
      nameException: nameExceptionProposals,
    },
  };
}

function commonFieldsProposals(group: string, edit: CommonFieldsEdit, caller: Caller): MakeProposals {
  const batch_id = randomUUID();
  const fields = Object.entries(edit).flatMap(([field, value]) =>
    (value ?? null) === null ? [] : [[field, value]],
  );
  return async (reader) => {
    const members = await canonicalMembers(reader, group);
    if (fields.length === 0) {
      throw new RegistryError('bad_request', 'No fields to update. Provide at least one field.');
    }
    return members.map((row) => ({
      ...updateOf(row, Object.fromEntries(fields)),
      caller,
      route: 'update_group_common_fields',
      notes: `Batch group update for '${group}'`,
      requestMetadata: { batch_id },
    }));
  };
}

function nameExceptionProposals(model: string, reason: string | null, caller: Caller): MakeProposals {
  return async (reader) => {
    checkBackendPrefix({ definition: textGeneration, name: model, operation: 'update', format: 'v2' });
    const row = await modelStore(reader).get(category, model);
    if (!row) {
      throw new RegistryError('not_found', `Model '${model}' not found in ${category} category`);
    }
    return [
      {
        ...updateOf(row, { name_schema_exception: reason }),
        caller,
        route: 'set_name_exception',
        notes: `Name exception ${reason ? 'set' : 'cleared'} for '${model}'`,
      },
    ];
  };
}

async function canonicalMembers(reader: Tx, group: string): Promise<ModelRow[]> {
  const rows = await modelStore(reader).list(category);
  const members = rows.filter(({ v2 }) => (JSON.parse(v2) as JsonObject).text_model_group === group);
  if (members.length === 0) throw new RegistryError('not_found', `No models found in group '${group}'`);
  const canonical = members.filter(({ name }) => !hasBackendPrefix(name));
  if (canonical.length > 0) return canonical;
  throw new RegistryError('not_found', `No canonical models found in group '${group}'`);
}

/**
 * Makes an update of a model's stored record in which the values of `edit` replace the stored ones. A field
 * that is null in `edit` gets its default, or is removed when it has none.
 */
function updateOf({ name, v2 }: ModelRow, edit: JsonObject): Omit<Proposal, 'caller' | 'route'> {
  const edited = withoutNulls({ ...(JSON.parse(v2) as ModelRecord), ...edit });
  // Checked as a stored record, not as a submitted one: the editor has not touched what else there is, and
  // could not mend it here.
  const record = parseOrThrow(textGeneration.stored, edited, 'body');
  return { category, operation: 'update', name, record, format: 'v2' };
}
