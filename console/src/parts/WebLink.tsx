import { webHost } from './model-facts.ts';
import { ShownText } from './ShownText.tsx';

/**
 * A URL from a record: a link if it is http(s), plain text otherwise. The link opens in a new tab, without a
 * referrer.
 */
export function WebLink({ address, label }: { address: string; label?: string }) {
  if (webHost(address) === undefined)
    return (
      <span>
        <ShownText text={label ?? address} />
      </span>
    );
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      <ShownText text={label ?? address} />
    </a>
  );
}
