import { Replay } from '../audit/index.ts';
import { ModelReplay } from '../catalog/index.ts';
import { GroupReplay } from '../names/index.ts';
import { QueueReplay } from '../queue/index.ts';

/**
 * What the events of a trail add up to: live models, the queue, what is said about groups. Keeps hashes in place of
 * records, so its memory grows with the number of live models and changes, not with the trail.
 */
export class ReplayedTrail extends Replay {
  readonly models: ModelReplay;
  readonly queue: QueueReplay;
  readonly groups: GroupReplay;

  constructor() {
    const [models, queue, groups] = [new ModelReplay(), new QueueReplay(), new GroupReplay()];
    super({
      model: (event) => models.take(event),
      queue: (event) => queue.take(event, models.lastWrite),
      group: (event) => groups.take(event),
      // What was learned of a file is kept beside the records, and is no part of what they add up to.
      file: () => null,
    });
    this.models = models;
    this.queue = queue;
    this.groups = groups;
  }
}
