import { expect, test } from 'vitest';
import { openReferenceDirectory } from '../../../../../src/cli/reference-directory.ts';
import { createKnownModels, keysOfModel } from '../../../../../src/modules/catalog/known-models.ts';
import { lint } from '../../../../../src/modules/queue/findings/rules.ts';
import { convertSourceModel } from '../../../../../src/modules/transfer/import-plan.ts';
import { readReferenceFiles } from '../../../../../src/modules/transfer/reference-files.ts';
import { baselines, categories } from '../../../../support/categories.ts';
import { describeWithSharedData } from '../../../../support/shared-data.ts';

/** Models with files on hosts that may go away, or ask for a login: civitai.com, GitHub, clouds, a private site. */
const onOtherHosts: Readonly<Record<string, string>> = {
  image_generation: `Nova Anime XL; NEW ERA; Hidden Canvas; Pixel Illustrious; PerfectDeliberate; Ri-Mix; Nova Furry XL; Nova Flat XL; Rag Illustrious Mix`,
  clip: `ViT-L/14`,
  blip: `BLIP; BLIP_Large`,
  esrgan: `RealESRGAN_x4plus; RealESRGAN_x4plus_anime_6B; RealESRGAN_x2plus; 4x_NMKD_Superscale_SP`,
  codeformer: `CodeFormers`,
};

/** Each looked at by hand: what it says is so, and somebody who reviews the model would want to know it. */
const looked: Readonly<Record<string, readonly string[]>> = {
  // Two ControlNets of the horde that are one file under two names.
  'controlnet control_fakescribbles': ['warning shared_sha256', 'warning shared_url'],
  'controlnet control_scribble': ['warning shared_sha256', 'warning shared_url'],
  'controlnet control_fakescribbles_sd2': ['warning shared_sha256', 'warning shared_url'],
  'controlnet control_scribble_sd2': ['warning shared_sha256', 'warning shared_url'],
  'controlnet control_hough': ['warning shared_sha256', 'warning shared_url'],
  'controlnet control_mlsd': ['warning shared_sha256', 'warning shared_url'],
  // Files without a hash.
  'clip coca_ViT-L-14': ['warning missing_sha256'],
  'safety_checker safety_checker': ['warning missing_sha256', 'warning missing_sha256'],
  // Two different models, of 7 and 2.7 billion parameters: one character apart.
  'text_generation PygmalionAI/pygmalion-2-7b': ['warning near_name'],
  'text_generation PygmalionAI/pygmalion-2.7b': ['warning near_name'],
  ...Object.fromEntries(
    Object.entries(onOtherHosts).flatMap(([category, models]) =>
      models.split('; ').map((name) => [`${category} ${name}`, ['note host_not_preferred']]),
    ),
  ),
  'gfpgan GFPGAN': Array(7).fill('note host_not_preferred'),
};

/** Image models with hashes in upper case, which not every program takes for the same. */
const inUpperCase = `RPG; DucHaiten; Ether Real Mix; BB95 Furry Mix; BB95 Furry Mix v14; Mistoon Anime;
  Analog Madness; Hassaku XL; ToonYou; Photon; AbsoluteReality; ICBINP XL; AlbedoBase XL (SDXL);
  AlbedoBase XL 3.1; SwamPonyXL; AAM XL; Flux.1-Schnell fp8 (Compact); Pony Realism;
  WAI-ANI-NSFW-PONYXL; Ultraspice; Flat-2D Animerge; BlenderMix Pony;
  DucHaiten GameArt (Unreal) Pony; TUNIX Pony; WAI-CUTE Pony; Prefect Pony; MHXL - Aventis Horizon;
  Nova Furry Pony; White Pony Diffusion 4; noobEvo; noob_v_pencil XL; KaynegIllustriousXL; NatViS;
  2DN; ZavyChromaXL; BigASP; NEW ERA; WAI-NSFW-illustrious-SDXL; Hidden Canvas; Pixel Illustrious;
  PerfectDeliberate; Ri-Mix; Nova Furry XL; Nova Flat XL; Rag Illustrious Mix`.split(/;\s+/);

describeWithSharedData('the published records, each proposed anew beside all others', (folder) => {
  test('have these findings and no others; none is critical', async () => {
    const source = await openReferenceDirectory(`${folder}/legacy`);
    const { models, problems } = await readReferenceFiles(source, categories, null);
    expect(problems).toEqual([]);
    const records = models.map((model) => {
      const views = convertSourceModel(model, null, { now: 1, baselines });
      if ('reason' in views) throw new Error(`${model.name}: ${views.reason}`);
      return { category: model.definition.name, name: model.name, record: views.v2 };
    });
    expect(records).toHaveLength(913);

    const inCategory = Map.groupBy(records, ({ category }) => category);
    const known = categories.map(({ name, usage }) =>
      createKnownModels(
        name,
        (inCategory.get(name) ?? []).map((model) => keysOfModel(model, usage === 'text')),
      ),
    );
    const against = { knownModels: known, baselines, preferredHosts: ['huggingface.co'], sameProposals: [] };
    const found = records.flatMap((proposed) => {
      const findings = lint({ ...proposed, live: null, ...against });
      const told = findings.map(({ severity, rule }) => `${severity} ${rule}`);
      return told.length > 0 ? [[`${proposed.category} ${proposed.name}`, told] as const] : [];
    });
    const upper = inUpperCase.map((name): [string, string[]] => {
      const key = `image_generation ${name}`;
      return [key, ['warning not_normal', ...(looked[key] ?? [])]];
    });
    expect(Object.fromEntries(found)).toEqual({ ...looked, ...Object.fromEntries(upper) });
  });
});
