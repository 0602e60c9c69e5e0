export { textGuidance } from './definition.ts';
export { guidanceProjection } from './projection.ts';
export { type GuidanceSummary, guidanceOf, guidanceStatuses, saidOfModel } from './summary.ts';
