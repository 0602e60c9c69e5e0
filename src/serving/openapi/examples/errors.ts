import { image } from './records.ts';

const name = image.record.name;

/** What is missing, by the last parameter of the path. */
const missing: Readonly<Record<string, string>> = {
  model_category_name: "Model category 'image_generations' not found",
  change_id: 'Change not found',
  batch_id: 'Batch not found',
  group_name: "No models found in group 'Mistral'",
  canonical: "No alias entry for canonical group 'Mistral'",
  family_name: "Family 'mistral' not found",
};

const details: Readonly<Record<number, string>> = {
  400: 'Model name in the path must match the payload when queuing updates.',
  401: 'Invalid API key',
  404: `Model '${name}' not found in category 'image_generation'`,
  409: `Model '${name}' already exists in category 'image_generation'. Use PUT to update existing models.`,
  410: "since=9-2c24810dc6c11f49 is not an event of this registry, whose newest is 7-d59665dbe5d0ec93: its history was replaced, or is another's. Start again: take a cursor with since=head, then read every category, then go on from that cursor.",
  412: 'If-Match: "5f57f48c" does not name the ETag of what is here now: "1d184c55". Read it again.',
  413: 'The request body is larger than this service accepts.',
  414: 'A path segment is longer than any name can be.',
  415: 'The body must be sent as Content-Type: application/json.',
  422: "Idempotency-Key 'b7f3' was sent with another request in the last 24 hours: a new request takes a new key.",
  429: 'Nothing was queued. 1000 of your changes wait already, and an account may have 1000 (pending_queue.max_waiting_changes): 0 are left. There is room again when changes are applied, rejected or purged.',
  500: 'Internal Server Error',
  503: "This instance is in REPLICA mode and does not support write operations. Only PRIMARY instances can modify data. Setting: replicate_mode='REPLICA'.",
};

const sorting = "Invalid sort_by field: Field 'size' does not exist on the records of every category.";

/** What a 400 says elsewhere than at the write of a record, by a part of the path. */
const otherRefusals: Readonly<Record<string, string>> = {
  pending_queue: 'Change 1042 is not pending (status=applied).',
  common_fields: 'No fields to update. Provide at least one field.',
  search: sorting,
  statistics: sorting,
};

interface Refusal {
  /** What the document calls it: what is said at several paths stands there once. */
  readonly name: string;
  readonly value: { detail: string };
}

/**
 * What is answered when an operation at this path is refused with this status.
 *
 * @throws Error when the tables do not know the status
 */
export function refusalExample(status: number, path: string): Refusal {
  const parameter = path.match(/\{(\w+)\}[^{]*$/)?.[1] ?? '';
  if (status === 404 && parameter in missing) {
    return { name: `Refused404_${parameter}`, value: { detail: missing[parameter] ?? '' } };
  }
  const place = Object.keys(otherRefusals).find((part) => status === 400 && path.includes(part));
  if (place !== undefined) {
    return { name: `Refused400_${place}`, value: { detail: otherRefusals[place] ?? '' } };
  }
  const detail = details[status];
  if (detail === undefined) throw new Error(`${path}: there is no example of a ${status}`);
  return { name: `Refused${status}`, value: { detail } };
}

export const validationExample = {
  detail: [
    {
      loc: ['body', 'name'],
      msg: 'Field required',
      type: 'missing',
      input: { description: 'A model without a name.' },
    },
  ],
};
