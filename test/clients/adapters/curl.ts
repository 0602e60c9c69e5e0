import { execFile, spawnSync } from 'node:child_process';
import { type ForeignClient, headersOf, parsed } from '../client.ts';

/** Bodies come from its standard input, in chunks, and only when the service has said that it wants them. */
export const curl: ForeignClient = {
  name: 'curl',
  sends: 'anything',
  missing: spawnSync('curl', ['--version']).status === 0 ? null : 'not installed',
  async open(origin) {
    return {
      send: async (method, path, { headers, body }) => {
        const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
        const json = ['content-type: application/json', 'transfer-encoding: chunked', 'expect: 100-continue'];
        const ofBody = body === undefined ? [] : json.flatMap((header) => ['--header', header]);
        const output = await run(
          [
            ...['--silent', '--show-error', '--include', '--compressed', '--max-time', '20'],
            ...(method === 'HEAD' ? ['--head'] : ['--request', method]),
            ...(headers['content-type'] === undefined ? ofBody : ofBody.slice(2)),
            ...(body === undefined ? [] : ['--data-binary', '@-']),
            ...given,
            origin + path,
          ],
          body === undefined ? '' : JSON.stringify(body),
        );
        return answerIn(output);
      },
    };
  },
};

function run(words: string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('curl', words, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`curl: ${stderr}`));
      else resolve(stdout);
    });
    // An answer that comes before all of the body ends it.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** The last of the answers: those before are `100 Continue`. */
function answerIn(output: string) {
  const [first = '', ...others] = output.split('\r\n\r\n');
  if (/^HTTP\/1\.1 100 /.test(first)) return answerIn(others.join('\r\n\r\n'));
  const [line = '', ...fields] = first.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: headersOf(
      fields.map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()]),
    ),
    body: parsed(others.join('\r\n\r\n')),
  };
}
