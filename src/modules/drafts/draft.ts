import type { JsonObject, JsonValue } from '../../kernel/json.ts';

/** How sure a field is: said by who has to know, concluded from such, or a guess that wants a look. */
export const certainties = ['certain', 'likely', 'guess'] as const;
export type Certainty = (typeof certainties)[number];

export interface FieldSource {
  /** What said so: `civitai:modelVersions.baseModel`, `safetensors header`, `name` … */
  readonly source: string;
  readonly certainty: Certainty;
}

export interface DraftNote {
  /** Dotted path in the record; null when it is about the whole of it. */
  readonly field_path: string | null;
  readonly message: string;
}

/** One of several files that the record could be about. */
export interface DraftChoice {
  /** To be asked for in place of the link that was given. */
  readonly url: string;
  readonly file_name: string;
  readonly size_bytes: number | null;
}

/** A record made from what others say, to be looked at by whoever proposes it. */
export interface Draft {
  readonly category: string;
  readonly record: JsonObject;
  /** By dotted path in the record. */
  readonly sources: Readonly<Record<string, FieldSource>>;
  readonly notes: readonly DraftNote[];
  readonly choices: readonly DraftChoice[];
}

/** A draft that is being made. What is said first of a field stays, unless it was less sure. */
export class DraftInProgress {
  readonly #fields = new Map<string, { value: JsonValue } & FieldSource>();
  readonly #notes: DraftNote[] = [];
  readonly #choices: DraftChoice[] = [];

  /** Nothing is said by null, the empty text and the empty list. */
  say(field: string, value: JsonValue | undefined, source: string, certainty: Certainty = 'certain'): this {
    if (value === null || value === undefined || value === '') return this;
    if (Array.isArray(value) && value.length === 0) return this;
    const known = this.#fields.get(field);
    const isSurer = known && certainties.indexOf(certainty) < certainties.indexOf(known.certainty);
    if (!known || isSurer) this.#fields.set(field, { value, source, certainty });
    return this;
  }

  note(field_path: string | null, message: string): this {
    const isKnown = this.#notes.some((note) => note.message === message);
    if (!isKnown && this.#notes.length < mostNotes) this.#notes.push({ field_path, message });
    return this;
  }

  choice(choice: DraftChoice): this {
    this.#choices.push(choice);
    return this;
  }

  value(field: string): JsonValue | undefined {
    return this.#fields.get(field)?.value;
  }

  /** @param fields those that records of the category have, in their order; others are left out */
  finished(category: string, fields: readonly string[]): Draft {
    const record: JsonObject = {};
    const sources: Record<string, FieldSource> = {};
    for (const field of fields) {
      const own = [...this.#fields].filter(([path]) => path === field || path.startsWith(`${field}.`));
      for (const [path, { value, source, certainty }] of own) {
        put(record, path.split('.'), value);
        sources[path] = { source, certainty };
      }
    }
    return { category, record, sources, notes: this.#notes, choices: this.#choices };
  }
}

const mostNotes = 50;

/** Puts a value at its place; numbers in the path are places in a list. */
function put(record: JsonObject, [first = '', ...rest]: string[], value: JsonValue): void {
  if (rest.length === 0) {
    record[first] = value;
    return;
  }
  record[first] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {};
  put(record[first] as JsonObject, rest, value);
}

/** What was found, and the category that it seems to belong to; null: nothing tells. */
export interface MadeDraft {
  readonly draft: DraftInProgress;
  readonly category: string | null;
}
