import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../src/serving/openapi/components.ts';
import { alternativesOf, componentOf, type RecordedExamples } from '../../../src/serving/openapi/examples.ts';
import type { TestApp } from '../app.ts';
import { keys } from '../identity-server.ts';
import { openApiInFull } from '../openapi-document.ts';

interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >;
}

export interface Asked {
  /** Name of the account whose key is sent with the request. Default: the approver. */
  readonly key?: keyof typeof keys;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The expected status of the answer; `ask` throws at any other. Default: any below 400. */
  readonly status?: number;
  /**
   * Name under which the answer is kept as an example. Default: the name of its component in the OpenAPI
   * document; for errors, `Refused` and the status.
   */
  readonly as?: string;
}

const document = await openApiInFull<{
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema> };
}>();

/**
 * Sends requests to a service, and keeps their bodies and answers as examples for the OpenAPI document. A
 * component of the document gets the first value that was recorded for it.
 */
export class Recorder {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({
    $id: 'document',
    ...document,
  });
  readonly #components: Record<string, unknown> = {};
  readonly #answers: Record<string, unknown> = {};
  readonly #parameters: Record<string, unknown> = {};

  get examples(): RecordedExamples {
    const sorted = (members: object) =>
      Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
    return {
      components: sorted(this.#components),
      answers: sorted(this.#answers),
      parameters: sorted(this.#parameters),
    };
  }

  parameter(name: string, value: unknown): void {
    this.#parameters[name] = value;
  }

  /** Sends a request, and records it with its answer. Gives the answer's body. */
  // biome-ignore lint/suspicious/noExplicitAny: the session picks what it needs from the answer
  async ask(app: TestApp, method: string, path: string, asked: Asked = {}): Promise<any> {
    const { key = 'approver', body, headers, status } = asked;
    const answer = await app.send(method, `/api${path}`, {
      key: keys[key],
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });
    const { statusCode } = answer;
    if (status === undefined ? statusCode >= 400 : statusCode !== status) {
      throw new Error(`${method} ${path} answered ${statusCode}: ${answer.body}`);
    }
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const value = isJson ? answer.json() : answer.body;
    this.keep(method, path, {
      ...(statusCode < 400 && { body }),
      status: statusCode,
      value,
      ...(asked.as && { as: asked.as }),
    });
    return value;
  }

  keep(
    method: string,
    path: string,
    { body, status, value, as }: { body?: unknown; status: number; value: unknown; as?: string },
  ): void {
    const operation = this.#operationOf(method, path);
    const request = operation.requestBody?.content['application/json'];
    if (request && body !== undefined) this.#keepComponent(request.schema, body);
    const [answer] = Object.values(operation.responses[status]?.content ?? {});
    if (!answer) return;
    if (this.#keepComponent(answer.schema, shortened(value), status, as)) return;
    if (typeof value === 'string') this.#answers[operation.operationId] ??= value;
    else if (value !== null && status === 200)
      this.#answers[operation.operationId] ??= firstEntry(shortened(value) as object);
  }

  /**
   * Finds the operation of the OpenAPI document that describes a request. If several documented paths match,
   * it takes the one with the longest fixed text.
   *
   * @throws Error when no documented path matches
   */
  #operationOf(method: string, path: string): Described {
    const [inside = ''] = path.split('?');
    const words = (template: string) => template.replace(/\{\w+\}/g, '').length;
    const [found] = Object.entries(document.paths)
      .filter(([template]) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(inside))
      .filter(([, operations]) => method.toLowerCase() in operations)
      .sort(([a], [b]) => words(b) - words(a));
    const operation = found?.[1][method.toLowerCase()];
    if (!operation) throw new Error(`the document has no ${method} ${path}`);
    return operation;
  }

  /**
   * Keeps a value as an example of the component that its schema refers to. If the component has an example
   * already, it keeps that one. Gives false, and keeps nothing, if the schema refers to no component.
   */
  #keepComponent(schema: JsonSchema, value: unknown, status = 200, as?: string): boolean {
    const named = alternativesOf(schema, document.components.schemas).flatMap((each) => {
      const component = componentOf(each);
      return component === undefined ? [] : [component];
    });
    const fitting = named.filter((component) =>
      this.#ajv.validate({ $ref: `document#/components/schemas/${component}` }, value),
    );
    const names = fitting.map((each) => as ?? (each === 'ErrorResponse' ? `Refused${status}` : each));
    const name = names.find((each) => !(each in this.#components));
    if (name !== undefined) this.#components[name] = value;
    return named.length > 0;
  }
}

/** Gives a value with only the first entry of each list of objects in it. */
function shortened(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, member) =>
    Array.isArray(member) && member[0] instanceof Object ? member.slice(0, 1) : member,
  );
}

/** Gives an object with only its first entry, which stands for the others. */
function firstEntry(value: object): object {
  return Array.isArray(value) ? value.slice(0, 1) : Object.fromEntries(Object.entries(value).slice(0, 1));
}
