export type { ServiceAnswer } from './contents.ts';
export { EditionFolder } from './folder.ts';
export { type PublisherDependencies, publishEdition } from './publish.ts';
export { createPublisher, type Publisher } from './publisher.ts';
