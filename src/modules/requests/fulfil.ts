import { type AppendEvents, type EventListener, subjectOf } from '../audit/index.ts';
import { changeStore, readNewName } from '../queue/index.ts';
import { findFinalDuplicateTarget } from './duplicate-target.ts';
import { isActionAllowed } from './request.ts';
import { requestStore } from './store.ts';
import { takeStep } from './take-step.ts';

/**
 * Returns a listener for audit events. When a change proposed for a request is applied, the listener fulfils
 * the request, in the transaction of the apply. If the request has become a duplicate, the listener fulfils
 * the request to which its supporters were moved.
 * @param record appends the events of the fulfilled requests
 */
export function createFulfilListener(record: AppendEvents): EventListener {
  return async (writer, events) => {
    const applyEvents = events.filter((event) => subjectOf(event) === 'queue' && event.action === 'apply');
    const ids = applyEvents.flatMap(({ change_id }) => change_id ?? []);
    if (ids.length === 0) return;
    const requests = requestStore(writer);
    const requestsByChange = Map.groupBy(await requests.linkedRequests(ids), ({ change_id }) => change_id);
    if (requestsByChange.size === 0) return;
    // In the order in which the changes were applied.
    for (const event of applyEvents) {
      for (const { request_id } of requestsByChange.get(event.change_id) ?? []) {
        const linkedRequest = await requests.get(request_id);
        const request = linkedRequest && (await findFinalDuplicateTarget(writer, linkedRequest));
        const change = await changeStore(writer).get(event.change_id ?? 0);
        if (!change || !request || !isActionAllowed('fulfil', request)) continue;
        const actor = {
          userId: event.logical_user_id,
          username: change.applied_username ?? event.logical_user_id,
        };
        const facts = { model_name: readNewName(change) ?? change.model_name, change_id: change.change_id };
        const act = { now: event.timestamp, domain: event.domain, actor };
        await takeStep(writer, record, request, { action: 'fulfil', facts }, act);
      }
    }
  };
}
