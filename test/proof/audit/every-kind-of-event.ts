import { approver, type Queue } from '../../support/queue.ts';

/** Writes a trail with an event of every kind of the queue, and models in both forms. */
export async function writeEveryKindOfEvent(queue: Queue): Promise<void> {
  await queue.write('create', 'clip', 'ä/ö 🎨', { description: 'line\nfeed' });
  await queue.write('update', 'clip', 'ä/ö 🎨', { version: '2' });
  await queue.write('delete', 'clip', 'ä/ö 🎨');
  await queue.write('create', 'text_generation', 'org/model-7B', { parameters: 7_000_000_000 });
  const ids = await queue.approvedClips('a', 'b', 'c');
  await queue.apply.applySingle(ids[0] as number, 'job', approver);
  const { change_id } = await queue.propose('create', 'lora', 'r');
  const review = { batch_title: 't', rejected_ids: [change_id], reject_reason: 'no' };
  await queue.review.processBatch(review, approver);
  await queue.review.purge({ statuses: ['rejected'] }, approver);
}
