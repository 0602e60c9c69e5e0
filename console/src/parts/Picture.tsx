import { useState } from 'react';
import { externalValue } from '../api/external-value.ts';
import type { Model } from '../api/models.ts';
import { apiBase, showsPictures } from '../api/place.ts';
import classes from './Picture.module.css';

/** Whether the user has chosen to see pictures that may be NSFW. Reset when the page is reloaded. */
const nsfwShown = externalValue(false);

/**
 * Returns the URLs of the model's showcases that the service serves as pictures; empty if the operator has
 * disabled pictures.
 */
export function picturesOf({ record }: Pick<Model, 'record'>): readonly string[] {
  return showsPictures ? (record.showcases ?? []).filter((address) => address.startsWith('https:')) : [];
}

interface Props {
  readonly model: Model;
  /** The URL of the showcase. Default: the first one, or the model's initials if it has none. */
  readonly address?: string | undefined;
  /** The alternative text. Empty next to the model's name, where it would repeat the name. */
  readonly alt?: string;
}

/**
 * A showcase of a model, in the size of its container. Pictures of a model that is not marked as safe for
 * work are blurred until the user chooses to see them. Shows the model's initials if there is no picture.
 */
export function Picture({ model, address = picturesOf(model)[0], alt = '' }: Props) {
  const { category, name, record } = model;
  const [hasFailed, setHasFailed] = useState(false);
  const isShown = nsfwShown.use() || record.nsfw === false;
  if (address === undefined || hasFailed) return <Initials name={name} />;
  const query = new URLSearchParams({ category, name, address });
  return (
    <span className={classes.frame}>
      <img
        src={`${apiBase}/pictures?${query}`}
        alt={alt && !isShown ? `${alt}, blurred` : alt}
        loading="lazy"
        decoding="async"
        className={classes.picture}
        data-blurred={!isShown || undefined}
        onError={() => setHasFailed(true)}
      />
      {!isShown && (
        <button type="button" className={classes.ask} onClick={() => nsfwShown.set(true)}>
          Show NSFW pictures
        </button>
      )}
    </span>
  );
}

function Initials({ name }: { name: string }) {
  const words = name.slice(name.lastIndexOf('/') + 1).match(/\p{L}+|\p{N}+/gu) ?? ['?'];
  const initials = words.slice(0, 2).map((word) => [...word][0]);
  const tint = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0);
  return (
    <span className={classes.initials} style={{ '--tint': tint } as object} aria-hidden="true">
      {initials.join('').toUpperCase()}
    </span>
  );
}
