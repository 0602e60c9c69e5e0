export { ReplayedTrail } from './comparison.ts';
export { type Verification, verification, verifyStore } from './verify.ts';
