import { expect, test } from 'vitest';
import { openHttpCalls } from '../../../src/outside/http-calls.ts';

test('calls are refused once they are closed, even when none was made before', async () => {
  const calls = openHttpCalls({});
  await calls.close();
  await expect(calls.request('http://127.0.0.1:9/', {})).rejects.toThrow('the service is stopping');
});
