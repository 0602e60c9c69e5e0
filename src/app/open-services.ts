import { openAnnouncements } from '../modules/announcements/module.ts';
import { openAudit } from '../modules/audit/module.ts';
import { bridgeAccount } from '../modules/bridge/index.ts';
import { startBridge } from '../modules/bridge/module.ts';
import { createProjectedReads } from '../modules/catalog/index.ts';
import { followWrites, openCatalog } from '../modules/catalog/module.ts';
import {
  type CatalogueKind,
  type CatalogueMemory,
  type ChangeSets,
  openCatalogueMemory,
} from '../modules/catalogues/index.ts';
import { findDraftNotes } from '../modules/drafts/index.ts';
import { openDrafts } from '../modules/drafts/module.ts';
import { createPublisher } from '../modules/edition/index.ts';
import { openFeed } from '../modules/feed/module.ts';
import { openFiles } from '../modules/files/module.ts';
import { describeGuidanceForChange, guidanceProjection, textGuidance } from '../modules/guidance/index.ts';
import { openGuidance } from '../modules/guidance/module.ts';
import { createTrends } from '../modules/history/index.ts';
import { openHistory } from '../modules/history/module.ts';
import { imageBaselines } from '../modules/image-baselines/index.ts';
import { migrateBaselineRecords, openImageBaselines } from '../modules/image-baselines/module.ts';
import { openInbox } from '../modules/inbox/module.ts';
import { openInsight } from '../modules/insight/module.ts';
import { licensesOf, licensing, licensingProjections } from '../modules/licensing/index.ts';
import { openLicensing } from '../modules/licensing/module.ts';
import { openNames } from '../modules/names/module.ts';
import { createReadiness, measureReadiness } from '../modules/operations/index.ts';
import { openHealth } from '../modules/operations/module.ts';
import { openPictures } from '../modules/pictures/module.ts';
import { createProposals } from '../modules/queue/index.ts';
import { openQueue } from '../modules/queue/module.ts';
import { openReplica } from '../modules/replica/module.ts';
import { openRequests } from '../modules/requests/module.ts';
import type { Settings } from '../settings/settings.ts';
import type { Foundation, Overrides } from './foundation.ts';

/** The catalogues other than models. To add one, write its module and add a line here. */
export const catalogueList: readonly ChangeSets[] = [imageBaselines, textGuidance, licensing];
const changeSetModules = [imageBaselines, textGuidance];
const kinds = new Map<CatalogueKind, ChangeSets>(changeSetModules.map((each) => [each.kind, each]));

/** The projections that reads of models can add to records, by the value of `RECORD_PROJECTIONS`. */
const projectionByName = {
  guidance: (catalogues: CatalogueMemory) => [guidanceProjection(catalogues)],
  licensing: licensingProjections,
};

/** The services of all modules, by name. */
export type Services = Awaited<ReturnType<typeof openServices>>['services'];

/**
 * Opens the modules; each receives the services of earlier modules that it uses.
 *
 * @param isStopping returns whether the process was asked to stop
 * @param resources receives each part that has to be closed; the caller disposes of the stack at the end
 */
export async function openServices(
  base: Foundation,
  overrides: Overrides,
  isStopping: () => boolean,
  resources: AsyncDisposableStack,
) {
  const { settings, store } = base;
  const audit = await openAudit(base);
  await migrateBaselineRecords(base);
  const catalogues = await openCatalogueMemory({ ...base, kinds: catalogueList });
  const baselines = openImageBaselines(base, catalogues);
  // Models of every category may reference catalogue entries.
  const models = await openCatalog({ ...base, beforeSwap: () => catalogues.refresh() });
  const { catalog } = models;
  const projections = settings.recordProjections.flatMap((name) =>
    projectionByName[name](catalogues, base.categories),
  );
  const projectedReads = createProjectedReads(catalog, projections);
  const proposals = createProposals({ ...base, findDraftNotes, kinds });
  const files = await openFiles(base, { catalog, proposals }, overrides.fileChecksEveryMs, resources);
  const insight = openInsight(base, catalog, overrides, resources);
  const names = await openNames({ ...base, catalog, catalogues, proposals });
  const { follower, onCommit } = await followWrites(base, { catalog, catalogues, ...names }, resources);
  const replica = await openReplica(base, { catalog, catalogues, kinds: catalogueList }, resources);
  const licenses = () => licensesOf(catalogues.get(licensing.kind));
  const queue = openQueue(base, {
    catalog,
    proposals,
    addressState: files.oneTimeLooks.state,
    inspectFiles: files.oneTimeLooks.checkFiles,
    usage: insight.usageLevels,
    stylesOf: insight.stylesOf,
    mentions: (category, name, isRenamed) => [
      ...describeGuidanceForChange(catalogues, category, name),
      ...(isRenamed ? [] : names.groups.describeLastModel(category, name)),
    ],
    approvers: listApprovers(settings),
    kinds,
    refreshCatalogues: catalogues.refresh,
    isDeprecatedLicense: (id) => licenses().get(id)?.deprecated,
  });
  const reviewAdvice = { findings: queue.findings, evidence: files.known.evidence.ofFiles };
  const bridge = startBridge({ ...base, refresh: catalog.refresh, advice: reviewAdvice }, resources);
  const { changeReview } = queue.services;
  const draftServices = openDrafts(base, { catalog, proposals, licenses: () => [...licenses().values()] });
  const onNewReads = (listener: () => void) => {
    catalog.onChange(listener);
    catalogues.onChange(listener);
  };
  const readiness = createReadiness({
    ...settings,
    store,
    follower,
    ...(replica && { replica }),
    isStopping,
    neverHadModels: () =>
      settings.replicateMode === 'PRIMARY' && !overrides.readyWhenEmpty && catalog.isNeverWritten(),
    onError: (err) => base.logger.warn({ err }, 'not ready: the database does not answer'),
  });
  measureReadiness(base.metrics, readiness);
  const edition =
    settings.publishDirectory !== null && store.writable
      ? createPublisher(settings.publishDirectory, onNewReads, base)
      : null;
  const services = {
    categories: base.categories,
    ...models,
    catalog: projectedReads.catalog,
    projectedReads: projectedReads,
    readiness,
    ...audit,
    ...files.services,
    ...insight.services,
    ...names,
    ...queue.services,
    catalogues,
    ...baselines,
    ...openGuidance(base),
    ...openLicensing(base, { catalog, catalogues }),
    ...openHistory(base, { proposals, changeReview, kinds }),
    trends: createTrends({ ...base, catalog, files: files.known.evidence.all }),
    ...openInbox(base, { changeReview, onCommit }, resources),
    ...openFeed(
      base,
      {
        refresh: catalog.refresh,
        refreshCatalogues: catalogues.refresh,
        shown: settings.recordProjections.length > 0 ? projectedReads.toServedRecord : null,
        onCommit,
      },
      resources,
    ),
    ...openAnnouncements(base, overrides.discordApi, resources),
    ...draftServices,
    ...openPictures(base, catalog),
    ...openRequests(base, { catalog, ...draftServices }),
    ...openHealth(base, { replica, bridge, edition }, resources),
    ...(bridge && { bridge }),
    ...(edition && { edition }),
    ...(replica && { replica }),
  };
  return { services, follower };
}

/**
 * Returns the ids of the accounts that may approve: those in the settings, and also the bridge's own account
 * when a bridged repository has the policy `trust`.
 */
function listApprovers({ approverIds, bridge }: Settings): ReadonlySet<string> {
  const hasTrustedBridge = bridge.some(({ policy }) => policy === 'trust');
  return new Set([...approverIds, ...(hasTrustedBridge ? [bridgeAccount.userId] : [])]);
}
