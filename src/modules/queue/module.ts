import { randomUUID } from 'node:crypto';
import type { Trail } from '../audit/index.ts';
import type { ModuleContext } from '../base.ts';
import type { Catalog } from '../catalog/index.ts';
import type { ChangeSetKinds } from '../catalogues/index.ts';
import { createApply } from './apply.ts';
import { createChangeDescriptions } from './change-descriptions.ts';
import { createChangeReview } from './change-review.ts';
import { createConversation } from './conversation.ts';
import type { InspectFiles } from './dry-runs.ts';
import { createFindings } from './findings/rules.ts';
import { createDirectWrites } from './live-record.ts';
import { measureDecisions } from './metrics.ts';
import { createPolicies } from './policies.ts';
import type { Proposals } from './proposals.ts';
import { createPendingViews } from './proposed-views.ts';
import { createModelRestore } from './restored-model.ts';
import { createReview, createTakeBack } from './review.ts';
import { createRiskAtDecision, createRisks } from './risks.ts';

export type Queue = ReturnType<typeof openQueue>;
export type QueueServices = Queue['services'];

type FindingsOptions = Parameters<typeof createFindings>[0];

/**
 * Opens the review queue: the services to show, decide and apply changes.
 *
 * @param approvers the user ids of the accounts that may approve
 */
export function openQueue(
  base: ModuleContext & Trail,
  {
    catalog,
    proposals,
    addressState,
    inspectFiles,
    usage,
    stylesOf,
    mentions,
    isDeprecatedLicense,
    approvers,
    kinds,
    refreshCatalogues,
  }: {
    readonly catalog: Catalog;
    readonly proposals: Proposals;
    readonly addressState: NonNullable<FindingsOptions['addressState']>;
    /** Checks the unchecked files of a proposal on behalf of the account that views the proposal. */
    readonly inspectFiles: InspectFiles;
    readonly usage: Parameters<typeof createRisks>[0]['usage'];
    readonly stylesOf: FindingsOptions['stylesOf'];
    readonly mentions: FindingsOptions['mentions'];
    readonly isDeprecatedLicense: FindingsOptions['isDeprecatedLicense'];
    readonly approvers: ReadonlySet<string>;
    readonly kinds: ChangeSetKinds;
    readonly refreshCatalogues: () => Promise<void>;
  },
) {
  const { settings, categories, store, clock, logger, metrics, append } = base;
  const findings = createFindings({
    catalog,
    categories,
    preferredHosts: settings.preferredFileHosts,
    addressState,
    checksFiles: settings.fileChecks,
    ...(stylesOf && { stylesOf }),
    ...(mentions && { mentions }),
    isDeprecatedLicense,
  });
  const risks = createRisks({ usage, addressState });
  const policies = createPolicies({ ...settings, mayApprove: (userId) => approvers.has(userId) });
  const descriptions = createChangeDescriptions({ categories, findings, risks, policies, kinds });
  const changeReview = createChangeReview({
    categories,
    store,
    descriptions,
    proposals,
    inspectFiles,
    inspectsAutomatically: settings.fileChecks,
    kinds,
  });
  const onDecided = measureDecisions(metrics);
  const assess = createRiskAtDecision(changeReview.readCachedRisks, (err) =>
    logger.warn({ err }, 'cannot assess the risk of decided changes'),
  );
  const parts = { store, clock, categories, settings, append };
  const services = {
    proposals,
    changeReview,
    directWrites: createDirectWrites({ ...parts, catalog, kinds }),
    review: createReview({ ...parts, policies, assess, onDecided }),
    conversation: createConversation(parts),
    takeBack: createTakeBack({ ...parts, assess, onDecided }),
    bringBack: createModelRestore({ settings }),
    apply: createApply({
      ...parts,
      catalog,
      newId: () => randomUUID().replaceAll('-', ''),
      policies,
      onApplied: onDecided,
      kinds,
      refreshCatalogues,
    }),
    pendingViews: createPendingViews({ store, categories }),
  };
  return { findings, services };
}
