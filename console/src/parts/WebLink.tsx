import { webHost } from './model-facts.ts';
import { ShownText } from './ShownText.tsx';

/**
 * An address from a record: a link when it is http(s), plain text otherwise. The link opens in another tab,
 * and the browser tells the linked page nothing about the console.
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
