export { textGuidance } from './definition.ts';
export { guidanceProjection } from './projection.ts';
export {
  describeGuidanceForChange,
  type GuidanceSummary,
  guidanceOf,
  guidanceStatuses,
} from './summary.ts';
