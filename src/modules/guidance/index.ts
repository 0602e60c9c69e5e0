export { textGuidance } from './definition.ts';
export { guidanceProjection } from './projection.ts';
export { catalogueMention, type GuidanceSummary, guidanceOf, guidanceStatuses } from './summary.ts';
