function meta(selector: string): HTMLMetaElement | null {
  return document.head.querySelector<HTMLMetaElement>(selector);
}

/**
 * The API's base address, without a slash at its end, which the service writes into the page. `/api` in a
 * page that comes from Vite instead of the service.
 */
export const apiBase: string = (() => {
  const given = meta('meta[name="modelref-api"]')?.content ?? '%';
  return given.includes('%MODELREF') || given === '%' ? '/api' : given.replace(/\/+$/, '');
})();

/** The page's style nonce: the page's policy allows only style elements that carry it. */
export const styleNonce: string | undefined = (() => {
  const given = meta('meta[property="csp-nonce"]')?.nonce;
  return given && !given.includes('%MODELREF') ? given : undefined;
})();

/** Whether the page's policy allows pictures from records; the operator decides. */
export const showsPictures: boolean = meta('meta[name="modelref-pictures"]')?.content === 'true';

/** An account that everybody may sign in with. */
export interface DemoAccount {
  readonly key: string;
  readonly username: string;
  /** The account's permissions in words: "propose changes". */
  readonly may: string;
}

/** The accounts of a demo; empty elsewhere. */
export const demoAccounts: readonly DemoAccount[] = (() => {
  const given = meta('meta[name="modelref-demo"]')?.content ?? '';
  return given.startsWith('[') ? (JSON.parse(given) as DemoAccount[]) : [];
})();
