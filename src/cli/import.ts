import { anyArguments, choice, flag, lazyCommand, type OptionValues, value, withDefault } from './command.ts';

const options = {
  from: choice(
    '<place>',
    ['github'],
    'github: the public legacy repositories (see IMAGE_GITHUB_REPO__* and TEXT_GITHUB_REPO__*)',
  ),
  catalogues: value(
    '<place>',
    'import the catalogues of a running service instead of files: the base URL of its API, or a folder with its exports (image_baselines.json, text_guidance.json)',
  ),
  format: withDefault(
    choice('<format>', ['auto', 'v2', 'legacy'], 'format of JSON files; auto: detected for each file'),
    'auto',
  ),
  skipInvalid: flag('skip invalid records and unreadable files; their models are left unchanged'),
  prune: flag('delete models that are missing in the file of their category'),
  dryRun: flag('print what would change, without writing'),
};

export type ImportOptions = OptionValues<typeof options>;

export const importCommand = lazyCommand({
  name: 'import',
  about: 'Read model reference files into the database, in one transaction.',
  arguments: [anyArguments('sources', 'directories, or http(s) base URLs, with the files')],
  options,
  help: `
Reads the layout of the legacy repositories (stable_diffusion.json, clip.json, … and models.csv) and the v2 layout
(<category>.json; the Python service names image_generation stable_diffusion.json; text_generation_group_aliases.json,
…_families.json and …_schemas.json), at the top of each source or, where nothing is there, in its folders image and text.
A JSON file is v2 when a record in it has a key that only v2 has (record_type, metadata, model_classification …) or
hashes beside its download URLs; else legacy.

Unreadable files and invalid records are reported with file, name and reason, and stop the import. Models that already equal
their file are not written, so an import can be repeated. Each written model has an audit event.

--catalogues imports the entries of image baselines and text guidance, with their metadata, in one transaction; other entries
are kept. A catalogue that violates a rule is refused, and nothing is written.

Examples:
  modelref import ./model-references
  modelref import https://example.org/references/ --dry-run
  modelref import --from github
  modelref import --catalogues https://models.example.org/api --dry-run`,
});
