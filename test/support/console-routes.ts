import { globSync, readFileSync } from 'node:fs';

/**
 * Gives the route of every page of the console, such as `/changes/$changeId`, from the `area.ts` files.
 *
 * @throws Error naming a file that has another number of routes than of paths
 */
export function consoleRoutes(): string[] {
  return globSync('console/src/pages/*/area.ts').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const paths = [...text.matchAll(/^ {2}path: '([^']+)',$/gm)].map(([, path]) => path as string);
    const routes = text.match(/createRoute\(\{/g)?.length ?? 0;
    if (paths.length !== routes)
      throw new Error(`${file} declares ${routes} routes and ${paths.length} paths`);
    return paths;
  });
}

/**
 * Addresses at which tests open each page of the console, by the page's route. There are several if the page
 * has several states. `$` and a name stand for the address that `fillDay` returns under the name.
 */
export const addressesOfRoutes: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/browse/$category': [
    '$browse-table',
    '$browse-cards',
    '$browse-groups',
    '/browse/lora',
    '/browse/image_generation?q=nothing-is-called-so',
  ],
  '/browse/baseline': ['/browse/baseline'],
  '/browse/client_profile': ['/browse/client_profile'],
  '/search': ['$search', '/search', '/search?q=nothing-is-called-so'],
  '/model/$category': ['$model', '/model/clip?name=nothing'],
  '/model/$category/compare': ['/model/image_generation/compare?name=stable_diffusion&with=Deliberate'],
  '/review': [
    '$review-queue',
    '$review-change',
    '$review-deletion',
    '/review?status=all',
    '/review?name=none',
  ],
  '/review/changes/$changeId': ['/review/changes/1', '/review/changes/999'],
  '/review/open-batch': ['$review-open-batch'],
  '/review/batches': ['$review-batches'],
  '/review/batches/$batchId': ['$review-batch'],
  '/propose': ['$propose'],
  '/propose/$category': ['$propose-create', '/propose/text_generation'],
  '/propose/$category/edit': ['$propose-edit', '$propose-json'],
  '/propose/$category/delete': ['$propose-delete'],
  '/changes': ['$my-changes'],
  '/changes/$changeId': ['$my-change'],
  '/inbox': ['$inbox', '/inbox?all=true'],
  '/wanted': ['/wanted'],
  '/wanted/ask': ['/wanted/ask'],
  '/wanted/$requestId': ['/wanted/1', '/wanted/999'],
  '/insight': ['$insight-statistics'],
  '/insight/deletion-risk': ['$insight-deletion-risk'],
  '/insight/usage': ['$insight-usage'],
  '/insight/group-health': ['$insight-group-health'],
  '/insight/files': ['$insight-files'],
  '/insight/decisions': ['$insight-decisions'],
  '/groups': ['$groups'],
  '/groups/group': ['$group'],
  '/groups/group/edit': ['$group-edit'],
  '/groups/families': ['$families'],
  '/groups/aliases': ['$aliases'],
  '/operate': ['$operate'],
  '/operate/activity': ['$operate-activity'],
  '/operate/instances': ['$operate-instances'],
  '/operate/bridge': ['/operate/bridge'],
  '/operate/webhooks': ['/operate/webhooks'],
  '/operate/imports': ['/operate/imports'],
  '/operate/settings': ['/operate/settings'],
};
