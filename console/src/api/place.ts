function meta(selector: string): HTMLMetaElement | null {
  return document.head.querySelector<HTMLMetaElement>(selector);
}

/**
 * The API's base address, without a slash at its end. The service writes it into the page. A page from Vite's
 * development server has none, and uses `/api`.
 */
export const apiBase: string = (() => {
  const given = meta('meta[name="modelref-api"]')?.content ?? '%';
  return given.includes('%MODELREF') || given === '%' ? '/api' : given.replace(/\/+$/, '');
})();

/**
 * The nonce that style elements need on this page: the page's policy forbids style elements without it.
 * Undefined when the page has no nonce.
 */
export const styleNonce: string | undefined = (() => {
  const given = meta('meta[property="csp-nonce"]')?.nonce;
  return given && !given.includes('%MODELREF') ? given : undefined;
})();

/** Whether the page may load pictures whose addresses are in records. The operator decides this. */
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
