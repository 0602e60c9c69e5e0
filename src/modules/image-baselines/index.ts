export { imageBaselines } from './definition.ts';
