/** The walls of docs/architecture.md as dependency-cruiser rules; scripts/walls.ts runs them. */
export const wallRules = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'The fields of a form hold forms of their own: that recursion is in the data.',
      severity: 'error',
      from: { pathNot: '^console/src/pages/propose/fields/' },
      to: { circular: true },
    },
    {
      name: 'registry-is-pure',
      comment: 'The domain knows nothing of SQL, HTTP or the process around it.',
      severity: 'error',
      from: { path: '^src/registry/' },
      to: { path: '^src/(?!registry/)' },
    },
    {
      name: 'registry-uses-no-io',
      severity: 'error',
      from: { path: '^src/registry/' },
      to: { path: '^(node:)?(fs|http|https|net|child_process|worker_threads)', dependencyTypes: ['core'] },
    },
    {
      name: 'services-see-registry-and-the-store-port',
      severity: 'error',
      from: { path: '^src/services/' },
      to: { path: '^src/(?!registry/|services/|concurrency/)' },
    },
    {
      name: 'storage-sees-registry',
      severity: 'error',
      from: { path: '^src/storage/' },
      to: { path: '^src/(?!registry/|storage/|services/ports/|concurrency/)' },
    },
    {
      name: 'upstream-sees-registry',
      severity: 'error',
      from: { path: '^src/upstream/' },
      to: { path: '^src/(?!registry/|upstream/|services/ports/|concurrency/)' },
    },
    {
      name: 'sql-stays-in-storage',
      severity: 'error',
      from: { pathNot: '^src/(storage/|app\\.ts$)' },
      to: { path: '^src/storage/' },
    },
    {
      name: 'fastify-stays-in-http',
      severity: 'error',
      from: { path: '^src/(?!http/|app\\.ts$)' },
      to: { path: 'node_modules/(@fastify/|fastify/)' },
    },
    {
      name: 'calls-go-out-from-upstream-only',
      comment: 'So that what a request says can never become a place that the service calls.',
      severity: 'error',
      from: { path: '^src/(?!upstream/)' },
      to: { path: '(^|node_modules/)undici(/|$)' },
    },
    {
      name: 'only-the-root-knows-all',
      severity: 'error',
      from: { path: '^src/(?!app\\.ts$|main\\.ts$|cli/)' },
      to: { path: '^src/(app|main)\\.ts$' },
    },
    {
      name: 'nothing-of-tests-in-the-product',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts)/' },
    },
    {
      name: 'console-uses-the-public-api-only',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^src/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
