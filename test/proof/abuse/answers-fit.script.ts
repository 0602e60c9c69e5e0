/**
 * npm run proof -- answers-fit
 *
 * Runs the tests of HTTP and of the contract, and others that ask a service, and compares every answer with
 * the OpenAPI document: status, media type, headers, body. Prints what does not fit, by operation. `npm run
 * proof -- clients` compares answers over sockets.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const line = z.object({
  method: z.string(),
  url: z.string(),
  status: z.number(),
  wrong: z.string().nullable(),
});

/** The tests that ask a service in their own process. */
const tests = [...['app', 'http', 'modules'].map((room) => `test/unit/${room}/`), 'test/contract/'];

const folder = mkdtempSync(join(tmpdir(), 'modelref-answers-'));
const file = join(folder, 'answers.jsonl');
try {
  const { status } = spawnSync('npx', ['vitest', 'run', '--reporter=dot', ...tests], {
    env: { ...process.env, ANSWERS_FIT: file, TEST_STORE: 'sqlite' },
    stdio: 'inherit',
  });
  const answers = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((text) => line.parse(JSON.parse(text)))
    : [];
  const unfit = answers.filter(({ wrong }) => wrong !== null);
  const kinds = Object.groupBy(unfit, ({ method, status, wrong }) => `${method} ${status}: ${wrong}`);
  for (const [kind, those = []] of Object.entries(kinds)) {
    console.error(`${those.length} × ${kind.slice(0, 400)}\n    ${those[0]?.url}`);
  }
  console.log(`${answers.length} answers, ${unfit.length} do not fit, in ${Object.keys(kinds).length} ways`);
  process.exitCode = status === 0 && answers.length > 0 && unfit.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
