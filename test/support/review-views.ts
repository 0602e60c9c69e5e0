import { openHistory } from '../../src/modules/history/module.ts';
import { createChangeReview } from '../../src/modules/queue/change-review.ts';

type Queue = Parameters<typeof openHistory>[0] &
  Parameters<typeof createChangeReview>[0] &
  Pick<Parameters<typeof openHistory>[1], 'proposals'>;

export function createReviewViews(queue: Queue) {
  const changeReview = createChangeReview(queue);
  return {
    changeReview,
    ...openHistory(queue, { proposals: queue.proposals, changeReview, kinds: new Map() }),
  };
}
