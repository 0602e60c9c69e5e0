export { ReplayedTrail } from './comparison.ts';
export { createTrends } from './trends.ts';
export { createVerification, type Verification, verifyStore } from './verify.ts';
