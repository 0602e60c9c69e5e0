export { ReplayedTrail } from './comparison.ts';
export { createTrends } from './trends.ts';
export { type Verification, verification, verifyStore } from './verify.ts';
