export { textGuidance } from './definition.ts';
export { type GuidanceSummary, guidanceOf, guidanceStatuses, saidOfModel } from './summary.ts';
