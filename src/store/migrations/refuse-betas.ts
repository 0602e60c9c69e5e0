import type { Kysely } from 'kysely';
import { OutageError } from '../../kernel/errors.ts';
import { joinFirstNames } from '../../kernel/first-names.ts';
import type { Tables } from '../tables.ts';

/** The start of a beta's `lifecycle` in a stored v2 record, which is compact JSON with the state first. */
export const betaMark = '"lifecycle":{"state":"beta"';

/** The number of the migration that runs `refuseBetas`. */
export const betasMigration = 36;

const maxListedModels = 50;

/**
 * Refuses a database that has models in beta, which releases before 0.4.0 did not make public. A replica
 * deletes them instead, because its primary does not serve them.
 *
 * @throws OutageError `storage_unavailable` that lists the models
 */
export async function refuseBetas(transaction: Kysely<Tables>): Promise<void> {
  const betaCondition = ['like', `%${betaMark}%`] as const;
  const replicaState = await transaction.selectFrom('replica_state').select('source').executeTakeFirst();
  if (replicaState) {
    await transaction
      .deleteFrom('models')
      .where('v2', ...betaCondition)
      .execute();
    return;
  }
  const betas = await transaction
    .selectFrom('models')
    .select(['category', 'name'])
    .where('v2', ...betaCondition)
    .orderBy('category')
    .orderBy('position')
    .execute();
  if (betas.length === 0) return;
  const betaNames = betas.map(({ category, name }) => `'${name}' (${category})`);
  throw new OutageError(
    'storage_unavailable',
    `${betas.length} models are in beta, which this version does not have: ${joinFirstNames(betaNames, maxListedModels)}. Nothing was changed. ` +
      'Publish them with modelref migrate --publish-betas, or delete them with the previous version.',
  );
}
