import { useState } from 'react';
import { externalValue } from '../api/external-value.ts';
import type { Model } from '../api/models.ts';
import { apiBase, showsPictures } from '../api/place.ts';
import classes from './Picture.module.css';

/** Whether the reader has asked to see pictures that may be NSFW. Until the page is loaded anew. */
const nsfwShown = externalValue(false);

/** The showcases of a model that the service serves as pictures; none where the operator wants none. */
export function picturesOf({ record }: Pick<Model, 'record'>): readonly string[] {
  return showsPictures ? (record.showcases ?? []).filter((address) => address.startsWith('https:')) : [];
}

interface Props {
  readonly model: Model;
  /** The address of the showcase. Absent: the first one, or the model's initials if it has none. */
  readonly address?: string | undefined;
  /** What the picture shows. Empty beside the model's name, where it says nothing new. */
  readonly alt?: string;
}

/**
 * A showcase of a model, in the size of its place. A picture of a model that is not known to be safe for work
 * is blurred until the reader asks for such pictures. Shows the model's initials where there is no picture.
 */
export function Picture({ model, address = picturesOf(model)[0], alt = '' }: Props) {
  const { category, name, record } = model;
  const [failed, setFailed] = useState(false);
  const isShown = nsfwShown.use() || record.nsfw === false;
  if (address === undefined || failed) return <Initials name={name} />;
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
        onError={() => setFailed(true)}
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
