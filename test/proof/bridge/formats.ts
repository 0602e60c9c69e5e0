import { parse } from 'csv-parse/sync';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { generateDbJson } from '../../../src/modules/transfer/repository-files/db-json.ts';

/** A model's two fields, which both sides know. */
export type Fields = { description: string; version: string };
export type Models = Readonly<Record<string, Fields>>;

/** A file of the repositories that can hold models of two fields. */
export interface Format {
  readonly kind: 'image' | 'text';
  readonly category: string;
  readonly fileName: string;
  /** Returns the files that curators commit for these models. */
  filesOf(models: Models): Record<string, string>;
  modelsIn(text: string): Models;
  /** Makes the v2 record. */
  record(name: string, fields: Fields): JsonObject;
  /** Matches the line of a model in the file. */
  readonly line: RegExp;
}

const asJson = (records: object) => `${JSON.stringify(records, null, 4)}\n`;
const mapped = <T>(models: Models, of: (name: string, fields: Fields) => T) =>
  Object.fromEntries(Object.entries(models).map(([name, fields]) => [name, of(name, fields)]));
const inJson: Pick<Format, 'modelsIn' | 'line'> = {
  modelsIn: (text) => {
    const records = JSON.parse(text) as Record<string, Fields>;
    return mapped(records, (_, { description, version }) => ({ description, version }));
  },
  line: /^[+-] {8,}"(description|version)"/,
};

const clip: Format = {
  ...inJson,
  kind: 'image',
  category: 'clip',
  fileName: 'clip.json',
  filesOf: (models) => ({
    'clip.json': asJson(
      mapped(models, (name, own) => ({ name, type: 'clip', ...own, config: { files: [], download: [] } })),
    ),
  }),
  record: (name, fields) => ({ name, record_type: 'clip', ...fields, config: { download: [] } }),
};

const sha256 = 'ab'.repeat(32);
const download = { file_name: 'a.safetensors', file_url: 'https://huggingface.co/a' };

/** The format with the file of dates, which names commits. */
const image: Format = {
  ...inJson,
  kind: 'image',
  category: 'image_generation',
  fileName: 'stable_diffusion.json',
  filesOf: (models) => ({
    'stable_diffusion.json': asJson(
      mapped(models, (name, { description, version }) => ({
        name,
        baseline: 'stable diffusion 1',
        type: 'ckpt',
        inpainting: false,
        description,
        version,
        style: 'generalist',
        nsfw: false,
        download_all: false,
        config: {
          files: [{ path: 'a.safetensors', sha256sum: sha256 }],
          download: [{ file_name: download.file_name, file_path: '', file_url: download.file_url }],
        },
        available: false,
      })),
    ),
    // Curators forget it.
    'model_mod_data.json': '{}\n',
  }),
  record: (name, fields) => ({
    ...{ name, record_type: 'image_generation', ...fields, style: 'generalist', nsfw: false },
    ...{ model_classification: { domain: 'image', purpose: 'generation' }, inpainting: false },
    ...{ baseline: 'stable_diffusion_1', config: { download: [{ ...download, sha256sum: sha256 }] } },
  }),
};

const header = 'name,parameters_bn,display_name,url,baseline,description,style,tags,instruct_format,settings';
const companions = {
  'defaults.json':
    '{"baseline": "", "parameters": null, "description": "", "version": "1", "style": "generalist", "nsfw": false}\n',
  'generation_params.json': '{"temperature": 1, "top_p": 1}\n',
};

/** The format with a generated file, sorted rows, and spelling that has to stay. */
const text: Format = {
  kind: 'text',
  category: 'text_generation',
  fileName: 'models.csv',
  filesOf: (models) => {
    const rows = Object.entries(models).map(
      ([name, { description, version }]) =>
        `${name}, 7,,,,${description},${version},"q,p",ChatML,"{""temperature"":1.0}"`,
    );
    const csv = [header, ...rows, ''].join('\r\n');
    const made = generateDbJson(csv, {
      defaults: companions['defaults.json'],
      generationParams: companions['generation_params.json'],
    });
    return { ...companions, 'models.csv': csv, 'db.json': 'text' in made ? made.text : '{}\n' };
  },
  modelsIn: (csv) => {
    const rows = parse(csv, { columns: true }) as Record<string, string>[];
    return Object.fromEntries(
      rows.map(({ name = '', description = '', style = '' }) => [name, { description, version: style }]),
    );
  },
  record: (name, { description, version }) => ({
    ...{ name, record_type: 'text_generation', parameters: 7_000_000_000, description, style: version },
    ...{ tags: ['q', 'p'], instruct_format: 'ChatML', settings: { temperature: 1 } },
  }),
  line: /^[+-][abc],/,
};

export const formats = { clip, image, text } as const satisfies Record<string, Format>;
