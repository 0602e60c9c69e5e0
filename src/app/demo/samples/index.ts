import type { CategoryName } from '../../../records/categories/index.ts';
import { clip } from './clip.ts';
import { controlnet } from './controlnet.ts';
import { imageGeneration } from './image-generation.ts';
import { blip, codeformer, esrgan, gfpgan, miscellaneous, safetyChecker } from './image-tools.ts';
import type { Sample } from './sample.ts';
import { textGeneration } from './text-generation.ts';
import { audioGeneration, videoGeneration } from './video-and-audio.ts';

/** A few well-known public models of each category, so that a new registry has something to show. */
export const samples: Partial<Record<CategoryName, readonly Sample[]>> = {
  image_generation: imageGeneration,
  text_generation: textGeneration,
  clip,
  controlnet,
  blip,
  esrgan,
  gfpgan,
  codeformer,
  safety_checker: safetyChecker,
  video_generation: videoGeneration,
  audio_generation: audioGeneration,
  miscellaneous,
};
