import { RegistryError } from '../../kernel/errors.ts';
import type { RemoteFiles } from '../../outside/remote-files.ts';
import type { ModuleContext } from '../base.ts';
import type { Catalog } from '../catalog/index.ts';
import { createPictures, type Picture } from './pictures.ts';

/** @param remote see `createPictures` */
export function openPictures(base: ModuleContext & { readonly pictureFiles: RemoteFiles }, catalog: Catalog) {
  const refusePicture = async (): Promise<Picture> => {
    throw new RegistryError('not_found', 'This deployment serves no pictures: SHOWCASE_IMAGES is false.');
  };
  const { pictureFiles: remote } = base;
  return {
    pictures: base.settings.showcaseImages
      ? createPictures(base, { catalog, remote })
      : { get: refusePicture },
  };
}
