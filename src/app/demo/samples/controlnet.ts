import { download, huggingFace, type Sample } from './sample.ts';

/** Makes the record of a ControlNet 1.1 model for Stable Diffusion 1.5. */
function controlNet(style: string, file: string, description: string): Sample {
  return {
    name: style,
    description,
    version: '1.1',
    controlnet_style: style,
    config: { download: [download(huggingFace('lllyasviel/ControlNet-v1-1', file))] },
  };
}

export const controlnet: readonly Sample[] = [
  controlNet('control_canny', 'control_v11p_sd15_canny.pth', 'Follows edges found by the Canny detector.'),
  controlNet('control_depth', 'control_v11f1p_sd15_depth.pth', 'Follows a depth map.'),
  controlNet('control_openpose', 'control_v11p_sd15_openpose.pth', 'Follows the pose of people.'),
  controlNet('control_scribble', 'control_v11p_sd15_scribble.pth', 'Follows a scribble.'),
  controlNet('control_lineart', 'control_v11p_sd15_lineart.pth', 'Follows line art.'),
];
