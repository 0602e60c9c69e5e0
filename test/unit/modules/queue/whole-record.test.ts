import { expect, test } from 'vitest';
import { proposedBy, wholeRecordMetadata } from '../../../../src/modules/queue/whole-record.ts';

const record = { name: 'x' };

test('the payload of a change is a whole record where its metadata say so, and nowhere else', () => {
  const whole = (request_metadata: Parameters<typeof proposedBy>[0]['request_metadata']) =>
    proposedBy({ payload_format: 'legacy', request_metadata }, record);
  expect(whole({ ...wholeRecordMetadata, route: 'import' })).toEqual({
    format: 'legacy',
    record,
    whole: true,
  });
  for (const said of [null, {}, { route: 'import' }, { whole_record: false }, { whole_record: 'true' }])
    expect(whole(said)).toEqual({ format: 'legacy', record, whole: false });
});
