function meta(selector: string): HTMLMetaElement | null {
  return document.head.querySelector<HTMLMetaElement>(selector);
}

/**
 * The base URL of the API, without a trailing slash. The service writes it into the page. With Vite's
 * development server it is `/api`.
 */
export const apiBase: string = (() => {
  const content = meta('meta[name="modelref-api"]')?.content ?? '%';
  return content.includes('%MODELREF') || content === '%' ? '/api' : content.replace(/\/+$/, '');
})();

/**
 * The nonce that the content security policy of this page requires on style elements; undefined if the page
 * has none.
 */
export const styleNonce: string | undefined = (() => {
  const nonce = meta('meta[property="csp-nonce"]')?.nonce;
  return nonce && !nonce.includes('%MODELREF') ? nonce : undefined;
})();

/** Whether the service serves the showcase pictures of records. Operators set this in the service's settings. */
export const showsPictures: boolean = meta('meta[name="modelref-pictures"]')?.content === 'true';

/** An account of a demo. Every visitor may sign in with it. */
export interface DemoAccount {
  readonly key: string;
  readonly username: string;
  /** The permissions of the account, as a phrase that follows "may", such as "propose changes". */
  readonly may: string;
}

/** The demo's accounts; empty on a deployment that is not a demo. */
export const demoAccounts: readonly DemoAccount[] = (() => {
  const content = meta('meta[name="modelref-demo"]')?.content ?? '';
  return content.startsWith('[') ? (JSON.parse(content) as DemoAccount[]) : [];
})();
